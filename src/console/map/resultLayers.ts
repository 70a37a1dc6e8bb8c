// The results of an analysis on the map: home ranges, hotspots, clusters, areas by use, tracks. All in one colour,
// like an overprint; the selected subject is strong, the others are light.
import type { Feature, Position } from "geojson"
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers, sourceNamed } from "./ownLayers.ts"
import { pointAt, resultNames } from "./resultNames.ts"
import { FONT } from "./style.ts"

/** FoundShape is a shape of a result. */
export interface FoundShape {
  readonly id: number
  readonly kind: string
  readonly subjectId: string | null
  readonly label: string
  /** 0.5 or 0.95: the isopleth */
  readonly level: number | null
  /** of its subject or area */
  readonly name: string
  /** 0 to 1: how dark an area is, by the class of its value */
  readonly use: number | null
  readonly geometry: Feature["geometry"]
  readonly properties: Readonly<Record<string, unknown>>
}

/** Way is a track that lies below the shapes. */
interface Way {
  readonly subjectId: string
  readonly at: ReadonlyArray<Position>
}

/** Found is everything that the layers show. */
interface Found {
  readonly shapes: ReadonlyArray<FoundShape>
  readonly ways: ReadonlyArray<Way>
  /** the selected subject or area; null: none */
  readonly chosen: string | null
}

/** The layers of results on one map. */
export interface FoundLayers {
  readonly show: (found: Found) => void
  /** Marks where the selected subject was at the cursor of the charts; null: no mark. */
  readonly point: (at: Position | null) => void
  /** The ids of shapes at a pixel, topmost first. */
  readonly at: (pixel: readonly [number, number]) => ReadonlyArray<number>
  readonly leave: () => void
}

const NAME = "found"

/** Opacity of an area at use 0, and what use 1 adds. */
const LEAST_OPACITY = 0.06,
  MORE_OPACITY = 0.74
/** areaOpacity is the opacity of an area at this use, 0 to 1; the legend uses it too. */
export const areaOpacity = (use: number): number => LEAST_OPACITY + MORE_OPACITY * use

const ids = ["area_use", "kde", "mcp", "cluster", "hotspot"] as const

const isKind = (kind: string): ExpressionSpecification => ["==", ["get", "kind"], kind]
const whenChosen = (chosen: number, other: number): ExpressionSpecification => [
  "case",
  ["get", "chosen"],
  chosen,
  other
]

/** The selected subject in colour, the others in grey. */
const colourOf = (c: Colours): ExpressionSpecification => ["case", ["get", "chosen"], c.found, c.trail]

const layersOf = (c: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (id: string) => ({ id: `${source}-${id}`, source })
  return [
    {
      ...of("way"),
      type: "line",
      filter: isKind("way"),
      layout: { "line-join": "round" },
      paint: { "line-color": c.trail, "line-width": 0.8, "line-opacity": whenChosen(0.6, 0.25) }
    },
    {
      ...of("area_use"),
      type: "fill",
      filter: isKind("area_use"),
      paint: {
        "fill-color": c.found,
        "fill-opacity": ["+", LEAST_OPACITY, ["*", MORE_OPACITY, ["get", "use"]]]
      }
    },
    {
      ...of("area_use edge"),
      type: "line",
      filter: isKind("area_use"),
      paint: { "line-color": c.found, "line-width": whenChosen(3, 1.2) }
    },
    {
      ...of("kde"),
      type: "fill",
      filter: isKind("kde"),
      paint: {
        "fill-color": colourOf(c),
        "fill-opacity": ["case", ["get", "chosen"], ["case", ["<=", ["get", "level"], 0.5], 0.5, 0.3], 0.015]
      }
    },
    {
      ...of("kde edge"),
      type: "line",
      filter: isKind("kde"),
      paint: {
        "line-color": colourOf(c),
        "line-width": whenChosen(1.6, 0.6),
        "line-opacity": whenChosen(1, 0.35)
      }
    },
    {
      ...of("mcp"),
      type: "line",
      filter: isKind("mcp"),
      paint: {
        "line-color": colourOf(c),
        "line-width": whenChosen(1.8, 0.6),
        "line-dasharray": [3, 2],
        "line-opacity": whenChosen(1, 0.35)
      }
    },
    {
      ...of("cluster"),
      type: "fill",
      filter: isKind("cluster"),
      paint: {
        "fill-color": colourOf(c),
        "fill-opacity": whenChosen(0.4, 0.15),
        "fill-outline-color": colourOf(c)
      }
    },
    {
      ...of("hotspot"),
      type: "fill",
      filter: isKind("hotspot"),
      paint: { "fill-color": c.found, "fill-opacity": whenChosen(0.75, 0.25), "fill-outline-color": c.found }
    },
    {
      ...of("name"),
      type: "symbol",
      filter: isKind("name"),
      layout: {
        "text-field": ["get", "text"],
        "text-font": [FONT],
        "text-size": 12,
        "text-anchor": "bottom",
        "text-offset": [0, -0.3],
        "symbol-sort-key": ["case", ["get", "chosen"], 0, 1]
      },
      paint: { "text-color": c.ink, "text-halo-color": c.land, "text-halo-width": 1.6 }
    }
  ]
}

/** The cursor has its own source: it follows the pointer without redrawing the shapes. */
const cursorOf = (c: Colours, source: string): ReadonlyArray<LayerSpecification> => [
  {
    id: `${source}-cursor`,
    source,
    type: "circle",
    paint: {
      "circle-radius": 6,
      "circle-color": c.brand,
      "circle-stroke-color": c.land,
      "circle-stroke-width": 2
    }
  }
]

/** Opens the layers of results on a map. */
export const openFoundLayers = (map: TrackingMap): FoundLayers => {
  const found = openOwnLayers(map, NAME, layersOf),
    cursor = openOwnLayers(map, `${NAME} cursor`, cursorOf)
  return {
    leave: () => {
      found.leave()
      cursor.leave()
    },
    point: (at) => cursor.show(at === null ? [] : [pointAt(at, {})]),
    show: ({ chosen, shapes, ways }) => {
      const isChosen = ({ properties, subjectId }: FoundShape) =>
        chosen === null || subjectId === chosen || properties["area_id"] === chosen
      found.show([
        ...ways.map(({ at, subjectId }): Feature => ({
          type: "Feature",
          properties: { kind: "way", chosen: chosen === null || subjectId === chosen },
          geometry: { type: "LineString", coordinates: [...at] }
        })),
        // the selected shapes lie above the others
        ...shapes
          .toSorted((a, b) => Number(isChosen(a)) - Number(isChosen(b)))
          .map((shape): Feature => ({
            type: "Feature",
            properties: {
              kind: shape.kind,
              shape: shape.id,
              level: shape.level ?? 1,
              use: shape.use ?? 0,
              chosen: isChosen(shape)
            },
            geometry: shape.geometry
          })),
        ...resultNames(shapes, isChosen)
      ])
    },
    at: ([x, y]) =>
      map.maplibre
        .queryRenderedFeatures([x, y], { layers: ids.map((id) => `${sourceNamed(NAME)}-${id}`) })
        .map(({ properties }) => Number(properties["shape"]))
  }
}
