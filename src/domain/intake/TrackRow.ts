// One row of a table of tracks, read: a report for the ingest endpoint, a row to leave out, or a refusal with its reason. What the
// endpoint itself judges (ranges, clocks, duplicates) is left to it.
import type { Columns, Member } from "./columns.ts"
import { readTableTime } from "./tableTime.ts"
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
}

/** Why a good row is not imported. */
export type LeftOut = "marked as outlier" | "no animal" | "no position" | "outside the period"

export type TrackRow =
  | { readonly _tag: "Report"; readonly individual: string; readonly tag: string; readonly taxon: string; readonly at: number; readonly report: TrackReport }
  | { readonly _tag: "LeftOut"; readonly why: LeftOut }
  | { readonly _tag: "Refused"; readonly code: TraceCode; readonly reason: string }

export interface Reading {
  readonly columns: Columns
  /** rows in [from, to), epoch ms */
  readonly from: number
  readonly to: number
  readonly keepOutliers: boolean
}

/** What stands for "nothing" in tables. */
const nothing = new Set(["", "na", "nan", "null", "none", "-"])

const refused = (code: TraceCode, reason: string): TrackRow => ({ _tag: "Refused", code, reason })

const identity = /^[^\p{Cc}]{1,200}$/u

/** Plain decimal numbers, with an exponent perhaps. */
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

const numbers = ["lon", "lat", "altitude_m", "speed_mps", "heading_deg", "accuracy_m", "satellites", "temperature_c", "battery_voltage"] as const

/** Reads one row. */
export const readTrackRow = ({ columns, from, keepOutliers, to }: Reading, row: ReadonlyArray<string>): TrackRow => {
  const find = (member: Member) => columns.get(member)?.find(({ index }) => !nothing.has((row[index] ?? "").trim().toLowerCase()))
  const text = (member: Member) => {
    const column = find(member)
    return column === undefined ? "" : row[column.index]!.trim()
  }

  const outlier = columns.get("outlier")?.some(({ index }) => (row[index] ?? "").trim().toLowerCase() === "true") === true || text("visible").toLowerCase() === "false"
  if (outlier && !keepOutliers) return { _tag: "LeftOut", why: "marked as outlier" }

  const tag = text("tag"), individual = columns.has("individual") ? text("individual") : tag
  if (individual === "") return tag === "" ? refused("ITEM_INVALID", "the row names no animal and no tag") : { _tag: "LeftOut", why: "no animal" }
  if (!identity.test(individual)) return refused("ITEM_INVALID", "the animal's name is longer than 200 characters or has control characters in it")
  if (tag !== "" && !identity.test(tag)) return refused("ITEM_INVALID", "the tag's name is longer than 200 characters or has control characters in it")

  const at = readTableTime(text("time"))
  if (at === null) return refused("TIMESTAMP_INVALID", `"${text("time").slice(0, 60)}" is not a time`)
  if (at < from || at >= to) return { _tag: "LeftOut", why: "outside the period" }

  const values = new Map<Member, number>()
  for (const member of numbers) {
    const column = find(member)
    if (column === undefined) continue
    const said = row[column.index]!.trim(), value = Number(said) * column.scale
    if (!number.test(said) || !Number.isFinite(value)) return refused("ITEM_INVALID", `${member}: "${said.slice(0, 60)}" is not a number`)
    values.set(member, column.scale === 1 ? value : Number(value.toPrecision(12)))
  }
  const { battery_voltage, lat, lon, temperature_c, ...rest } = Object.fromEntries(values)
  if ((lon === undefined) !== (lat === undefined)) return refused("ITEM_INVALID", lon === undefined ? "the longitude is missing" : "the latitude is missing")
  const measurements = { ...(battery_voltage === undefined ? {} : { battery_voltage }), ...(temperature_c === undefined ? {} : { temperature_c }) }
  const measured = Object.keys(measurements).length > 0 ? { measurements } : {}
  if (lon === undefined) return "measurements" in measured ? { _tag: "Report", individual, tag, taxon: text("taxon"), at, report: measured } : { _tag: "LeftOut", why: "no position" }
  // Argos places a tag from its radio signal: a network's estimate, not a fix of the device.
  const network = text("sensor").toLowerCase().startsWith("argos") ? { record_type: "network" as const } : {}
  return { _tag: "Report", individual, tag, taxon: text("taxon"), at, report: { lon, lat: lat!, ...rest, ...network, ...measured } }
}
