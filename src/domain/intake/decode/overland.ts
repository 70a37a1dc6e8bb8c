// The Overland apps for phones: locations as GeoJSON features in one batch, which the app deletes once it is answered
// `{"result":"ok"}`. Visits and trips in a batch are positions too. https://overland.p3k.app/
import { Result } from "effect"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { scaled } from "../scalars/scaled.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { unlessEmpty, withoutAbsent, identityAt, objectAt, parseBody, textAt } from "./json.ts"
import { mapFields } from "./mapFields.ts"
import { from, madeFrom, type Origins, scaledBy } from "./Origin.ts"

const mapped = new Set([
  "timestamp",
  "altitude",
  "speed",
  "course",
  "horizontal_accuracy",
  "battery_level",
  "battery_state",
  "motion",
  "device_id",
  "unique_id"
])
/** -1 of what the phone does not know, of members that are only kept. */
const isUnknown = ([name, value]: readonly [string, unknown]): boolean =>
  value === "" || value === null || (value === -1 && name.endsWith("_accuracy"))

const motionOf = (motion: unknown): string | undefined => {
  const words = (Array.isArray(motion) ? motion : [motion]).filter((word) => typeof word === "string")
  return words.length === 0 ? undefined : words.join(", ")
}

/** Returns a share of one; what is more is no share, and is judged as percent. */
const batteryOf = (level: unknown): unknown => {
  const number = readNumber(level)
  return typeof number === "number" && number > 1 ? level : scaled("battery_percent", level, 100)
}

const itemOf = (location: unknown, { config }: Message): unknown => {
  const properties = objectAt(location, "properties"),
    coordinates = objectAt(location, "geometry")["coordinates"]
  if (!isObject(location) || !("timestamp" in properties))
    return new UnreadablePart(JSON.stringify(location ?? null), "no location as Overland sends it")
  const device = identityAt(properties, "device_id") ?? identityAt(properties, "unique_id")
  if (device === undefined && config.fields?.["device"] === undefined)
    return new UnreadablePart(
      JSON.stringify(location),
      "no device_id: give the phone a Device ID in the settings of Overland"
    )
  const [lon, lat] = Array.isArray(coordinates) ? (coordinates as ReadonlyArray<unknown>) : []
  const others = Object.entries(properties).filter((entry) => !mapped.has(entry[0]) && !isUnknown(entry))
  const item = withoutAbsent({
    device,
    time: properties["timestamp"],
    lat,
    lon,
    altitude_m: properties["altitude"],
    speed_mps: properties["speed"],
    heading_deg: properties["course"],
    accuracy_m: properties["horizontal_accuracy"],
    measurements: unlessEmpty(withoutAbsent({ battery_percent: batteryOf(properties["battery_level"]) })),
    state: unlessEmpty(
      withoutAbsent({ motion: motionOf(properties["motion"]), battery: textAt(properties, "battery_state") })
    ),
    attributes: unlessEmpty(Object.fromEntries(others.slice(0, 100)))
  })
  return mapFields(item, location, config.fields)
}

/** The place that is newest while a long queue is sent comes beside it, and again in its turn. */
const locationsIn = ({ current, locations }: JsonObject): ReadonlyArray<unknown> => [
  ...(Array.isArray(locations) ? (locations as ReadonlyArray<unknown>) : []),
  ...(isObject(current) ? [current] : [])
]

const origins: Origins = {
  device: from("properties.device_id", "properties.unique_id"),
  time: from("properties.timestamp"),
  lat: from("geometry.coordinates.1"),
  lon: from("geometry.coordinates.0"),
  altitude_m: from("properties.altitude"),
  speed_mps: from("properties.speed"),
  heading_deg: from("properties.course"),
  accuracy_m: from("properties.horizontal_accuracy"),
  "measurements.battery_percent": scaledBy(100, "properties.battery_level"),
  "state.motion": madeFrom("properties.motion"),
  "state.battery": from("properties.battery_state"),
  "attributes.*": from("properties.*")
}

/** overland decodes batches of the Overland apps. */
export const overland: Decoder = {
  origins: () => origins,
  reply: { status: 200, body: '{"result":"ok"}' },
  decode: (message) =>
    Result.map(parseBody(message.body), (payload) =>
      isObject(payload) && Array.isArray(payload["locations"])
        ? locationsIn(payload).map((location) => itemOf(location, message))
        : [new UnreadablePart(message.body, 'no list "locations" as Overland sends it')]
    )
}
