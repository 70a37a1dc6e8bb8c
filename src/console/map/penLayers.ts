// The pen draws in sources and layers of its own, which survive a change of style.
import type { Map as MapLibre, StyleSpecification } from "maplibre-gl"

/** PEN_PREFIX begins the ids of the pen's sources and layers. */
export const PEN_PREFIX = "pen"

/** A new style with the pen's sources and layers of the previous one. */
export const withPen = (
  before: StyleSpecification | undefined,
  next: StyleSpecification
): StyleSpecification => {
  const isPens = (id: string) => id.startsWith(PEN_PREFIX)
  const sources = Object.entries(before?.sources ?? {}).filter(([id]) => isPens(id))
  const layers = (before?.layers ?? []).filter(({ id }) => isPens(id))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [...next.layers, ...layers]
  }
}

/** Whether the pen is open on the map. */
export const hasPen = (map: MapLibre): boolean => map.getSource(`${PEN_PREFIX}-point`) !== undefined
