// Loads a foreign map style as the basemap: prefixes its names, makes its addresses absolute, and sets its labels
// in the page's font, so that no glyphs are fetched.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl"
import { FONT } from "./style.ts"

/** Borrowed is the part of a foreign style that the map uses. */
export interface Borrowed {
  readonly sources: Readonly<Record<string, SourceSpecification>>
  readonly sprite?: StyleSpecification["sprite"]
}

const apart = (name: string): string => `ground ${name}`

const whole = (address: string, base: string): string =>
  // MapLibre replaces the tile numbers in braces, so braces must not be escaped
  new URL(address, base).href.replaceAll("%7B", "{").replaceAll("%7D", "}")

const sourceOf = (source: SourceSpecification, base: string): SourceSpecification => ({
  ...source,
  ...("url" in source && typeof source.url === "string" ? { url: whole(source.url, base) } : {}),
  ...("tiles" in source && Array.isArray(source.tiles)
    ? { tiles: source.tiles.map((address: string) => whole(address, base)) }
    : {})
})

const layerOf = (layer: LayerSpecification): LayerSpecification => {
  const named = { ...layer, id: apart(layer.id) }
  const placed = "source" in named ? { ...named, source: apart(named.source) } : named
  const written = "layout" in placed && placed.layout !== undefined && "text-field" in placed.layout
  // only the font of labels changes
  return (
    written ? { ...placed, layout: { ...placed.layout, "text-font": [FONT] } } : placed
  ) as LayerSpecification
}

/**
 * Loads a foreign style and prepares it for use as the basemap.
 *
 * @throws Error where the style cannot be read
 */
export const borrowed = async (
  url: string
): Promise<Borrowed & { readonly layers: ReadonlyArray<LayerSpecification> }> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The map's style cannot be read: ${answer.status}`)
  const { layers, sources, sprite }: StyleSpecification = await answer.json()
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [apart(name), sourceOf(source, url)])
    ),
    layers: layers.map(layerOf),
    ...(typeof sprite === "string" ? { sprite: whole(sprite, url) } : sprite === undefined ? {} : { sprite })
  }
}
