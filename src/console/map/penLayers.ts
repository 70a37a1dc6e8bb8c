// The pen draws on the map by itself, in sources and layers of its own: they stay when the style is another.
import type { Map as MapLibre, StyleSpecification } from "maplibre-gl"

/** What sources and layers of the pen are called, which draws on the map by itself. */
export const PEN_PREFIX = "pen"

/** A new style with what was drawn upon the one before. */
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

/** Whether somebody is drawing. */
export const hasPen = (map: MapLibre): boolean => map.getSource(`${PEN_PREFIX}-point`) !== undefined
