// Handlers of measurements. Rows are sent as the store returns them, without encoding each by its schema,
// because they are many.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import {
  MAX_SERIES_SUBJECTS,
  MAX_SERIES_POINTS,
  MAX_SERIES_VALUES
} from "../../../contract/groups/tracking/measurements.ts"
import { formatInstant } from "../../../domain/time.ts"
import type { MetricSeries as Series } from "../../../domain/tracking/Measurement.ts"
import { valueTypeOf } from "../../../domain/tracking/Metric.ts"
import { LatestValues } from "../../../store/tracking/measurements/LatestValues.ts"
import { Measurements } from "../../../store/tracking/measurements/Measurements.ts"
import {
  type MetricDescription,
  MetricSeries,
  type SeriesOrder,
  type DownsampledSeries
} from "../../../store/tracking/measurements/MetricSeries.ts"
import { page } from "../../http/paging.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { queryValues } from "../../http/queryValues.ts"
import { checkRange } from "../../http/timeRange.ts"

const checkCount = (
  list: ReadonlyArray<unknown>,
  member: string,
  what: string
): Effect.Effect<void, Invalid> =>
  list.length <= MAX_SERIES_SUBJECTS
    ? Effect.void
    : Effect.fail(
        Invalid.at(
          `/${member}`,
          "TOO_MANY",
          `${list.length} ${what} are named; a call takes ${MAX_SERIES_SUBJECTS}.`
        )
      )

const tooManyValues = Invalid.at(
  "/from",
  "TOO_MANY_VALUES",
  `The span holds more than ${MAX_SERIES_VALUES} values: ask for a shorter one, or for fewer series.`
)

const seriesOf = (
  subject: SeriesOrder["subject"],
  meaning: MetricDescription,
  { points, total }: DownsampledSeries
): Series => ({
  subject: {
    entity_id: "entityId" in subject ? subject.entityId : null,
    device_id: "deviceId" in subject ? subject.deviceId : null
  },
  ...meaning,
  value_type: points[0] === undefined ? meaning.value_type : valueTypeOf(points[0].value),
  total_points: total,
  returned_points: points.length,
  thinned: points.length < total,
  points: points.map(({ at, value }) => ({ time: formatInstant(at), value }))
})

/** `MeasurementsLive` lists measurements, latest values and thinned series. */
export const MeasurementsLive = HttpApiBuilder.group(
  Api,
  "measurements",
  Effect.fnUntraced(function* (handlers) {
    const measurements = yield* Measurements,
      latest = yield* LatestValues,
      stored = yield* MetricSeries
    return handlers.handleAll({
      list: ({ params, query, request }) => {
        const filter = { ...query, include_invalid: query.include_invalid ?? false }
        return pageOfSpan(
          request,
          query,
          (seen, window) => measurements.list(params.project_id, seen, filter, window),
          "integer"
        )
      },
      latest: ({ params, query: { metric, ...query }, request }) =>
        Effect.gen(function* () {
          const filter = { ...query, metrics: metric === undefined ? null : queryValues(metric) }
          yield* checkCount(filter.metrics ?? [], "metric", "metrics")
          return yield* compressedJson(
            yield* withVisibility((seen) =>
              page(request, query, (window) => latest.list(params.project_id, seen, filter, window))
            )
          )
        }),
      series: ({ params, query }) =>
        Effect.gen(function* () {
          const { device_id, entity_id, max_points: maxPoints = MAX_SERIES_POINTS, metric, ...span } = query
          yield* checkRange(span)
          const keys = queryValues(metric)
          const subjects = [
            ...queryValues(entity_id).map((entityId) => ({ entityId })),
            ...queryValues(device_id).map((deviceId) => ({ deviceId }))
          ]
          if (subjects.length === 0) {
            return yield* Invalid.at(
              "/entity_id",
              "SUBJECT_MISSING",
              "Name whose values: entity_id or device_id."
            )
          }
          yield* checkCount(keys, "metric", "metrics")
          yield* checkCount(subjects, entity_id === undefined ? "device_id" : "entity_id", "subjects")
          const meanings = yield* stored.meanings(params.project_id, keys),
            series: Array<Series> = []
          let most = MAX_SERIES_VALUES
          for (const subject of subjects) {
            for (const meaning of meanings) {
              const order = { ...span, subject, metric: meaning.metric, maxPoints, most }
              const thinned = yield* withVisibility((seen) => stored.read(params.project_id, seen, order))
              most -= thinned.total
              series.push(seriesOf(subject, meaning, thinned))
            }
          }
          return yield* compressedJson({ series })
        }).pipe(Effect.catchTag("TooManyValues", () => Effect.fail(tooManyValues)))
    })
  })
)
