// Handlers of spans of time: the timeline and the replay.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import {
  DEFAULT_BINS,
  MAX_REPLAY_DAYS,
  MAX_REPLAY_POINTS,
  MAX_REPLAY_ENTITIES,
  MAX_TIMELINE_DAYS
} from "../../../contract/groups/tracking/timeline.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import type { Point } from "../../../domain/geo/Point.ts"
import { shareOut } from "../../../domain/geo/shareOut.ts"
import { lightsBetween } from "../../../domain/geo/sun.ts"
import { formatInstant } from "../../../domain/time.ts"
import type { Replay, Timeline } from "../../../domain/tracking/Timeline.ts"
import { localDays, zoneBetween } from "../../../domain/zone.ts"
import { Replays } from "../../../store/tracking/positions/Replays.ts"
import { Timelines } from "../../../store/tracking/map/Timelines.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { queryValues } from "../../http/queryValues.ts"
import { simplifyTrack } from "../../http/simplifyTrack.ts"
import { checkSpan } from "../../http/timeRange.ts"

interface Span {
  readonly from: number
  readonly to: number
}

const nightsOf = ({ from, to }: Span, middle: Point | null): Timeline["nights"] =>
  middle === null
    ? []
    : lightsBetween(from, to, middle).flatMap((period) =>
        period.light === "day"
          ? []
          : [{ from: formatInstant(period.from), to: formatInstant(period.to), kind: period.light }]
      )

/** Returns the days of a span; `totals` of each day, or empty. */
const daysOf = (
  { names, starts }: ReturnType<typeof localDays>,
  totals: ReadonlyArray<NonNullable<Timeline["days"][number]["totals"]>>
): Timeline["days"] =>
  names.map((date, i) => {
    const total = totals[i]
    return {
      date,
      from: formatInstant(starts[i]!),
      to: formatInstant(starts[i + 1]!),
      ...(total === undefined ? {} : { totals: total })
    }
  })

/** `TimelineLive` reads the bins, nights and days of a timeline, and the tracks of a replay. */
export const TimelineLive = HttpApiBuilder.group(
  Api,
  "timeline",
  Effect.fnUntraced(function* (handlers) {
    const timelines = yield* Timelines
    const replays = yield* Replays
    return handlers.handleAll({
      read: ({ params, query: { bins = DEFAULT_BINS, entity_id, ...span } }) =>
        Effect.gen(function* () {
          yield* checkSpan(span, MAX_TIMELINE_DAYS)
          const width = Math.ceil((span.to - span.from) / bins)
          const { counted, days, middle, totals } = yield* withVisibility((visibility) =>
            Effect.gen(function* () {
              const window = {
                ...span,
                projectId: params.project_id,
                visibility,
                entityIds: queryValues(entity_id)
              }
              const counted = yield* timelines.count(window, width)
              const { middle, timezone } = yield* timelines.place(window)
              const days = localDays(zoneBetween(timezone, span.from, span.to), span.from, span.to)
              const totals = entity_id === undefined ? [] : yield* timelines.days(window, [...days.starts])
              return { counted, days, middle, totals }
            })
          )
          return yield* compressedJson({
            bins: counted.map((bin, i) => ({ from: formatInstant(span.from + i * width), ...bin })),
            nights: nightsOf(span, middle),
            days: daysOf(days, totals)
          } satisfies Timeline)
        }),
      replay: ({ params, query: { bbox = null, entity_id, max_points = MAX_REPLAY_POINTS, ...span } }) =>
        Effect.gen(function* () {
          yield* checkSpan(span, MAX_REPLAY_DAYS)
          const entityIds = queryValues(entity_id)
          if (entityIds.length > MAX_REPLAY_ENTITIES)
            return yield* Invalid.at(
              "/entity_id",
              "TOO_MANY",
              `${entityIds.length} entities are named; a call takes ${MAX_REPLAY_ENTITIES}.`
            )
          const tracks = yield* withVisibility((visibility) =>
            replays.ways({ ...span, projectId: params.project_id, visibility, entityIds }, bbox)
          )
          const pointShares = shareOut(
            tracks.map((way) => way.time.length),
            max_points
          )
          const subjects: Array<Replay["subjects"][number]> = []
          for (const [i, { deviceId, entityId, lat, lon, name, time }] of tracks.entries()) {
            if (pointShares[i] === 0) continue
            const indices = yield* simplifyTrack({ lon, lat }, pointShares[i]!)
            subjects.push({
              entity_id: entityId,
              device_id: deviceId,
              name,
              times: indices.map((at) => formatInstant(time[at]!)),
              coordinates: indices.map((at) => [lon[at]!, lat[at]!])
            })
          }
          return yield* compressedJson({
            subjects,
            truncated: tracks.some((way, i) => pointShares[i]! < way.time.length)
          } satisfies Replay)
        }).pipe(
          Effect.catchTag("TooManyFixes", ({ limit }) =>
            Effect.fail(
              Invalid.at(
                "/from",
                "TOO_MANY_FIXES",
                `The span holds more than ${limit} fixes: ask for a shorter one, a box, or some entities.`
              )
            )
          )
        )
    })
  })
)
