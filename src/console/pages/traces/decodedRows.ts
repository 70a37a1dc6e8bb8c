// The rows of a decoded record: a field, its value with its unit, and the payload member behind it.
import { words } from "../../../words/language.ts"
import { stepsOf } from "../../../domain/jsonPointer.ts"
import type { TracePage } from "../../data/traces.ts"

/** A decoded field. */
export type DecodedField = NonNullable<TracePage["decoded"]>[number]
type Origin = NonNullable<DecodedField["origin"]>

/** DecodedRow is one row: a field, or latitude and longitude together. */
export interface DecodedRow {
  readonly name: string
  readonly value: string
  /** the unrounded value */
  readonly whole: string
  /** RFC 3339, if the value is a moment; null: it is not */
  readonly moment: string | null
  /** where the value comes from, in words */
  readonly from: string
  readonly isRefused: boolean
}

/** The rows of a decoded record. */
interface DecodedRows {
  readonly rows: ReadonlyArray<DecodedRow>
  /** members that are stored with the report unchanged */
  readonly kept: ReadonlyArray<string>
}

/** UNITS are units by the suffix of a field's name. */
const UNITS: ReadonlyArray<readonly [end: string, unit: string]> = [
  ["_mps", "m/s"],
  ["_percent", "%"],
  ["_deg", "°"],
  ["_voltage", "V"],
  ["_km", "km"],
  ["_m", "m"],
  ["_c", "°C"],
  ["_hpa", "hPa"],
  ["_dbm", "dBm"],
  ["_db", "dB"]
]

const RFC3339 = /^\d{4}-\d\d-\d\dT/u
const FACTOR_DIGITS = 4
const LONGEST_SENT = 24

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Rounds a converted number: its decimals are not the sender's. */
const numberOf = (value: number, { origin }: DecodedField): string =>
  origin?.factor === undefined || Math.abs(value) < 1 ? String(value) : String(Number(value.toFixed(2)))

const valueText = (of: DecodedField): string => {
  if (typeof of.value !== "number") return text(of.value)
  const unit = UNITS.find(([end]) => of.field.endsWith(end))?.[1]
  return `${numberOf(of.value, of)}${unit === undefined ? "" : unit === "°" ? unit : ` ${unit}`}`
}

const membersText = ({ members, of, otherwise }: Origin): string => {
  const names = of === "all" ? members.join(", ") : words.traces.decoded.anyOf({ members })
  const found = of === "within" ? words.traces.decoded.within({ members: names }) : names
  if (otherwise === undefined) return found
  const instead = words.traces.decoded[otherwise]
  return found === "" ? instead : words.traces.decoded.otherwise({ members: found, otherwise: instead })
}

/** The sent value, unless it is the shown value itself, is long, or has parts. */
const sentText = ({ sent }: Origin, value: unknown): string => {
  if (typeof sent === "string") return sent === value || sent.length > LONGEST_SENT ? "" : ` “${sent}”`
  return typeof sent === "number" || typeof sent === "boolean" ? ` ${sent}` : ""
}

const factorText = ({ factor, unit }: Origin): string =>
  factor === undefined
    ? ""
    : `${unit === undefined ? "" : ` ${unit}`} × ${Number(factor.toPrecision(FACTOR_DIGITS))}`

/** originText is a field's payload member with what was sent: `vel 4 km/h × 0.2778`. */
const originText = ({ from, origin, value }: DecodedField): string =>
  origin === undefined ? from : `${membersText(origin)}${sentText(origin, value)}${factorText(origin)}`

/**
 * Whether a field comes from the refused member, a part of it, or a member around it; `/state/mode` is the
 * path `state.mode`.
 */
const isRefused = ({ field, from }: DecodedField, marked: string | null): boolean => {
  if (marked === null || marked === "") return false
  const path = stepsOf(marked).join(".")
  return path === from || path === field || from.startsWith(`${path}.`)
}

const rowOf = (of: DecodedField, marked: string | null): DecodedRow => ({
  name: of.field.replace(/^(?:measurements|state|attributes|events)\./u, ""),
  value: valueText(of),
  whole: text(of.value),
  moment: of.field === "time" && typeof of.value === "string" && RFC3339.test(of.value) ? of.value : null,
  from: originText(of),
  isRefused: isRefused(of, marked)
})

/** Latitude and longitude in one row. */
const positionOf = (lat: DecodedField, lon: DecodedField): DecodedRow => {
  const value = `${text(lat.value)}, ${text(lon.value)}`
  const members = [lat, lon].map(({ from, origin }) => (origin === undefined ? from : membersText(origin)))
  const factor = lat.origin === undefined ? "" : factorText(lat.origin)
  return {
    name: words.traces.decoded.position,
    value,
    whole: value,
    moment: null,
    from: `${[...new Set(members)].join(", ")}${factor}`,
    isRefused: false
  }
}

const isAttribute = ({ field }: DecodedField): boolean => field.startsWith("attributes.")

/** Whether other fields were read from an attribute's member, or from inside it. */
const isReadElsewhere = ({ origin }: DecodedField, all: ReadonlyArray<DecodedField>): boolean =>
  origin?.members.some((member) =>
    all.some(
      (other) =>
        !isAttribute(other) &&
        other.origin?.members.some((each) => each === member || each.startsWith(`${member}.`)) === true
    )
  ) === true

/**
 * decodedRows sorts fields into rows and members that are only stored. `marked`: JSON pointer of the refused
 * member.
 */
export const decodedRows = (of: ReadonlyArray<DecodedField>, marked: string | null): DecodedRows => {
  const isPlain = (one: DecodedField): boolean => isAttribute(one) && !isRefused(one, marked)
  const [lat, lon] = ["lat", "lon"].map((axis) =>
    of.find((one) => one.field === axis && !isRefused(one, marked))
  )
  return {
    rows: of
      .filter((one) => !isPlain(one) && (lat === undefined || one !== lon))
      .map((one) =>
        one === lat && lat !== undefined && lon !== undefined ? positionOf(lat, lon) : rowOf(one, marked)
      ),
    kept: of
      .filter((one) => isPlain(one) && !isReadElsewhere(one, of))
      .map(({ field, origin }) => origin?.members[0] ?? field)
  }
}
