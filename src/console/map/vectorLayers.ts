// Vector tiles in our colours, calm enough to lie under animals. The common schemas (Protomaps, OpenMapTiles,
// Shortbread) name the same things differently; a layer that the file does not have draws nothing.
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import { FONT } from "./style.ts"

const kind: ExpressionSpecification = [
  "coalesce",
  ["get", "kind"],
  ["get", "class"],
  ["get", "pmap:kind"],
  ""
]

const isOne = (...kinds: ReadonlyArray<string>): ExpressionSpecification => [
  "in",
  kind,
  ["literal", [...kinds]]
]

const woods = isOne("forest", "wood", "trees", "orchard")
const meadows = isOne("wetland", "marsh", "bog", "swamp", "mire")
const large = isOne(
  "highway",
  "motorway",
  "trunk",
  "primary",
  "major_road",
  "medium_road",
  "secondary",
  "tertiary"
)
const towns = isOne("city", "town", "village", "locality", "hamlet", "neighbourhood", "suburb")

/** The same layer once per name that the schemas use. */
const each = (names: ReadonlyArray<string>, layer: (name: string) => LayerSpecification) => names.map(layer)

/** The layers of a vector basemap in these colours. */
export const vectorLayers = (source: string, c: Colours): ReadonlyArray<LayerSpecification> => [
  ...each(["landcover", "landuse", "land"], (name) => ({
    id: `ground ${name} woods`,
    type: "fill",
    source,
    "source-layer": name,
    filter: woods,
    paint: { "fill-color": c.forest, "fill-antialias": false }
  })),
  ...each(["landcover", "landuse", "land"], (name) => ({
    id: `ground ${name} mires`,
    type: "fill",
    source,
    "source-layer": name,
    filter: meadows,
    paint: { "fill-color": c.mire, "fill-antialias": false }
  })),
  ...each(["water", "water_polygons", "ocean"], (name) => ({
    id: `ground ${name}`,
    type: "fill",
    source,
    "source-layer": name,
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": c.water }
  })),
  ...each(["water", "waterway", "water_lines"], (name) => ({
    id: `ground ${name} lines`,
    type: "line",
    source,
    "source-layer": name,
    filter: ["==", ["geometry-type"], "LineString"],
    paint: { "line-color": c.shore, "line-width": ["interpolate", ["linear"], ["zoom"], 8, 0.5, 15, 1.8] }
  })),
  ...each(["buildings", "building"], (name) => ({
    id: `ground ${name}`,
    type: "fill",
    source,
    "source-layer": name,
    minzoom: 13,
    paint: { "fill-color": c.ink3, "fill-opacity": 0.18 }
  })),
  ...each(["roads", "transportation", "streets"], (name) => ({
    id: `ground ${name}`,
    type: "line",
    source,
    "source-layer": name,
    filter: ["==", ["geometry-type"], "LineString"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": c.border,
      "line-width": [
        "interpolate",
        ["exponential", 1.5],
        ["zoom"],
        7,
        ["case", large, 0.8, 0],
        12,
        ["case", large, 1.6, 0.6],
        17,
        ["case", large, 7, 3]
      ]
    }
  })),
  ...each(["boundaries", "boundary"], (name) => ({
    id: `ground ${name}`,
    type: "line",
    source,
    "source-layer": name,
    paint: { "line-color": c.border, "line-width": 1, "line-dasharray": [4, 2] }
  })),
  ...each(["places", "place", "place_labels"], (name) => ({
    id: `ground ${name}`,
    type: "symbol",
    source,
    "source-layer": name,
    filter: towns,
    layout: {
      "text-font": [FONT],
      "text-size": 11,
      "text-field": ["coalesce", ["get", "name"], ""],
      "text-max-width": 8
    },
    paint: { "text-color": c.ink3, "text-halo-color": c.land, "text-halo-width": 1.4 }
  }))
]
