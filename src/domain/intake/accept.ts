// Decides whether an item is sane: its clock, its place, its numbers, its size; a value that its sender does not
// know empties its own field and nothing else. Pure; the types of members were checked before, and whose it is,
// whether it is new and what its metrics mean is decided where they are known. Runs for every item, so it makes
// little garbage.
import { metricKeyPattern } from "../tracking/Metric.ts"
import { isRefusal, maxJsonBytes, type Notes, shown, tooLarge, unknownIn } from "./itemNotes.ts"
import { readFix } from "./readFix.ts"
import { readReadings } from "./readReadings.ts"
import {
  type Item,
  refuse,
  type Refusal,
  type Report,
  type ReportedEvent,
  type ReportedFix,
  type ReportedState
} from "./Report.ts"
import { readTime } from "./readTime.ts"
import { isMarkedInvalid, saysNoFix } from "./scalars/fixFlags.ts"
import { readIdentity } from "./scalars/readIdentity.ts"
import { isNullIsland } from "./scalars/readPlace.ts"
import type { TraceCode } from "./TraceCode.ts"

/** 1990-01-01T00:00:00Z: a clock before it was never set. */
const EARLIEST_DEVICE_TIME_MS = 631_152_000_000

const YEAR_MS = 31_557_600_000

const none: ReadonlyArray<never> = []
const statesOf = (item: Item, notes: Notes): ReadonlyArray<ReportedState> | Refusal => {
  if (item.state === undefined) return none
  const states: Array<ReportedState> = []
  for (const key in item.state) {
    if (!metricKeyPattern.test(key))
      return refuse("METRIC_KEY", "/state", `"${key.slice(0, 80)}" cannot be a state`)
    const value = JSON.stringify(item.state[key])
    if (tooLarge(value))
      return refuse("ITEM_TOO_LARGE", `/state/${key}`, `the state takes more than ${maxJsonBytes} bytes`)
    states.push({ key, value })
    if (saysNoFix(key, item.state[key])) notes.hasNoFix = true
  }
  return states
}

const eventsOf = (item: Item): ReadonlyArray<ReportedEvent> | Refusal => {
  if (item.events === undefined) return none
  const events: Array<ReportedEvent> = []
  for (const { type, title, severity, context } of item.events) {
    const json = JSON.stringify(context ?? {})
    if (tooLarge(json))
      return refuse(
        "ITEM_TOO_LARGE",
        `/events/${events.length}/context`,
        `the context takes more than ${maxJsonBytes} bytes`
      )
    events.push({ type, title, severity: severity ?? "info", context: json })
  }
  return events
}

/** Returns the code of the fault that makes a fix unusable; null: there is none. */
const flawOf = ({ lat, lon }: ReportedFix, { valid }: Item, { hasNoFix }: Notes): TraceCode | null =>
  isMarkedInvalid(valid)
    ? "MARKED_INVALID"
    : isNullIsland(lat, lon)
      ? "NULL_ISLAND"
      : hasNoFix
        ? "NO_FIX"
        : null

const deviceOf = ({ device, device_id }: Item): string | Refusal => {
  const sent = device ?? device_id
  if (sent === undefined) return refuse("ITEM_INVALID", "/device", "the device is missing")
  return (
    readIdentity(sent) ??
    refuse(
      "ITEM_INVALID",
      device === undefined ? "/device_id" : "/device",
      `${shown(sent)} is no whole number below 2^53, of which every digit is kept: send the device as text`
    )
  )
}

/**
 * The report an item makes, or why it makes none. `receivedAt` is the arrival and `maxFutureMs` how far ahead
 * of it a device's clock may be, both in ms.
 */
export const accept = (item: Item, receivedAt: number, maxFutureMs: number): Report | Refusal => {
  const device = deviceOf(item)
  if (typeof device !== "string") return device
  const at = readTime(item.time)
  if (Number.isNaN(at))
    return refuse("TIMESTAMP_INVALID", "/time", "neither an RFC 3339 time with a zone nor a unix time")
  if (at > receivedAt + maxFutureMs)
    return refuse(
      "TIMESTAMP_INVALID",
      "/time",
      `${Math.round((at - receivedAt) / 1000)} s ahead of its arrival`
    )
  if (at < EARLIEST_DEVICE_TIME_MS)
    return refuse(
      "TIMESTAMP_INVALID",
      "/time",
      `before 1990, ${Math.round((receivedAt - at) / YEAR_MS)} years behind its arrival`
    )
  const notes: Notes = { unknown: null, others: 0, refusal: null, hasNoFix: false }
  const measured = readFix(item, notes)
  if (measured !== null && isRefusal(measured)) return measured
  const readings = readReadings(item, notes)
  if (isRefusal(readings)) return readings
  const states = statesOf(item, notes)
  if (isRefusal(states)) return states
  const events = eventsOf(item)
  if (isRefusal(events)) return events
  const unknown = unknownIn(notes)
  if (measured === null && readings.length + states.length + events.length === 0)
    return refuse(
      "ITEM_INVALID",
      unknown?.pointer ?? "",
      unknown === null
        ? "neither a position nor a measurement, a state or an event"
        : `${unknown.detail}, and no position, measurement, state or event remains`
    )
  const flaw = measured === null ? null : flawOf(measured, item, notes)
  const fix = measured !== null && flaw !== null ? { ...measured, valid: false } : measured
  const remark = flaw ?? (unknown === null ? null : "FIELD_UNKNOWN")
  return unknown === null
    ? { _tag: "Report", device, at, fix, readings, states, events, remark }
    : { _tag: "Report", device, at, fix, readings, states, events, remark, unknown }
}
