// Measurements: reads of what devices measured, one by one, the newest of each metric, and over time.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { LatestValues, Measurement, MetricSeries } from "../../../domain/tracking/Measurement.ts"
import { metricKeyPattern } from "../../../domain/tracking/Metric.ts"
import { MetricKey } from "../../../domain/tracking/MetricRecord.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed } from "../../http/errors.ts"
import {
  BooleanInput,
  IntegerInput,
  Page,
  paged,
  optionalParameter,
  OneOrMany,
  timeRange
} from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const params = { project_id: Uuid }

/** MAX_SERIES_POINTS is how many points a series has at most, and where the request does not say. */
export const MAX_SERIES_POINTS = 2000
/** MIN_SERIES_POINTS is the least a series is thinned to: its first, last, lowest and highest value. */
export const MIN_SERIES_POINTS = 4
/** MAX_SERIES_VALUES is how many values one request makes its series of at most. */
export const MAX_SERIES_VALUES = 2_000_000
/** MAX_SERIES_SUBJECTS is how many metrics, and how many subjects, one request names at most. */
export const MAX_SERIES_SUBJECTS = 12

const Ids = OneOrMany(Uuid, { type: "string", format: "uuid" })
const Keys = OneOrMany(MetricKey, { type: "string", pattern: metricKeyPattern.source })

const upTo = `repeat the key for several, at most ${MAX_SERIES_SUBJECTS}`

const list = HttpApiEndpoint.get("list", "/measurements", {
  params,
  query: {
    ...paged,
    entity_id: optionalParameter(Uuid, "Whose: this entity"),
    device_id: optionalParameter(Uuid, "Whose: this device"),
    metric: optionalParameter(MetricKey, "Only values of this metric"),
    ...timeRange,
    include_invalid: optionalParameter(BooleanInput, "Also values that are marked as wrong")
  },
  success: Page(Measurement),
  error: [Malformed, Invalid]
})
  .annotate(Needs, "project:read")
  .annotateMerge(
    docs(
      "List measurements",
      [
        "What devices measured, newest first, each value with the unit and type of its metric, and " +
          "with the corrections of",
        "people applied."
      ].join(" ")
    )
  )

const latest = HttpApiEndpoint.get("latest", "/latest", {
  params,
  query: {
    ...paged,
    entity_id: optionalParameter(
      Uuid,
      "The values of this entity; with `device_id` those that the device measured on it"
    ),
    device_id: optionalParameter(Uuid, "The values of this device, whoever wore it"),
    metric: optionalParameter(Keys, `Only values of this metric; ${upTo}`)
  },
  success: Page(LatestValues),
  error: [Malformed, Invalid]
})
  .annotate(Needs, "project:read")
  .annotateMerge(
    docs(
      "List the latest values",
      [
        "The newest value of each metric, with its time and age, however old it is: of every entity " +
          "that is not archived,",
        "and of every device in the project that is on none. A page is of subjects, newest first as " +
          "in their own lists; one",
        "without any value is there with none. What is marked as wrong does not count."
      ].join(" ")
    )
  )

const series = HttpApiEndpoint.get("series", "/series", {
  params,
  query: {
    metric: Keys.pipe(Schema.annotateEncoded({ description: `The metric; ${upTo}` })),
    entity_id: optionalParameter(Ids, `Of this entity; ${upTo} subjects`),
    device_id: optionalParameter(Ids, `Of this device, whoever wore it; ${upTo} subjects`),
    ...timeRange,
    max_points: optionalParameter(
      IntegerInput(MIN_SERIES_POINTS, MAX_SERIES_POINTS, MAX_SERIES_POINTS),
      "Most points of each series"
    )
  },
  success: Schema.Struct({ series: Schema.Array(MetricSeries) }),
  error: Invalid
})
  .annotate(Needs, "project:read")
  .annotateMerge(
    docs(
      "Read series of metrics",
      [
        "Values over time, oldest first: a series for each subject and each metric that is named. One " +
          "of more values than",
        "`max_points` is thinned with its shape kept: numbers to the first, last, lowest and highest " +
          "value of equal",
        "stretches of time, so that a line drawn of them looks as one of all; booleans and texts to " +
          "their changes. `total_points` says",
        "how many values there are, `thinned` that some are left out.",
        `One call makes its series of at most ${MAX_SERIES_VALUES} values.`
      ].join(" ")
    )
  )

/** Measurements is the group of endpoints that read measurements. */
export class Measurements extends HttpApiGroup.make("measurements")
  .add(list, latest, series)
  .annotate(OpenApi.Title, "Measurements")
  .annotate(
    OpenApi.Description,
    "What devices measured: values one by one, the newest of each metric, and series over time."
  )
  .prefix("/projects/:project_id") {}
