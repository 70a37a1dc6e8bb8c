// The base map of the console in this deployment.
import { Context } from "effect"

/** `MapPolicy` says where the base map comes from. */
export interface MapPolicy {
  /** the address of a MapLibre style; null: none */
  readonly styleUrl: string | null
  /** the address of raster tiles, with `{z}`, `{x}` and `{y}` in it; null: none */
  readonly tileUrl: string | null
  /** the attribution of the map, as text; null: none */
  readonly attribution: string | null
  /** https origins that browsers may load the map from */
  readonly hosts: ReadonlyArray<string>
  /** the path of a file of tiles (PMTiles), which need not exist; null: none */
  readonly basemapFile: string | null
}

/** `MapPolicy` is the base map of this deployment; by default there is none. */
export const MapPolicy = Context.Reference<MapPolicy>("api/MapPolicy", {
  defaultValue: () => ({ styleUrl: null, tileUrl: null, attribution: null, hosts: [], basemapFile: null })
})
