// The fix of an item: where a device was, and what its receiver said beside it. Runs for every item.
import { maxJsonBytes, noteUnknown, type Notes, shown, tooLarge } from "./itemNotes.ts"
import { type Item, refuse, type Refusal, type ReportedFix } from "./Report.ts"
import { saysNoFix } from "./scalars/fixFlags.ts"
import type { Quantity } from "./scalars/quantities.ts"
import { type Axis, isUnknownPair, readDegrees } from "./scalars/readPlace.ts"
import { rangeOf, readQuantity } from "./scalars/readQuantity.ts"

/** Members that have a meaning of their own; all others are attributes. */
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

/**
 * Returns the item's attributes and its unknown members as JSON text. Null prototypes: a member `__proto__`
 * is plain data.
 */
const attributesOf = (item: Item, notes: Notes): string | null | Refusal => {
  let others: Record<string, unknown> | null = null
  for (const key in item) {
    if (named.has(key)) continue
    others ??= Object.create(null) as Record<string, unknown>
    others[key] = item[key]
    if (saysNoFix(key, item[key])) notes.hasNoFix = true
  }
  for (const key in item.attributes) if (saysNoFix(key, item.attributes[key])) notes.hasNoFix = true
  if (others === null && item.attributes === undefined) return null
  const json = JSON.stringify(others === null ? item.attributes : { ...others, ...item.attributes })
  if (json === "{}") return null
  return tooLarge(json)
    ? refuse("ITEM_TOO_LARGE", "/attributes", `the attributes take more than ${maxJsonBytes} bytes`)
    : json
}

/**
 * Returns a minor value of a fix, from `value` or else its other name; null: none is given, known or
 * possible.
 */
const minorOf = (
  quantity: Quantity,
  value: unknown,
  other: unknown,
  otherName: string,
  notes: Notes
): number | null => {
  const given = value ?? other
  if (given === undefined || given === null) return null
  const reading = readQuantity(quantity, given)
  if (typeof reading === "number") return reading
  const pointer = value === undefined || value === null ? otherName : `/${quantity}`
  if (reading === "not known") noteUnknown(notes, pointer, given)
  else
    notes.refusal ??= refuse(
      "ITEM_INVALID",
      pointer,
      reading === "unreadable"
        ? `${shown(given)} is not a number`
        : `${shown(given)} is not ${rangeOf(quantity)}`
    )
  return null
}

const axisNames = { lat: "latitude", lon: "longitude" } as const

/** Degrees of an item's member; null: its sender does not know them, or they are none, which is noted. */
const degreesOf = (axis: Axis, value: unknown, pointer: string, notes: Notes): number | null => {
  const reading = readDegrees(value, axis)
  if (reading === "not known") noteUnknown(notes, pointer, value)
  else if (reading === "unreadable")
    notes.refusal ??= refuse(
      "ITEM_INVALID",
      pointer,
      `${shown(value)} is not a ${axisNames[axis]} in degrees`
    )
  else return reading
  return null
}

const limits = { lat: 90, lon: 180 } as const

const outOfRange = (axis: Axis, degrees: number, pointer: string): Refusal | null =>
  degrees >= -limits[axis] && degrees <= limits[axis]
    ? null
    : refuse(
        "POSITION_OUT_OF_RANGE",
        pointer,
        `${axisNames[axis]} ${degrees} is not between -${limits[axis]} and ${limits[axis]}`
      )

/** Reads the fix of an item; null: it has none, or its sender does not know where it was. */
export const readFix = (item: Item, notes: Notes): ReportedFix | null | Refusal => {
  const { lat: shortLat, latitude, lng, lon: shortLon, longitude } = item
  if (
    shortLat === undefined &&
    latitude === undefined &&
    shortLon === undefined &&
    lng === undefined &&
    longitude === undefined
  )
    return null
  if (shortLat === undefined && latitude === undefined)
    return refuse("ITEM_INVALID", "/lat", "a longitude without a latitude")
  if (shortLon === undefined && lng === undefined && longitude === undefined)
    return refuse("ITEM_INVALID", "/lon", "a latitude without a longitude")
  const latPointer = shortLat === undefined ? "/latitude" : "/lat"
  const lonPointer = shortLon !== undefined ? "/lon" : lng !== undefined ? "/lng" : "/longitude"
  const lat = degreesOf("lat", shortLat ?? latitude, latPointer, notes),
    lon = degreesOf("lon", shortLon ?? lng ?? longitude, lonPointer, notes)
  if (notes.refusal !== null) return notes.refusal
  if (lat === null || lon === null) return null
  if (isUnknownPair(lat, lon)) {
    noteUnknown(notes, latPointer, lat)
    return null
  }
  const refusal = outOfRange("lat", lat, latPointer) ?? outOfRange("lon", lon, lonPointer)
  if (refusal !== null) return refusal
  const speedMps = minorOf("speed_mps", item.speed_mps, item.speed, "/speed", notes)
  const headingDeg = minorOf("heading_deg", item.heading_deg, item.heading, "/heading", notes)
  const accuracyM = minorOf("accuracy_m", item.accuracy_m, item.accuracy, "/accuracy", notes)
  const altitudeM = minorOf("altitude_m", item.altitude_m, item.altitude, "/altitude", notes)
  const satellites = minorOf("satellites", item.satellites, undefined, "/satellites", notes)
  if (notes.refusal !== null) return notes.refusal
  const attributes = attributesOf(item, notes)
  if (attributes !== null && typeof attributes !== "string") return attributes
  const network = item.record_type === "network"
  // a fix without satellites is no fix, unless the sender marks it as valid
  if (satellites === 0 && !network && item.valid !== true) notes.hasNoFix = true
  return {
    lon,
    lat,
    speedMps,
    accuracyM,
    attributes,
    altitudeM,
    headingDeg: headingDeg === 360 ? 0 : headingDeg,
    satellites,
    network,
    valid: true
  }
}
