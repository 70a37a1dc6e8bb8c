// Decides whether an item is sane: its clock, its place, its numbers, its size. Pure; types were checked
// before, and whose it is, whether it is new and what its metrics mean is decided where they are known. Runs
// for every item, so it makes little garbage.
import { maxTextLength, metricKeyPattern } from "../tracking/Metric.ts"
import {
  type Item,
  type Reading,
  refuse,
  type Refusal,
  type Report,
  type ReportedEvent,
  type ReportedFix,
  type ReportedState
} from "./Report.ts"
import { readTime } from "./readTime.ts"
import type { TraceCode } from "./TraceCode.ts"

/** 1990-01-01T00:00:00Z: a clock before it was never set (semantics, section 5). */
export const earliest = 631_152_000_000

/** Serialised attributes, one state value and one event context: UTF-8 bytes at most. */
export const maxJsonBytes = 16 * 1024

/** Faster than anything that is tracked on or near the ground; also keeps derived figures finite. */
export const maxSpeedMps = 3000

const named = new Set([
  "device",
  "device_id",
  "device_name",
  "time",
  "lat",
  "latitude",
  "lon",
  "lng",
  "longitude",
  "altitude_m",
  "altitude",
  "speed_mps",
  "speed",
  "heading_deg",
  "heading",
  "accuracy_m",
  "accuracy",
  "satellites",
  "record_type",
  "measurements",
  "metric",
  "value",
  "unit",
  "state",
  "events",
  "attributes"
])

const none: ReadonlyArray<never> = []
const encoder = new TextEncoder()

const tooLarge = (json: string): boolean =>
  json.length > maxJsonBytes || (json.length * 3 > maxJsonBytes && encoder.encode(json).length > maxJsonBytes)

const isRefusal = (value: object): value is Refusal => "_tag" in value && value._tag === "Refusal"

/**
 * The item's attributes and its unknown members as JSON text. Null prototypes: a member `__proto__` is plain
 * data.
 */
const attributesOf = (item: Item): string | null | Refusal => {
  let others: Record<string, unknown> | null = null
  for (const key in item) {
    if (named.has(key)) continue
    others ??= Object.create(null) as Record<string, unknown>
    others[key] = item[key]
  }
  if (others === null && item.attributes === undefined) return null
  const json = JSON.stringify(others === null ? item.attributes : { ...others, ...item.attributes })
  if (json === "{}") return null
  return tooLarge(json)
    ? refuse("ITEM_TOO_LARGE", "/attributes", `the attributes take more than ${maxJsonBytes} bytes`)
    : json
}

const fixOf = (item: Item): ReportedFix | null | Refusal => {
  const lat = item.lat ?? item.latitude,
    lon = item.lon ?? item.lng ?? item.longitude
  if (lat === undefined && lon === undefined) return null
  if (lat === undefined) return refuse("ITEM_INVALID", "/lat", "a longitude without a latitude")
  if (lon === undefined) return refuse("ITEM_INVALID", "/lon", "a latitude without a longitude")
  if (!(lat >= -90 && lat <= 90))
    return refuse("POSITION_OUT_OF_RANGE", "/lat", `latitude ${lat} is not between -90 and 90`)
  if (!(lon >= -180 && lon <= 180))
    return refuse("POSITION_OUT_OF_RANGE", "/lon", `longitude ${lon} is not between -180 and 180`)
  const speedMps = item.speed_mps ?? item.speed ?? null
  if (speedMps !== null && !(speedMps >= 0 && speedMps <= maxSpeedMps))
    return refuse("ITEM_INVALID", "/speed_mps", `speed ${speedMps} m/s is not between 0 and ${maxSpeedMps}`)
  const headingDeg = item.heading_deg ?? item.heading ?? null
  if (headingDeg !== null && !(headingDeg >= 0 && headingDeg <= 360))
    return refuse("ITEM_INVALID", "/heading_deg", `heading ${headingDeg} is not between 0 and 360`)
  const accuracyM = item.accuracy_m ?? item.accuracy ?? null
  if (accuracyM !== null && accuracyM < 0)
    return refuse("ITEM_INVALID", "/accuracy_m", `accuracy ${accuracyM} m is negative`)
  const attributes = attributesOf(item)
  if (attributes !== null && typeof attributes !== "string") return attributes
  return {
    lon,
    lat,
    speedMps,
    accuracyM,
    attributes,
    altitudeM: item.altitude_m ?? item.altitude ?? null,
    headingDeg: headingDeg === 360 ? 0 : headingDeg,
    satellites: item.satellites ?? null,
    network: item.record_type === "network",
    valid: item.valid !== false
  }
}

const readingsOf = (item: Item): ReadonlyArray<Reading> | Refusal => {
  if (item.measurements === undefined && item.metric === undefined && item.value === undefined) return none
  if (item.metric === undefined && item.value !== undefined)
    return refuse("ITEM_INVALID", "/metric", "a value without a metric")
  if (item.metric !== undefined && item.value === undefined)
    return refuse("ITEM_INVALID", "/value", "a metric without a value")
  const readings: Array<Reading> = []
  for (const metric in item.measurements)
    readings.push({ metric, value: item.measurements[metric]!, unit: null })
  if (item.metric !== undefined)
    readings.push({ metric: item.metric, value: item.value!, unit: item.unit ?? null })
  for (const { metric, value } of readings) {
    if (!metricKeyPattern.test(metric))
      return refuse(
        "METRIC_KEY",
        item.metric === metric ? "/metric" : "/measurements",
        `"${metric.slice(0, 80)}" cannot be a metric`
      )
    if (typeof value === "string" && value.length > maxTextLength)
      return refuse(
        "ITEM_TOO_LARGE",
        `/measurements/${metric}`,
        `the text of ${metric} has more than ${maxTextLength} characters`
      )
  }
  return readings
}

const statesOf = (item: Item): ReadonlyArray<ReportedState> | Refusal => {
  if (item.state === undefined) return none
  const states: Array<ReportedState> = []
  for (const key in item.state) {
    if (!metricKeyPattern.test(key))
      return refuse("METRIC_KEY", "/state", `"${key.slice(0, 80)}" cannot be a state`)
    const value = JSON.stringify(item.state[key])
    if (tooLarge(value))
      return refuse("ITEM_TOO_LARGE", `/state/${key}`, `the state takes more than ${maxJsonBytes} bytes`)
    states.push({ key, value })
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

const remarkOn = ({ lat, lon, valid }: ReportedFix): TraceCode | null =>
  !valid ? "MARKED_INVALID" : lat === 0 && lon === 0 ? "NULL_ISLAND" : null

/**
 * The report an item makes, or why it makes none. `receivedAt` is the arrival and `maxFutureMs` how far ahead
 * of it a device's clock may be, both in ms.
 */
export const accept = (item: Item, receivedAt: number, maxFutureMs: number): Report | Refusal => {
  const device = item.device ?? item.device_id
  if (device === undefined) return refuse("ITEM_INVALID", "/device", "the device is missing")
  const at = readTime(item.time)
  if (Number.isNaN(at))
    return refuse("TIMESTAMP_INVALID", "/time", "neither an RFC 3339 time with a zone nor a unix time")
  if (at > receivedAt + maxFutureMs)
    return refuse(
      "TIMESTAMP_INVALID",
      "/time",
      `${Math.round((at - receivedAt) / 1000)} s ahead of its arrival`
    )
  if (at < earliest) return refuse("TIMESTAMP_INVALID", "/time", "before 1990")
  const fix = fixOf(item)
  if (fix !== null && isRefusal(fix)) return fix
  const readings = readingsOf(item)
  if (isRefusal(readings)) return readings
  const states = statesOf(item)
  if (isRefusal(states)) return states
  const events = eventsOf(item)
  if (isRefusal(events)) return events
  if (fix === null && readings.length + states.length + events.length === 0)
    return refuse("ITEM_INVALID", "", "neither a position nor a measurement, a state or an event")
  return {
    _tag: "Report",
    device,
    at,
    fix,
    readings,
    states,
    events,
    remark: fix === null ? null : remarkOn(fix)
  }
}
