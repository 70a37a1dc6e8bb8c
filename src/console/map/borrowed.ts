// A style of somebody else's, made to lie beneath ours: its names are set apart, its addresses are whole, and its
// labels are written in the page's font, so that nothing is fetched for them.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl"
import { FONT } from "./style.ts"

export interface Borrowed {
  readonly sources: Readonly<Record<string, SourceSpecification>>
  readonly sprite?: StyleSpecification["sprite"]
}

const apart = (name: string): string => `ground ${name}`

const whole = (address: string, base: string): string =>
  // braces are where the numbers of tiles come
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
  // what is written keeps its kind: only the font is another
  return (
    written ? { ...placed, layout: { ...placed.layout, "text-font": [FONT] } } : placed
  ) as LayerSpecification
}

/** @throws Error where the style cannot be read */
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
