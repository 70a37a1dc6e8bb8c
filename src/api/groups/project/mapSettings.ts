// Handler of the settings of the base map.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import type { MapSettings } from "../../../contract/groups/project/mapSettings.ts"
import { BASEMAP_PATH } from "../../map/basemapRoute.ts"
import { MapPolicy } from "../../map/MapPolicy.ts"
import { readBasemap } from "../../map/readBasemap.ts"

/** The greatest zoom of MapLibre, and the usual one of raster tiles. */
const MAX_ZOOM = 22
const MAX_TILE_ZOOM = 19

/** `MapSettingsLive` tells the console which base map the deployment has. */
export const MapSettingsLive = HttpApiBuilder.group(
  Api,
  "mapSettings",
  Effect.fnUntraced(function* (handlers) {
    const { attribution, basemapFile, styleUrl, tileUrl } = yield* MapPolicy
    return handlers.handleAll({
      get: () =>
        Effect.gen(function* (): Effect.fn.Return<MapSettings> {
          const common = { attribution, min_zoom: 0, max_zoom: MAX_ZOOM }
          if (styleUrl !== null) return { ...common, tier: "style", url: styleUrl }
          if (tileUrl !== null) return { ...common, tier: "tiles", url: tileUrl, max_zoom: MAX_TILE_ZOOM }
          // read at each request, so that the file can be added and removed while the service runs
          const file = yield* readBasemap(basemapFile)
          if (file === null) return { ...common, attribution: null, tier: "paper", url: null }
          return {
            tier: "pmtiles",
            url: BASEMAP_PATH,
            attribution: attribution ?? file.attribution,
            min_zoom: file.minZoom,
            max_zoom: file.maxZoom
          }
        })
    })
  })
)
