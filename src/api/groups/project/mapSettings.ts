// Answers for where the ground of maps comes from.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import type { MapSettings } from "../../../contract/groups/project/mapSettings.ts"
import { BASEMAP } from "../../map/basemapRoute.ts"
import { MapPolicy } from "../../map/MapPolicy.ts"
import { readBasemap } from "../../map/readBasemap.ts"

/** How near MapLibre goes, and how near tiles of pictures usually do. */
const NEAREST = 22
const NEAREST_TILES = 19

export const MapSettingsLive = HttpApiBuilder.group(
  Api,
  "mapSettings",
  Effect.fnUntraced(function* (handlers) {
    const { attribution, basemapFile, styleUrl, tileUrl } = yield* MapPolicy
    return handlers.handleAll({
      get: () =>
        Effect.gen(function* (): Effect.fn.Return<MapSettings> {
          const common = { attribution, min_zoom: 0, max_zoom: NEAREST }
          if (styleUrl !== null) return { ...common, tier: "style", url: styleUrl }
          if (tileUrl !== null) return { ...common, tier: "tiles", url: tileUrl, max_zoom: NEAREST_TILES }
          // looked for anew, so that a file can be laid there and taken away while the service runs
          const file = yield* readBasemap(basemapFile)
          if (file === null) return { ...common, attribution: null, tier: "paper", url: null }
          return {
            tier: "pmtiles",
            url: BASEMAP,
            attribution: attribution ?? file.attribution,
            min_zoom: file.minZoom,
            max_zoom: file.maxZoom
          }
        })
    })
  })
)
