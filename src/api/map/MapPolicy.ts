// Where the map of the console comes from, in this deployment.
import { Context } from "effect"

export interface MapPolicy {
  /** the address of a MapLibre style; null: none */
  readonly styleUrl: string | null
  /** the address of raster tiles, with `{z}`, `{x}` and `{y}` in it; null: none */
  readonly tileUrl: string | null
  /** whose map it is, as text; null: nothing is said */
  readonly attribution: string | null
  /** https origins that browsers may load the map from */
  readonly hosts: ReadonlyArray<string>
  /** where a file of tiles (PMTiles) may lie; null: nowhere */
  readonly basemapFile: string | null
}

export const MapPolicy = Context.Reference<MapPolicy>("api/MapPolicy", {
  defaultValue: () => ({ styleUrl: null, tileUrl: null, attribution: null, hosts: [], basemapFile: null })
})
