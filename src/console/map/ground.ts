// The basemap that a deployment configures instead of the built-in paper map: a PMTiles file, a tile server, or a
// whole style. Everything above it is ours in each case.
import type { LayerSpecification, Map as MapLibre, SourceSpecification } from "maplibre-gl"
import { type Answer, call } from "../data/api/call.ts"
import type { Colours } from "./colours.ts"
import { openTiles, type TileFile } from "./pmtiles.ts"
import { borrowed, type Borrowed } from "./borrowed.ts"
import { vectorLayers } from "./vectorLayers.ts"

type Settings = Answer<"GET", "/map-settings">

/** TILES is the URL scheme of tiles in the file, for which the map registers a protocol. */
export const TILES = "pugmark-tiles"

/** A configured basemap. */
interface Ground extends Borrowed {
  /** the attribution as text; null: the style has it */
  readonly attribution: string | null
  /** the file behind `TILES`; null: none */
  readonly file: TileFile | null
  readonly layersIn: (colours: Colours) => ReadonlyArray<LayerSpecification>
}

const SOURCE = "ground"

const raster = (tiles: string, { max_zoom, min_zoom }: Settings): SourceSpecification => ({
  type: "raster",
  tiles: [tiles],
  tileSize: 256,
  minzoom: min_zoom,
  maxzoom: max_zoom
})

const pictures: ReadonlyArray<LayerSpecification> = [
  { id: "ground", type: "raster", source: SOURCE, paint: { "raster-fade-duration": 0 } }
]

const read = async (): Promise<Ground | null> => {
  const settings = await call("GET", "/map-settings")
  const { attribution, max_zoom, min_zoom, tier, url } = settings
  if (url === null) return null
  if (tier === "tiles")
    return { sources: { [SOURCE]: raster(url, settings) }, layersIn: () => pictures, attribution, file: null }
  if (tier === "style") {
    const { layers, ...others } = await borrowed(url)
    return { ...others, layersIn: () => layers, attribution, file: null }
  }
  const file = await openTiles(url)
  const tiles = `${TILES}://{z}/{x}/{y}`
  const source: SourceSpecification = file.vector
    ? { type: "vector", tiles: [tiles], minzoom: min_zoom, maxzoom: max_zoom }
    : raster(tiles, settings)
  return {
    sources: { [SOURCE]: source },
    layersIn: file.vector ? (colours) => vectorLayers(SOURCE, colours) : () => pictures,
    attribution,
    file
  }
}

let ground: Promise<Ground | null> | undefined

/** Reads the basemap; null: the paper map, also where the basemap cannot be read. The next map tries again. */
export const readGround = async (): Promise<Ground | null> => {
  try {
    return await (ground ??= read())
  } catch {
    ground = undefined
    return null
  }
}

/** Reads a tile of the file by its address, `TILES://z/x/y`; undefined: it does not exist. */
export const readTile = async (address: string): Promise<ArrayBuffer | undefined> => {
  const [z = 0, x = 0, y = 0] = address
    .slice(TILES.length + 3)
    .split("/")
    .map(Number)
  return (await readGround())?.file?.tile(z, x, y)
}

/** The attributions of the style's sources as plain text, without their HTML. */
export const saidBySources = (map: MapLibre): string =>
  [...new Set(Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution ?? ""))]
    .map((said) =>
      said
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll("&copy;", "©")
        .trim()
    )
    .filter((said) => said !== "")
    .join(", ")
