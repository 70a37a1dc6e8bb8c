// A record as it goes into a file: cells under stable names, the same in every format that has names. Units
// are in them.
import { guardFormula } from "../formulaText.ts"
import type { Dataset } from "./Export.ts"

/** The place of a row in the order of an export: by subject, then time (RFC 3339 with microseconds), then id. */
export interface Place {
  readonly subject: string
  readonly time: string
  readonly id: string
}

/**
 * Times are RFC 3339 in UTC; what is not known is null; `attributes`, `context` and `curated_fields` are
 * JSON.
 */
export type Row = Readonly<Record<string, unknown>> & {
  readonly subject: string
  readonly place_time: string
  readonly id: string | number
}

/** Returns the place of a row in the order of an export. */
export const placeOf = (row: Row): Place => ({
  subject: row.subject,
  time: row.place_time,
  id: String(row.id)
})

const whose = ["entity_id", "entity_name", "device_id", "device_name"]

/**
 * The columns of each kind of record, in their order. `curated_fields` says what of the row a person
 * corrected.
 */
export const columns: Readonly<Record<Dataset, ReadonlyArray<string>>> = {
  positions: [
    "id",
    "time",
    "original_time",
    "received_at",
    ...whose,
    "record_type",
    "lon",
    "lat",
    "altitude_m",
    "speed_mps",
    "heading_deg",
    "accuracy_m",
    "satellites",
    "valid",
    "curated_fields",
    "attributes"
  ],
  measurements: [
    "id",
    "time",
    "original_time",
    "received_at",
    ...whose,
    "metric_key",
    "value",
    "unit",
    "valid",
    "curated_fields"
  ],
  events: [
    "id",
    "time",
    "created_at",
    "event_type",
    "severity",
    "title",
    "description",
    "lon",
    "lat",
    ...whose,
    "feature_id",
    "source_kind",
    "source_id",
    "source_name",
    "rule_id",
    "rule_version",
    "sample_time",
    "late",
    "superseded",
    "snoozed",
    "reminder",
    "ended_at",
    "duration_seconds",
    "alert_id",
    "alert_status",
    "trace_id",
    "context"
  ]
}

const times = new Set(["time", "original_time", "received_at", "created_at", "sample_time", "ended_at"])
/** Whether a column holds times. */
export const isTime = (column: string): boolean => times.has(column)

/** A text with the characters that neither a table nor XML has a place for made blanks; it is one line then. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu, " ")

/** Makes an untrusted text safe: one line that is never a formula. */
export const safeText = (text: string): string => guardFormula(oneLine(text))

/** Returns a cell of a table: lists as words, objects as JSON, an empty one as nothing. */
export const plainCell = (cell: unknown): string | number | boolean | null => {
  if (
    cell === null ||
    cell === undefined ||
    typeof cell === "string" ||
    typeof cell === "number" ||
    typeof cell === "boolean"
  )
    return cell ?? null
  if (Array.isArray(cell)) return cell.length === 0 ? null : cell.join(" ")
  const text = JSON.stringify(cell)
  return text === "{}" ? null : text
}
