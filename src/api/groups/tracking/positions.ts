// Handlers of positions, tracks and the map. Rows are sent as the store returns them, without encoding each
// by its schema, because they are many.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import { MAX_EVENTS, MAX_TRACK_POINTS } from "../../../contract/groups/tracking/positions.ts"
import { formatInstant } from "../../../domain/time.ts"
import type { MapEvents, Track } from "../../../domain/tracking/Position.ts"
import { LiveMap } from "../../../store/tracking/map/LiveMap.ts"
import { type Fixes, type PositionFilter, Positions } from "../../../store/tracking/positions/Positions.ts"
import { page } from "../../http/paging.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { simplifyTrack } from "../../http/simplifyTrack.ts"
import { checkRange } from "../../http/timeRange.ts"

/** Fails with 422 unless exactly one subject is named. */
const checkSubject = ({ device_id, entity_id }: PositionFilter) =>
  (entity_id === undefined) === (device_id === undefined)
    ? Effect.fail(Invalid.at("/entity_id", "ONE_SUBJECT", "Name one subject: entity_id or device_id."))
    : Effect.void

const trackOf = (
  { lat, lon, time }: Fixes,
  filter: PositionFilter,
  indices: ReadonlyArray<number>
): Track => {
  const coordinates = indices.map((i) => [lon[i]!, lat[i]!] as const)
  const [only] = coordinates
  const single = only === undefined ? null : { type: "Point" as const, coordinates: only }
  return {
    type: "Feature",
    geometry: coordinates.length < 2 ? single : { type: "LineString", coordinates },
    properties: {
      entity_id: filter.entity_id ?? null,
      device_id: filter.device_id ?? null,
      times: indices.map((i) => formatInstant(time[i]!)),
      total_points: time.length,
      returned_points: indices.length
    }
  }
}

/** `PositionsLive` lists positions, draws tracks, and answers the map with places and events. */
export const PositionsLive = HttpApiBuilder.group(
  Api,
  "positions",
  Effect.fnUntraced(function* (handlers) {
    const positions = yield* Positions
    const map = yield* LiveMap
    return handlers.handleAll({
      list: ({ params, query, request }) => {
        const filter = {
          ...query,
          sources: query.sources ?? "device",
          include_invalid: query.include_invalid ?? false
        } as const
        return pageOfSpan(
          request,
          query,
          (seen, window) => positions.list(params.project_id, seen, filter, window),
          "integer"
        )
      },
      track: ({ params, query }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          yield* checkSubject(query)
          const fixes = yield* withVisibility((seen) => positions.fixes(params.project_id, seen, query))
          return yield* compressedJson(
            trackOf(fixes, query, yield* simplifyTrack(fixes, query.max_points ?? MAX_TRACK_POINTS))
          )
        }).pipe(
          Effect.catchTag("TooManyFixes", ({ limit }) =>
            Effect.fail(
              Invalid.at(
                "/from",
                "TOO_MANY_FIXES",
                `The span holds more than ${limit} fixes: ask for a shorter one.`
              )
            )
          )
        ),
      mapNow: ({ params, query }) =>
        Effect.flatMap(
          withVisibility((seen) => map.now(params.project_id, seen, query.bbox ?? null, query.at ?? null)),
          compressedJson
        ),
      mapEvents: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          const span = { hours: query.hours ?? 24, from: query.from ?? null, to: query.to ?? null }
          const { items, next_cursor } = yield* withVisibility((seen) =>
            page(request, { ...query, limit: query.limit ?? MAX_EVENTS }, (window) =>
              map.events(params.project_id, seen, span, window)
            )
          )
          return yield* compressedJson({
            type: "FeatureCollection",
            features: items,
            truncated: next_cursor !== null,
            next_cursor
          } satisfies MapEvents)
        })
    })
  })
)
