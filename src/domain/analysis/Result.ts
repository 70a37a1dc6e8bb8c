// The result document of a run, version 1: what the API serves, the exports are cut from and the page draws.
// Specification 2.7.
import * as Schema from "effect/Schema"
import { Message } from "../messageSchemas.ts"
import { Uuid } from "../schemas.ts"

/** warningCodes are the kinds of warnings. Specification 2.9. */
const warningCodes = [
  "missing_fixes",
  "gaps",
  "irregular_sampling",
  "impossible_speed",
  "duplicates",
  "timestamp_anomalies",
  "poor_gnss",
  "cell_below_accuracy",
  "collar_change",
  "unassigned_period",
  "few_fixes",
  "no_fixes",
  "weight_missing",
  "overlap",
  "repeated_position",
  "gap_threshold_near_interval",
  "single_cluster",
  "bandwidth_below_cell",
  "small_area",
  "few_tracked_animals",
  "calendar_clipped",
  "beyond_limits"
] as const
/** WarningCode is the kind of a quality warning. */
export type WarningCode = (typeof warningCodes)[number]

const Cell = Schema.NullOr(Schema.Union([Schema.Finite, Schema.String, Schema.Boolean]))
/** A value of a metric or a table: null where it cannot be said. Times are RFC 3339 text, days `YYYY-MM-DD`. */
export type Cell = typeof Cell.Type

const Metrics = Schema.Record(Schema.String, Cell)
/** Metrics are values by the key of their metric. */
export type Metrics = typeof Metrics.Type

/**
 * What a column holds decides how an export types it. `unit` is short (`km`, `ha`, `h`, `m/s`) or null.
 * `note` is said in every header: of a weighted figure, what weighs (specification 2.8, rule 21).
 */
export const Column = Schema.Struct({
  key: Schema.String,
  label: Schema.String,
  type: Schema.Literals(["number", "text", "time", "date", "boolean"]),
  unit: Schema.NullOr(Schema.String),
  note: Schema.optionalKey(Schema.String)
})
export type Column = typeof Column.Type

/** Rows are in the order of the columns. */
export const Table = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  columns: Schema.Array(Column),
  rows: Schema.Array(Schema.Array(Cell))
})
export type Table = typeof Table.Type

/**
 * Series is one line or one colour of bars. `x_type` of the chart says what `x` holds: numbers, times (RFC
 * 3339), days or names.
 */
const Series = Schema.Struct({
  key: Schema.String,
  label: Schema.String,
  subject_id: Schema.NullOr(Uuid),
  period: Schema.NullOr(Schema.Literals(["main", "comparison"])),
  x: Schema.Array(Schema.Union([Schema.Finite, Schema.String])),
  y: Schema.Array(Schema.NullOr(Schema.Finite))
})
/**
 * Series is one line, or one colour of bars. `x`: numbers, times (RFC 3339), days or names, as `x_type` of
 * the chart says.
 */
export type Series = typeof Series.Type

/**
 * Data only. A bar or rose chart of bins carries their `edges`, one more than values; one of the hours of the
 * day also `night`: of each hour the share of the fixes at night, 0 to 1, to draw behind.
 */
export const Chart = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  kind: Schema.Literals(["line", "bar", "rose"]),
  unit: Schema.NullOr(Schema.String),
  x_type: Schema.Literals(["number", "time", "date", "category"]),
  x_label: Schema.String,
  edges: Schema.optionalKey(Schema.Array(Schema.Finite)),
  night: Schema.optionalKey(Schema.Array(Schema.Finite)),
  series: Schema.Array(Series)
})
export type Chart = typeof Chart.Type

/** Warning is a remark about the quality of the data or of a result. */
export const Warning = Schema.Struct({
  code: Schema.Literals(warningCodes),
  level: Schema.Literals(["notice", "warning"]),
  /** id of the subject (of an area, where the warning is about one); null: about the run */
  subject: Schema.NullOr(Uuid),
  text: Schema.String,
  /** the text as code and parameters, of the room `warnings`; results before it lack it */
  message: Schema.optionalKey(Message),
  counts: Metrics
})
export type Warning = typeof Warning.Type

const periodKey = Schema.Literals(["main", "comparison"])

/** ResultDocument is the whole result of a run. */
export const ResultDocument = Schema.Struct({
  version: Schema.Literal(1),
  module: Schema.String,
  method_version: Schema.String,
  subjects: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, type: Schema.String })),
  periods: Schema.Array(Schema.Struct({ key: periodKey, from: Schema.String, to: Schema.String })),
  /** period, then subject (movement), or area id and `herd` (grazing), then the values by metric */
  summary: Schema.Record(Schema.String, Schema.Record(Schema.String, Metrics)),
  tables: Schema.Array(Table),
  charts: Schema.Array(Chart),
  /** how many shapes there are of each kind that there is */
  geometries: Schema.Record(Schema.String, Schema.Int),
  warnings: Schema.Array(Warning),
  /** How the numbers were made: method text, input hash, frames, bandwidths, every decision. */
  provenance: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "AnalysisResult" })
export type ResultDocument = typeof ResultDocument.Type
