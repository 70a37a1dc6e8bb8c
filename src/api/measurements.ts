// Answers for measurements. Rows leave as they were read: they are too many to encode one by one.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../contract/Api.ts"
import { Invalid } from "../contract/errors.ts"
import { MAX_NAMED, MAX_SERIES_POINTS } from "../contract/measurements.ts"
import { formatInstant } from "../domain/time.ts"
import type { MetricSeries as Series } from "../domain/tracking/Measurement.ts"
import { LatestValues } from "../store/LatestValues.ts"
import { Measurements } from "../store/Measurements.ts"
import { MetricSeries } from "../store/MetricSeries.ts"
import { valueTypeOf } from "../domain/tracking/Metric.ts"
import { page } from "./paging.ts"
import { seeing } from "./seeing.ts"
import { spacious } from "./spacious.ts"
import { checkRange } from "./timeRange.ts"

/** Most values that one call makes its series of. */
const MAX_READ = 2_000_000

/** What was named once or several times, each once. */
const listOf = (named: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> => named === undefined ? [] : typeof named === "string" ? [named] : [...new Set(named)]

const checkCount = (list: ReadonlyArray<unknown>, member: string, what: string): Effect.Effect<void, Invalid> =>
  list.length > MAX_NAMED ? Effect.fail(Invalid.at(`/${member}`, "TOO_MANY", `${list.length} ${what} are named; one call takes ${MAX_NAMED}.`)) : Effect.void

const tooMany = Invalid.at("/from", "TOO_MANY_VALUES", `The span holds more than ${MAX_READ} values: ask for a shorter one, or for fewer series.`)

export const MeasurementsLive = HttpApiBuilder.group(Api, "measurements", Effect.fnUntraced(function*(handlers) {
  const measurements = yield* Measurements, latest = yield* LatestValues, stored = yield* MetricSeries
  return handlers.handleAll({
    list: ({ params, query, request }) => Effect.gen(function*() {
      yield* checkRange(query)
      const filter = { ...query, include_invalid: query.include_invalid ?? false }
      return HttpServerResponse.jsonUnsafe(yield* seeing((seen) => page(request, query, (window) => measurements.list(params.project_id, seen, filter, window), "integer")))
    }),
    latest: ({ params, query, request }) => Effect.gen(function*() {
      const { metric, ...plain } = query, metrics = metric === undefined ? null : listOf(metric)
      yield* checkCount(metrics ?? [], "metric", "metrics")
      return yield* spacious(yield* seeing((seen) => page(request, query, (window) => latest.list(params.project_id, seen, { ...plain, metrics }, window))))
    }),
    series: ({ params, query }) => Effect.gen(function*() {
      yield* checkRange(query)
      const keys = listOf(query.metric)
      const subjects = [...listOf(query.entity_id).map((entityId) => ({ entityId })), ...listOf(query.device_id).map((deviceId) => ({ deviceId }))]
      if (keys.length === 0) return yield* Invalid.at("/metric", "MISSING", "Name the metric.")
      if (subjects.length === 0) return yield* Invalid.at("/entity_id", "SUBJECT_MISSING", "Name whose values: entity_id or device_id.")
      yield* checkCount(keys, "metric", "metrics")
      yield* checkCount(subjects, "entity_id", "subjects")
      const catalogue = yield* stored.metrics(keys)
      const maxPoints = query.max_points ?? MAX_SERIES_POINTS
      const range = { ...(query.from === undefined ? {} : { from: query.from }), ...(query.to === undefined ? {} : { to: query.to }) }
      const series: Array<Series> = []
      let left = MAX_READ
      for (const subject of subjects) {
        for (const metric of keys) {
          const { points, total } = yield* seeing((seen) => stored.read(params.project_id, seen, { subject, metric, ...range, maxPoints, most: left }))
          left -= total
          const { defined = false, label = null, unit = null, value_type = points[0] === undefined ? null : valueTypeOf(points[0].value) } = catalogue.get(metric) ?? {}
          series.push({
            subject: { entity_id: "entityId" in subject ? subject.entityId : null, device_id: "deviceId" in subject ? subject.deviceId : null }, metric, label, unit, value_type, defined,
            total_points: total, returned_points: points.length, thinned: points.length < total, points: points.map(({ at, value }) => ({ time: formatInstant(at), value }))
          })
        }
      }
      return yield* spacious({ series })
    }).pipe(Effect.catchTag("TooManyValues", () => Effect.fail(tooMany)))
  })
}))
