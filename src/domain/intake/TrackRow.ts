// One row of a table of tracks, read: a report for the ingest endpoint, a row to leave out, or a refusal with
// its reason. What the endpoint itself judges (ranges, clocks, duplicates) is left to it.
import { unguardFormula } from "../formulaText.ts"
import { EARLIEST_MS } from "../time.ts"
import type { Marker, ColumnField } from "./columnNames.ts"
import type { Column, Columns } from "./columns.ts"
import { dilutions, isOtherComma, quantities, quantityIn, type Reading, textOf, timeOf } from "./Reading.ts"
import { rowPlace } from "./rowPlace.ts"
import { rangeOf, readQuantity } from "./scalars/readQuantity.ts"
import type { Pass } from "./ambiguousTimes.ts"
import { explainTime, type TimeTrouble } from "./tableClock.ts"
import type { TraceCode } from "./TraceCode.ts"

/** An item of the ingest endpoint, but for its `device` and `time`, which the caller knows how to write. */
export interface TrackReport {
  readonly lon?: number
  readonly lat?: number
  readonly altitude_m?: number
  readonly speed_mps?: number
  readonly heading_deg?: number
  readonly accuracy_m?: number
  readonly satellites?: number
  readonly record_type?: "network"
  readonly measurements?: Readonly<Record<string, number>>
  /** the row is marked as an outlier: kept, and used by nothing */
  readonly valid?: false
  /** how good the fix is said to be, and who marked the row as an outlier */
  readonly attributes?: Readonly<Record<string, number | string>>
}

/** Why a good row is not imported. */
export type SkipReason = "marked as outlier" | "no animal" | "no position" | "outside the period"

/** A cell of which no value can be read. */
export interface UnreadCell {
  readonly field: ColumnField
  readonly text: string
  readonly trouble?: "decimal comma"
}

/** TrackRow is the result of reading one row: a report, a skipped row, or a refusal. */
export type TrackRow =
  | {
      readonly _tag: "Report"
      readonly individual: string
      readonly tag: string
      readonly taxon: string
      readonly at: number
      readonly report: TrackReport
      /** cells beside the place that are no values: they stay empty, and the row is taken without them */
      readonly unread?: ReadonlyArray<UnreadCell>
    }
  | { readonly _tag: "LeftOut"; readonly why: SkipReason }
  | {
      readonly _tag: "Refused"
      readonly code: TraceCode
      readonly reason: string
      /** what can be put right for the whole table, by saying what it is */
      readonly trouble?: RowTrouble
    }

/** RowTrouble is the kind of reason why a row is refused, where one answer for the table can solve it. */
export type RowTrouble =
  | TimeTrouble
  | "time without a date"
  | "not in this encoding"
  | "decimal comma"
  | "longitude beyond 180"
  | "no system"

/** A trouble that one answer for the whole table puts right. */
export type Answerable = Exclude<RowTrouble, "skipped by the clocks" | "no time">

/** Whether an answer for the whole table puts a trouble right. */
export const isAnswerable = (trouble: RowTrouble | undefined): trouble is Answerable =>
  trouble !== undefined && trouble !== "skipped by the clocks" && trouble !== "no time"

const refused = (code: TraceCode, reason: string, trouble?: RowTrouble): TrackRow => ({
  _tag: "Refused",
  code,
  reason,
  ...(trouble === undefined ? {} : { trouble })
})

const identity = /^[^\p{Cc}]{1,200}$/u

/** REPLACEMENT_CHARACTER is the result of decoding bytes that are not in the encoding. */
const REPLACEMENT_CHARACTER = "\uFFFD"

const markerOf = (columns: Columns, row: ReadonlyArray<string>): Marker | null => {
  const says = ({ index }: Column, word: string) => (row[index] ?? "").trim().toLowerCase() === word
  const marked = columns.get("outlier")?.find((column) => says(column, "true"))
  if (marked !== undefined) return marked.marker ?? "hidden"
  return columns.get("visible")?.some((column) => says(column, "false")) === true ? "hidden" : null
}

const within = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most

/**
 * Returns a row that is marked as an outlier, as a position that nothing uses; null: it has none that could
 * be. Its sensors may be as wrong as its place, so measurements stay behind, and whatever the endpoint would
 * refuse.
 */
const asOutlier = (row: TrackRow & { readonly _tag: "Report" }, outlier: Marker): TrackRow | null => {
  const { accuracy_m, altitude_m, heading_deg, lat, lon, record_type, satellites, speed_mps } = row.report
  if (row.at < EARLIEST_MS || !within(lat, -90, 90) || !within(lon, -180, 180)) return null
  return {
    ...row,
    report: {
      lon: lon!,
      lat: lat!,
      ...(altitude_m === undefined ? {} : { altitude_m }),
      ...(within(speed_mps, 0, 3000) ? { speed_mps: speed_mps! } : {}),
      ...(within(heading_deg, 0, 360) ? { heading_deg: heading_deg! } : {}),
      ...(within(accuracy_m, 0, Infinity) ? { accuracy_m: accuracy_m! } : {}),
      ...(within(satellites, 0, 100) && Number.isInteger(satellites) ? { satellites: satellites! } : {}),
      ...(record_type === undefined ? {} : { record_type }),
      valid: false,
      attributes: { outlier }
    }
  }
}

/**
 * Reads one row. One that is marked as an outlier becomes a position that nothing uses, or is left out where
 * it cannot be read. `pass`: which one a time is of that was shown twice, as the order of the rows tells it.
 */
export const readTrackRow = (reading: Reading, row: ReadonlyArray<string>, pass?: Pass): TrackRow => {
  const marker = reading.keepOutliers ? null : markerOf(reading.columns, row),
    read = readRow(reading, row, pass ?? reading.shownTwice, marker !== null)
  if (marker === null || read._tag === "LeftOut") return read
  return (
    (read._tag === "Report" ? asOutlier(read, marker) : null) ?? { _tag: "LeftOut", why: "marked as outlier" }
  )
}

const unreadIn = (unread: ReadonlyArray<UnreadCell>) => (unread.length === 0 ? {} : { unread })

/** Reads the quality of a fix from its row: dilutions of precision, and the kind of the fix. */
const qualityOf = (
  { columns, decimals }: Reading,
  row: ReadonlyArray<string>,
  unread: Array<UnreadCell>
): Record<string, number | string> => {
  const attributes: Record<string, number | string> = {}
  for (const field of dilutions) {
    if (!columns.has(field)) continue
    const text = textOf(columns, row, field),
      value = readQuantity("hdop", text, null, decimals)
    if (typeof value === "number") attributes[field] = value
    else if (value !== "not known") unread.push({ field, text: text.slice(0, 60) })
  }
  const fix = textOf(columns, row, "fix_type")
  if (fix !== "") attributes["fix_type"] = fix.slice(0, 60)
  return attributes
}

/** `isMarked`: as an outlier, of which what cannot be is left away. */
const readRow = (
  reading: Reading,
  row: ReadonlyArray<string>,
  pass: Pass | undefined,
  isMarked: boolean
): TrackRow => {
  const { animal, columns, decimals, from, to } = reading
  const text = (field: ColumnField) => textOf(columns, row, field)
  /** an export guards names that a spreadsheet would take for formulas */
  const name = (field: ColumnField) => unguardFormula(text(field)).trim()

  const tag = name("tag"),
    individual = animal ?? (columns.has("individual") ? name("individual") : tag)
  if (individual === "")
    return tag === ""
      ? refused("ITEM_INVALID", "the row names no animal and no tag")
      : { _tag: "LeftOut", why: "no animal" }
  if (individual.includes(REPLACEMENT_CHARACTER) || tag.includes(REPLACEMENT_CHARACTER))
    return refused(
      "ITEM_INVALID",
      "the animal's or the tag's name is not text in the encoding of the file",
      "not in this encoding"
    )
  if (!identity.test(individual))
    return refused(
      "ITEM_INVALID",
      "the animal's name is longer than 200 characters or has control characters in it"
    )
  if (tag !== "" && !identity.test(tag))
    return refused(
      "ITEM_INVALID",
      "the tag's name is longer than 200 characters or has control characters in it"
    )

  const time = timeOf(reading, row)
  if (time.at === "time without a date")
    return refused("TIMESTAMP_INVALID", `"${time.text}" is a time of the day without its date`, time.at)
  const found = typeof time.at === "object" && pass !== undefined ? time.at[pass] : time.at,
    at = typeof found === "object" ? "shown twice" : found
  if (typeof at === "string")
    return refused("TIMESTAMP_INVALID", explainTime(time.text, at), at === "no time" ? undefined : at)
  if (at < from || at >= to) return { _tag: "LeftOut", why: "outside the period" }

  const report: { -readonly [K in keyof TrackReport]: TrackReport[K] } = {}
  const measurements: Record<string, number> = {}
  const place = rowPlace(reading, row)
  if ("reason" in place) return refused("ITEM_INVALID", place.reason, place.trouble)
  Object.assign(report, place)
  const unread: Array<UnreadCell> = []
  for (const quantity of quantities) {
    const { said, value } = quantityIn(reading, row, quantity)
    if (value === "out of range" && !isMarked)
      return refused("ITEM_INVALID", `${quantity}: "${said.slice(0, 60)}" is not ${rangeOf(quantity)}`)
    if (value === "unreadable")
      unread.push({
        field: quantity,
        text: said.slice(0, 60),
        ...(isOtherComma(said, decimals) ? { trouble: "decimal comma" as const } : {})
      })
    if (typeof value !== "number") continue
    if (quantity === "battery_voltage" || quantity === "temperature_c") measurements[quantity] = value
    else report[quantity] = value
  }
  const measured = Object.keys(measurements).length > 0
  if ((report.lon === undefined) !== (report.lat === undefined))
    return refused(
      "ITEM_INVALID",
      report.lon === undefined ? "the longitude is missing" : "the latitude is missing"
    )
  const taxon = name("taxon")
  if (report.lon === undefined)
    return measured
      ? { _tag: "Report", individual, tag, taxon, at, report: { measurements }, ...unreadIn(unread) }
      : { _tag: "LeftOut", why: "no position" }
  // Argos places a tag from its radio signal: a network's estimate, not a fix of the device.
  if (text("sensor").toLowerCase().startsWith("argos")) report.record_type = "network"
  if (measured) report.measurements = measurements
  const attributes = qualityOf(reading, row, unread)
  if (Object.keys(attributes).length > 0) report.attributes = attributes
  return { _tag: "Report", individual, tag, taxon, at, report, ...unreadIn(unread) }
}
