// The style of the map, from the bottom up: land and borders, the landscape, areas, tracks, places, events. Labels
// use the page's font, so no glyphs are fetched.
import type { FeatureCollection } from "geojson"
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"

/** FONT is the page's font, which MapLibre draws labels with. */
export const FONT = "IBM Plex Sans Variable"

const EMPTY: FeatureCollection = { type: "FeatureCollection", features: [] }

/** Names of the sources whose data is set later. */
const sources = [
  "land",
  "graticule",
  "forest",
  "contours",
  "water",
  "streams",
  "areas",
  "names",
  "trails",
  "who",
  "events",
  "chosen"
] as const
/** The name of a source. */
export type SourceName = (typeof sources)[number]

const text = (size: number) => ({ "text-font": [FONT], "text-size": size })

const paper = (c: Colours): ReadonlyArray<LayerSpecification> => [
  { id: "paper", type: "background", paint: { "background-color": c.land } },
  {
    id: "land",
    type: "line",
    source: "land",
    paint: { "line-color": c.border, "line-width": ["interpolate", ["linear"], ["zoom"], 1, 0.6, 8, 1.2] }
  },
  {
    id: "graticule",
    type: "line",
    source: "graticule",
    paint: { "line-color": c.border, "line-opacity": 0.35, "line-width": 0.5 }
  },
  {
    id: "forest",
    type: "fill",
    source: "forest",
    paint: { "fill-color": c.forest, "fill-antialias": false }
  },
  {
    id: "contours",
    type: "line",
    source: "contours",
    paint: {
      "line-color": c.contour,
      "line-opacity": ["case", ["get", "bold"], 0.6, 0.34],
      "line-width": ["case", ["get", "bold"], 0.95, 0.6]
    }
  },
  {
    id: "streams",
    type: "line",
    source: "streams",
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": c.shore, "line-width": 1.1 }
  },
  {
    id: "water",
    type: "fill",
    source: "water",
    paint: { "fill-color": c.water, "fill-outline-color": c.shore }
  },
  {
    id: "heights",
    type: "symbol",
    source: "contours",
    filter: ["get", "bold"],
    layout: {
      ...text(9.5),
      "symbol-placement": "line",
      "symbol-spacing": 420,
      "text-field": ["to-string", ["get", "height"]]
    },
    paint: { "text-color": c.contour, "text-halo-color": c.land, "text-halo-width": 1.2 }
  }
]

const areas = (c: Colours): ReadonlyArray<LayerSpecification> => [
  {
    id: "areas",
    type: "fill",
    source: "areas",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": c.area, "fill-opacity": ["case", ["get", "chosen"], 0.2, 0.06] }
  },
  {
    id: "edges",
    type: "line",
    source: "areas",
    filter: ["!=", ["geometry-type"], "Point"],
    layout: { "line-join": "round" },
    paint: {
      "line-color": c.area,
      "line-opacity": 0.85,
      "line-width": ["case", ["get", "chosen"], 3.5, ["==", ["get", "kind"], "route"], 2, 1.5]
    }
  },
  {
    // areas that an import would add
    id: "preview",
    type: "line",
    source: "areas",
    filter: ["==", ["get", "kind"], "preview"],
    layout: { "line-join": "round" },
    paint: { "line-color": c.ink, "line-width": 2, "line-dasharray": [2, 1.5] }
  },
  {
    id: "sites",
    type: "symbol",
    source: "areas",
    filter: ["==", ["geometry-type"], "Point"],
    layout: { "icon-image": "site", "icon-allow-overlap": true }
  },
  {
    id: "names",
    type: "symbol",
    source: "names",
    layout: {
      ...text(11.5),
      "text-field": ["get", "name"],
      "text-letter-spacing": 0.03,
      "text-anchor": "bottom",
      "text-offset": [0, -0.35]
    },
    paint: { "text-color": c.area, "text-halo-color": c.land, "text-halo-width": 1.8 }
  }
]

const subjects = (c: Colours): ReadonlyArray<LayerSpecification> => [
  {
    id: "trails",
    type: "line",
    source: "trails",
    filter: ["==", ["geometry-type"], "LineString"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": ["match", ["get", "severity"], "critical", c.critical, "warning", c.warning, c.trail],
      "line-opacity": ["get", "opacity"],
      "line-width": ["match", ["get", "severity"], ["critical", "warning"], 1.8, 1.1]
    }
  },
  {
    id: "fixes",
    type: "circle",
    source: "trails",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-radius": ["interpolate", ["linear"], ["zoom"], 12, 1.2, 16, 2.4],
      "circle-color": c.land,
      "circle-stroke-color": c.ink,
      "circle-stroke-width": 1,
      "circle-stroke-opacity": 0.75
    }
  },
  {
    id: "chosen",
    type: "symbol",
    source: "chosen",
    layout: { "icon-image": ["get", "halo"], "icon-allow-overlap": true, "icon-ignore-placement": true }
  },
  {
    // only the labels; places are drawn below (crowd.ts)
    id: "who",
    type: "symbol",
    source: "who",
    layout: {
      ...text(11),
      "text-field": ["get", "name"],
      "text-variable-anchor": ["left", "right", "top", "bottom"],
      "text-radial-offset": 0.95,
      "symbol-sort-key": ["-", 0, ["get", "rank"]]
    },
    paint: { "text-color": c.ink, "text-halo-color": c.land, "text-halo-width": 1.6 }
  },
  {
    id: "events",
    type: "symbol",
    source: "events",
    layout: {
      "icon-image": ["get", "icon"],
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
      "icon-offset": [0, -3],
      "symbol-sort-key": ["get", "rank"]
    }
  }
]

/** A basemap instead of the paper map: sources, layers, sprite. */
interface OtherGround {
  readonly sources: Readonly<Record<string, SourceSpecification>>
  readonly layersIn: (colours: Colours) => ReadonlyArray<LayerSpecification>
  readonly sprite?: StyleSpecification["sprite"]
}

/** The whole style in these colours, without data. */
export const styleOf = (colours: Colours, ground: OtherGround | null): StyleSpecification => ({
  version: 8,
  ...(ground?.sprite === undefined ? {} : { sprite: ground.sprite }),
  sources: {
    ...ground?.sources,
    ...Object.fromEntries(
      sources.map((name): [string, SourceSpecification] => [
        name,
        {
          type: "geojson",
          data: EMPTY,
          ...(name === "events" ? { promoteId: "id" } : {})
        }
      ])
    )
  },
  layers: [
    // of the paper map only the background colour: a basemap may have missing tiles
    ...(ground === null ? paper(colours) : [...paper(colours).slice(0, 1), ...ground.layersIn(colours)]),
    ...areas(colours),
    ...subjects(colours)
  ]
})
