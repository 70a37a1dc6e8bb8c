// Meshtastic, by the JSON that its gateways publish: positions, telemetry and names of nodes. Texts of people, routes
// and neighbours are about the mesh. https://meshtastic.org/docs/software/integrations/mqtt/
import { Result } from "effect"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { inOwnUnit } from "../scalars/readQuantity.ts"
import { scaled } from "../scalars/scaled.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { unlessEmpty, withoutAbsent, nameAt, parseBody, textAt } from "./json.ts"
import { mapFields } from "./mapFields.ts"
import { from, inUnit, madeFrom, orArrival, type Origins, scaledBy } from "./Origin.ts"

/** Degrees are counted in ten millionths, courses in hundred thousandths. */
const POSITION_STEP_DEGREES = 1e-7
const COURSE_STEP_DEGREES = 1e-5
/** A battery above is no battery: the node is powered. */
const MAX_BATTERY_PERCENT = 100

/** Returns a node's number as its apps write it: `!7efeee00`. */
const nodeOf = (from: unknown): string | undefined => {
  if (typeof from === "string") return from === "" ? undefined : from
  return typeof from === "number" && Number.isSafeInteger(from) && from >= 0
    ? `!${from.toString(16).padStart(8, "0")}`
    : undefined
}

const isZero = (value: unknown): boolean => readNumber(value) === 0

const position = (payload: JsonObject): JsonObject =>
  withoutAbsent({
    // when the fix was made, else when the node said so
    time: payload["timestamp"] ?? payload["time"],
    lat: scaled(null, payload["latitude_i"], POSITION_STEP_DEGREES),
    lon: scaled(null, payload["longitude_i"], POSITION_STEP_DEGREES),
    altitude_m: payload["altitude"],
    speed_mps: inOwnUnit("speed_mps", payload["ground_speed"], "km/h"),
    heading_deg: scaled("heading_deg", payload["ground_track"], COURSE_STEP_DEGREES),
    satellites: payload["sats_in_view"],
    measurements: withoutAbsent({
      pdop: scaled("hdop", payload["PDOP"], 0.01),
      hdop: scaled("hdop", payload["HDOP"], 0.01)
    }),
    attributes: unlessEmpty(withoutAbsent({ precision_bits: payload["precision_bits"] }))
  })

/** Metrics whose names in telemetry differ from the standard names. */
const metrics: ReadonlyMap<string, string> = new Map([
  ["voltage", "battery_voltage"],
  ["temperature", "temperature_c"],
  ["relative_humidity", "humidity_percent"],
  ["barometric_pressure", "pressure_hpa"]
])

const telemetry = (payload: JsonObject): JsonObject => {
  const { battery_level: battery, ...others } = payload
  const level = readNumber(battery),
    isPowered = typeof level === "number" && level > MAX_BATTERY_PERCENT && level <= MAX_BATTERY_PERCENT + 1
  return {
    measurements: withoutAbsent({
      battery_percent: isPowered ? undefined : battery,
      ...(typeof level === "number" ? { external_power: isPowered } : {}),
      ...Object.fromEntries(
        Object.entries(others)
          .filter(([name, value]) => typeof value === "number" && !(name === "voltage" && isZero(value)))
          .slice(0, 100)
          .map(([name, value]) => [metrics.get(name) ?? name, value])
      )
    })
  }
}

const names = (payload: JsonObject): JsonObject =>
  withoutAbsent({
    device_name: nameAt(payload, "longname"),
    state: unlessEmpty(
      withoutAbsent({ node_name: textAt(payload, "longname"), short_name: textAt(payload, "shortname") })
    )
  })

const readers: ReadonlyMap<unknown, (payload: JsonObject) => JsonObject> = new Map([
  ["position", position],
  ["telemetry", telemetry],
  ["nodeinfo", names]
])

/** Returns the reception of a node by the gateway, if there was one. */
const heard = ({ hops_away, rssi, snr }: JsonObject): JsonObject =>
  withoutAbsent({ rssi_dbm: rssi, snr_db: snr, hops_away })

const itemsOf = (whole: JsonObject, { config, receivedAt }: Message): ReadonlyArray<unknown> => {
  if (!("from" in whole) || !("type" in whole))
    return [
      new UnreadablePart(
        JSON.stringify(whole),
        "no message of Meshtastic in JSON: switch on JSON output in the MQTT settings of the gateway"
      )
    ]
  const read = readers.get(whole["type"]),
    { payload } = whole
  if (read === undefined || !isObject(payload)) return [] // text, neighborinfo, traceroute, waypoint, encrypted
  const { measurements, ...item } = read(payload)
  return [
    mapFields(
      withoutAbsent({
        device: nodeOf(whole["from"]),
        ...item,
        time: item["time"] ?? (isZero(whole["timestamp"]) ? receivedAt : (whole["timestamp"] ?? receivedAt)),
        measurements: unlessEmpty({ ...heard(whole), ...(isObject(measurements) ? measurements : {}) })
      }),
      whole,
      config.fields
    )
  ]
}

const common: Origins = {
  device: madeFrom("from"),
  device_name: from("payload.longname"),
  time: orArrival(from("timestamp")),
  "state.node_name": from("payload.longname"),
  "state.short_name": from("payload.shortname"),
  "measurements.rssi_dbm": from("rssi"),
  "measurements.snr_db": from("snr"),
  "measurements.hops_away": from("hops_away")
}
const ofPosition: Origins = {
  ...common,
  time: orArrival(from("payload.timestamp", "payload.time", "timestamp")),
  lat: scaledBy(POSITION_STEP_DEGREES, "payload.latitude_i"),
  lon: scaledBy(POSITION_STEP_DEGREES, "payload.longitude_i"),
  altitude_m: from("payload.altitude"),
  speed_mps: inUnit("speed_mps", "km/h", "payload.ground_speed"),
  heading_deg: scaledBy(COURSE_STEP_DEGREES, "payload.ground_track"),
  satellites: from("payload.sats_in_view"),
  "measurements.pdop": scaledBy(0.01, "payload.PDOP"),
  "measurements.hdop": scaledBy(0.01, "payload.HDOP"),
  "attributes.precision_bits": from("payload.precision_bits")
}
const ofOthers: Origins = {
  ...common,
  "measurements.battery_percent": from("payload.battery_level"),
  "measurements.external_power": madeFrom("payload.battery_level"),
  ...Object.fromEntries(
    [...metrics].map(([theirs, ours]) => [`measurements.${ours}`, from(`payload.${theirs}`)])
  ),
  "measurements.*": from("payload.*")
}

/** meshtastic decodes the JSON of Meshtastic gateways. */
export const meshtastic: Decoder = {
  origins: (item) => (item["lat"] === undefined ? ofOthers : ofPosition),
  decode: (message) =>
    message.body === ""
      ? Result.succeed([]) // how a retained message is taken back
      : Result.map(parseBody(message.body), (whole) =>
          isObject(whole) ? itemsOf(whole, message) : [new UnreadablePart(message.body, "not an object")]
        )
}
