// Phones: OsmAnd's online tracking and Traccar Client. Parameters of a query or a form, and the JSON that
// Traccar Client sends since its version 9. https://www.traccar.org/osmand/
import { Result } from "effect"
import { refuse } from "../Report.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { from, inUnit, madeFrom, orArrival, type Origins, scaledBy } from "./Origin.ts"
import { at, unlessEmpty, withoutAbsent, objectAt, parseBody, textAt, multiplied } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { isMarkedInvalid } from "../scalars/fixFlags.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { inOwnUnit } from "../scalars/readQuantity.ts"
import { keyOf } from "./readLorawanObject.ts"
import { alarmsOf } from "./traccar.ts"

const mapped = new Set([
  "id",
  "deviceid",
  "timestamp",
  "lat",
  "lon",
  "location",
  "speed",
  "bearing",
  "heading",
  "altitude",
  "accuracy",
  "hdop",
  "batt",
  "charge",
  "valid",
  "alarm"
])

/** A number where the text is one; any other text as it is, for the check of items to judge. */
const number = (text: string | undefined): number | string | undefined => {
  if (text === undefined || text === "") return undefined
  const reading = readNumber(text)
  return typeof reading === "number" ? reading : text
}

const flag = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === "true" || text === "1"

/** 0: not known, at phones whose system gives no accuracy. */
const accuracyOf = (value: unknown): unknown => (readNumber(value) === 0 ? undefined : value)

const withoutZone = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/u
/** The plus of an offset that its sender did not encode is a space in a query. */
const bareOffset = /(T\d\d:\d\d:\d\d(?:\.\d+)?) (\d\d(?::?\d\d)?)$/u

/** Unix time, RFC 3339, or `2026-05-01 12:00:00`, which is UTC. */
const timeOf = (text: string | undefined, receivedAt: number): number | string => {
  const time = number(text) ?? receivedAt
  if (typeof time === "number") return time
  return withoutZone.test(time) ? `${time}Z` : time.replace(bareOffset, "$1+$2")
}

const fromParameters = (parameters: URLSearchParams, { config, receivedAt }: Message): JsonObject => {
  const of = (...names: ReadonlyArray<string>) =>
    names.map((name) => parameters.get(name)).find((text) => text !== null) ?? undefined
  const [lat, lon] = of("location")?.split(",", 2) ?? [of("lat"), of("lon")]
  const others = [...parameters].filter(([name]) => !mapped.has(name)).slice(0, 100)
  const numbers = others.flatMap(([name, text]) => {
    const value = number(text)
    return typeof value === "number" ? [[keyOf([name]), value] as const] : []
  })
  const texts = others.filter(([, text]) => typeof number(text) !== "number")
  const fix = {
    lat: number(lat),
    lon: number(lon),
    altitude_m: number(of("altitude")),
    heading_deg: number(of("bearing", "heading")),
    accuracy_m: accuracyOf(number(of("accuracy"))),
    speed_mps: inOwnUnit("speed_mps", number(of("speed")), config.speed_unit ?? "kn"),
    attributes: unlessEmpty(Object.fromEntries(texts))
  }
  return withoutAbsent({
    device: of("id", "deviceid"),
    time: timeOf(of("timestamp"), receivedAt),
    ...(isMarkedInvalid(of("valid")) ? {} : fix),
    measurements: unlessEmpty(
      withoutAbsent({
        ...Object.fromEntries(numbers),
        battery_percent: number(of("batt")),
        hdop: number(of("hdop")),
        charging: flag(of("charge"))
      })
    ),
    events: alarmsOf(of("alarm"))
  })
}

/** Traccar Client says -1 for what it does not know. */
const known = (value: unknown): unknown => (value === -1 ? undefined : value)

const fromLocation = (location: unknown, device: unknown): unknown => {
  if (!isObject(location))
    return new UnreadablePart(JSON.stringify(location ?? null), "no location as Traccar Client sends it")
  const coords = objectAt(location, "coords")
  return withoutAbsent({
    device,
    time: location["timestamp"],
    lat: coords["latitude"],
    lon: coords["longitude"],
    altitude_m: coords["altitude"],
    speed_mps: known(coords["speed"]),
    heading_deg: known(coords["heading"]),
    accuracy_m: accuracyOf(known(coords["accuracy"])),
    measurements: unlessEmpty(
      withoutAbsent({
        battery_percent: multiplied(known(at(location, "battery.level")), 100),
        charging: at(location, "battery.is_charging"),
        moving: location["is_moving"],
        odometer_km: multiplied(known(location["odometer"]), 1e-3)
      })
    ),
    state: unlessEmpty(withoutAbsent({ motion: textAt(location, "activity.type") })),
    attributes: unlessEmpty(withoutAbsent({ event: location["event"] })),
    events: alarmsOf(textAt(location, "extras.alarm") ?? textAt(location, "alarm"))
  })
}

const fromJson = (message: Message): Result.Result<ReadonlyArray<unknown>, ReturnType<typeof refuse>> =>
  Result.map(parseBody(message.body), (whole) =>
    (Array.isArray(whole) ? whole : [whole]).flatMap((payload: unknown) => {
      if (!isObject(payload)) return [new UnreadablePart(JSON.stringify(payload), "not an object")]
      const { location } = payload
      return (Array.isArray(location) ? location : [location]).map((each) => {
        const item = fromLocation(each, payload["device_id"])
        return item instanceof UnreadablePart
          ? item
          : // the other thing it gives is an item
            mapFields(item as JsonObject, payload, message.config.fields)
      })
    })
  )

const ofParameters = (speedUnit: string): Origins => ({
  device: from("id", "deviceid"),
  time: orArrival(madeFrom("timestamp")),
  lat: madeFrom("location", "lat"),
  lon: madeFrom("location", "lon"),
  altitude_m: from("altitude"),
  heading_deg: from("bearing", "heading"),
  accuracy_m: from("accuracy"),
  speed_mps: inUnit("speed_mps", speedUnit, "speed"),
  "measurements.battery_percent": from("batt"),
  "measurements.charging": madeFrom("charge"),
  "measurements.*": from("*"),
  "attributes.*": from("*"),
  "events.*": madeFrom("alarm")
})
const ofJson: Origins = {
  device: from("device_id"),
  time: from("timestamp"),
  lat: from("coords.latitude"),
  lon: from("coords.longitude"),
  altitude_m: from("coords.altitude"),
  speed_mps: from("coords.speed"),
  heading_deg: from("coords.heading"),
  accuracy_m: from("coords.accuracy"),
  "measurements.battery_percent": scaledBy(100, "battery.level"),
  "measurements.charging": from("battery.is_charging"),
  "measurements.moving": from("is_moving"),
  "measurements.odometer_km": scaledBy(1e-3, "odometer"),
  "state.motion": from("activity.type"),
  "attributes.event": from("event"),
  "events.*": madeFrom("extras.alarm", "alarm")
}

/** Traccar Client says always whether it moves, as no parameter can. */
const isFromJson = (item: JsonObject): boolean => typeof at(item, "measurements.moving") === "boolean"

/** osmand decodes reports of OsmAnd and Traccar Client. */
export const osmand: Decoder = {
  origins: (item, { speed_unit }) => (isFromJson(item) ? ofJson : ofParameters(speed_unit ?? "kn")),
  reply: { status: 200 }, // Traccar Client keeps what is answered by any other success
  decode: (message) => {
    if (message.contentType === "application/json" && message.body !== "") return fromJson(message)
    const parameters = new URLSearchParams(message.query === "" ? message.body : message.query)
    if (parameters.size === 0)
      return Result.fail(
        refuse(
          "PAYLOAD_DECODE_FAILED",
          "",
          "No parameters: id, lat, lon and timestamp are expected in the query or as a form."
        )
      )
    return Result.succeed([
      mapFields(fromParameters(parameters, message), Object.fromEntries(parameters), message.config.fields)
    ])
  }
}
