// What a Traccar server forwards (`forward.type` json): a position with its device, or a bare position.
// Speeds are in knots, distances in metres. https://www.traccar.org/forward/ and the models Position and
// Device of https://www.traccar.org/api-reference/
import { Result } from "effect"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { from, inUnit, madeFrom, type Origins, scaledBy } from "./Origin.ts"
import {
  unlessEmpty,
  withoutAbsent,
  identityAt,
  nameAt,
  objectAt,
  parseBody,
  textAt,
  multiplied
} from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { isMarkedInvalid, saysNoFix } from "../scalars/fixFlags.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { inOwnUnit } from "../scalars/readQuantity.ts"
import { keyOf } from "./readLorawanObject.ts"

/** Attributes of a position under other names and in other units here. */
const known: ReadonlyMap<string, readonly [metric: string, factor: number]> = new Map([
  ["battery", ["battery_voltage", 1]],
  ["batteryLevel", ["battery_percent", 1]],
  ["odometer", ["odometer_km", 1e-3]],
  ["totalDistance", ["total_distance_km", 1e-3]]
])

/** Returns the alarms of a position as events. */
export const alarmsOf = (alarm: string | undefined): ReadonlyArray<JsonObject> | undefined => {
  const names = (alarm ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .slice(0, 20)
  return names.length === 0
    ? undefined
    : names.map((name) => ({
        type: "DEVICE_ALARM",
        title: `Alarm: ${name.slice(0, 200)}`,
        severity: "warning",
        context: { alarm: name }
      }))
}

const isZero = (value: unknown): boolean => readNumber(value) === 0

/** Whether an attribute is a measurement; texts only of those that are numbers. */
const isMeasured = (name: string, value: unknown): boolean =>
  name !== "sat" &&
  (typeof value === "number" ||
    typeof value === "boolean" ||
    (typeof value === "string" && known.has(name) && readNumber(value) !== "unreadable"))

const measurementsOf = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => isMeasured(name, value))
      .slice(0, 150)
      .map(([name, value]) => {
        const [metric, factor] = known.get(name) ?? [keyOf([name]), 1]
        if (factor === 1) return [metric, value]
        const number = readNumber(value)
        return [metric, typeof number === "number" ? multiplied(number, factor) : value]
      })
  )

const deviceOf = (position: JsonObject, device: JsonObject): string | undefined =>
  identityAt(device, "uniqueId") ?? identityAt(position, "deviceId")

const itemOf = (position: JsonObject, device: JsonObject): JsonObject => {
  const attributes = objectAt(position, "attributes")
  // an invalid or outdated position is an older one, repeated because the message brought none
  const isFix = !isMarkedInvalid(position["valid"]) && !saysNoFix("outdated", position["outdated"])
  const texts = Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => typeof value === "string" && name !== "alarm" && !isMeasured(name, value)
    )
  )
  const fix = {
    lat: position["latitude"],
    lon: position["longitude"],
    altitude_m: position["altitude"],
    heading_deg: position["course"],
    // 0 of a position that the server calls valid: its protocol does not tell
    satellites: isZero(attributes["sat"]) ? undefined : attributes["sat"],
    speed_mps: inOwnUnit("speed_mps", position["speed"], "kn"),
    accuracy_m: isZero(position["accuracy"]) ? undefined : position["accuracy"], // 0: not known
    attributes: unlessEmpty(
      withoutAbsent({ ...texts, protocol: position["protocol"], address: position["address"] })
    )
  }
  return withoutAbsent({
    device: deviceOf(position, device),
    device_name: nameAt(device, "name"),
    time: isFix
      ? (position["fixTime"] ?? position["deviceTime"])
      : (position["deviceTime"] ?? position["fixTime"]),
    ...(isFix ? fix : {}),
    measurements: unlessEmpty(measurementsOf(attributes)),
    events: alarmsOf(textAt(attributes, "alarm"))
  })
}

const saysNothing = (item: JsonObject): boolean =>
  item["lat"] === undefined &&
  item["lon"] === undefined &&
  item["measurements"] === undefined &&
  item["events"] === undefined

const itemsOf = (payload: unknown, { config }: Message): ReadonlyArray<unknown> => {
  if (!isObject(payload)) return [new UnreadablePart(JSON.stringify(payload), "not an object")]
  if ("event" in payload) return [] // event forwarding: its position came by itself
  const position = "position" in payload ? payload["position"] : payload
  if (!isObject(position) || !("latitude" in position || "fixTime" in position))
    return [
      new UnreadablePart(
        JSON.stringify(payload),
        "no position as Traccar forwards it: set forward.type to json"
      )
    ]
  const item = mapFields(itemOf(position, objectAt(payload, "device")), payload, config.fields)
  return saysNothing(item) ? [] : [item]
}

const common: Origins = {
  device: from("device.uniqueId", "deviceId"),
  device_name: from("device.name"),
  lat: from("latitude"),
  lon: from("longitude"),
  altitude_m: from("altitude"),
  heading_deg: from("course"),
  accuracy_m: from("accuracy"),
  speed_mps: inUnit("speed_mps", "kn", "speed"),
  satellites: from("attributes.sat"),
  ...Object.fromEntries(
    [...known].map(([name, [metric, factor]]) => [
      `measurements.${metric}`,
      factor === 1 ? from(`attributes.${name}`) : scaledBy(factor, `attributes.${name}`)
    ])
  ),
  "measurements.*": from("attributes.*"),
  "events.*": madeFrom("attributes.alarm"),
  "attributes.protocol": from("protocol"),
  "attributes.address": from("address"),
  "attributes.*": from("attributes.*")
}
const ofFix: Origins = { ...common, time: from("fixTime", "deviceTime") }
const ofNoFix: Origins = { ...common, time: from("deviceTime", "fixTime") }

/** traccar decodes positions that a Traccar server forwards. */
export const traccar: Decoder = {
  origins: (item) => (item["lat"] === undefined ? ofNoFix : ofFix),
  decode: (message) =>
    Result.map(parseBody(message.body), (whole) =>
      (Array.isArray(whole) ? whole : [whole]).flatMap((payload) => itemsOf(payload, message))
    )
}
