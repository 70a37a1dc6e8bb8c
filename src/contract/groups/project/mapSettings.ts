// The source of the console's base map.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Needs } from "../../http/authorization.ts"
import { docs } from "../../http/docs.ts"

/** mapTiers are the kinds of base maps, from none to a full style. */
export const mapTiers = ["paper", "pmtiles", "tiles", "style"] as const

const MapSettings = Schema.Struct({
  tier: Schema.Literals(mapTiers).annotate({
    description:
      "`style`: a MapLibre style at `url`; `tiles`: raster tiles, `url` with {z}, {x} and {y}; `pmtiles`: " +
      "one file of tiles, read by ranges of bytes; `paper`: none of these, the console draws its own"
  }),
  url: Schema.NullOr(Schema.String).annotate({ description: "null: paper" }),
  attribution: Schema.NullOr(Schema.String).annotate({
    description: "Whose map it is, as text without markup; null: nothing is said, or the style says it"
  }),
  min_zoom: Schema.Int.annotate({ description: "The farthest level that there are tiles of" }),
  max_zoom: Schema.Int.annotate({ description: "The nearest level that there are tiles of" })
}).annotate({
  identifier: "MapSettings",
  examples: [
    {
      tier: "pmtiles",
      url: "/basemap.pmtiles",
      attribution: "© OpenStreetMap contributors",
      min_zoom: 0,
      max_zoom: 14
    }
  ]
})
/** MapSettings is the base map that the operator configured. */
export type MapSettings = typeof MapSettings.Type

/** MapSettingsGroup is the group with the one endpoint that reads it. */
export class MapSettingsGroup extends HttpApiGroup.make("mapSettings")
  .add(
    HttpApiEndpoint.get("get", "/map-settings", { success: MapSettings })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs("Read the map settings", "Where a map of this deployment gets its ground from, and whose it is.")
      )
  )
  .annotate(OpenApi.Title, "Map settings")
  .annotate(OpenApi.Description, "Where the ground of maps comes from.") {}
