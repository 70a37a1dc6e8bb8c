// The Things Stack 3 (The Things Network), by webhook or its MQTT server: uplinks with their decoded payload,
// and places that the network solved. Joins and downlinks are about the radio.
// https://www.thethingsindustries.com/docs/integrations/data-formats/
import { Result } from "effect"
import { atGateway, type Reception } from "./atGateway.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { ADAPTER_ORIGIN, from, madeFrom, type Origins, within } from "./Origin.ts"
import { at, unlessEmpty, withoutAbsent, identityAt, nameAt, objectAt, parseBody, textAt } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readDegrees } from "../scalars/readPlace.ts"
import { readLorawanObject } from "./readLorawanObject.ts"
import { undecodedPart } from "./undecoded.ts"

/**
 * A place from the device's own receiver is its fix; any other was computed by the network. A place that
 * was typed in (REGISTRY) is no record.
 */
const locationOf = ({ accuracy, altitude, latitude, longitude, source }: JsonObject): JsonObject =>
  source === "SOURCE_REGISTRY" || (latitude === undefined && longitude === undefined)
    ? {}
    : withoutAbsent({
        // members that are 0 are left out
        lat: latitude ?? 0,
        lon: longitude ?? 0,
        altitude_m: altitude,
        accuracy_m: accuracy,
        record_type: source === "SOURCE_GPS" ? "gnss" : "network",
        attributes: unlessEmpty(withoutAbsent({ source }))
      })

const receptions = (uplink: JsonObject): ReadonlyArray<Reception> =>
  (Array.isArray(uplink["rx_metadata"]) ? uplink["rx_metadata"] : []).filter(isObject).map((rx) => ({
    gateway: textAt(rx, "gateway_ids.gateway_id"),
    rssi: rx["rssi"],
    snr: rx["snr"],
    location: objectAt(rx, "location")
  }))

const isUnplaced = ({ lat, lon }: JsonObject): boolean =>
  readDegrees(lat, "lat") === "not known" && readDegrees(lon, "lon") === "not known"

/** Reads an uplink, and notes the part of it that could not be read. */
const readUplink = (payload: JsonObject, { config }: Message, device: string) => {
  const uplink = objectAt(payload, "uplink_message")
  const item = mapFields(readLorawanObject(uplink["decoded_payload"], config), payload, config.fields)
  const known =
    Object.values(objectAt(uplink, "locations"))
      .filter(isObject)
      .map(locationOf)
      .find((place) => place["lat"] !== undefined) ?? {}
  const battery = uplink["last_battery_percentage"]
  const measurements = {
    ...(isObject(battery) ? withoutAbsent({ battery_percent: battery["value"] }) : {}),
    ...objectAt(item, "measurements")
  }
  const placed = isUnplaced(item) ? { ...item, ...known } : item
  const sent = {
    device,
    data: uplink["frm_payload"],
    port: uplink["f_port"],
    decoded: uplink["decoded_payload"],
    codec: "payload formatter"
  }
  return {
    item: {
      time: textAt(uplink, "received_at") ?? payload["received_at"],
      ...atGateway({ ...placed, measurements: unlessEmpty(measurements) }, receptions(uplink), config)
    },
    unread: undecodedPart(item, sent, payload, config.other_fields === "drop")
  }
}

const solvedItem = (payload: JsonObject): JsonObject => ({
  time: payload["received_at"],
  ...locationOf(objectAt(payload, "location_solved.location"))
})

/** Members that alone say nothing. */
const unsaying = new Set(["device", "device_name", "time", "attributes"])

const itemsOf = (payload: JsonObject, message: Message): ReadonlyArray<unknown> => {
  const isUplink = "uplink_message" in payload,
    isSolved = "location_solved" in payload
  if (!isUplink && !isSolved) {
    // downlink_ack, join_accept, service_data, ...: something else that happened to the device
    return "end_device_ids" in payload
      ? []
      : [
          new UnreadablePart(
            JSON.stringify(payload),
            "no message of The Things Stack 3: end_device_ids is missing"
          )
        ]
  }
  const name = nameAt(payload, "end_device_ids.device_id")
  const device =
    identityAt(payload, "end_device_ids.dev_eui") ?? identityAt(payload, "end_device_ids.device_id")
  if (device === undefined)
    return [new UnreadablePart(JSON.stringify(payload), "end_device_ids names no device")]
  const read = isUplink ? readUplink(payload, message, device) : { item: solvedItem(payload), unread: null }
  const item: JsonObject = {
    device,
    ...withoutAbsent({ device_name: name === device ? undefined : name }),
    ...Object.fromEntries(Object.entries(read.item).filter(([, value]) => value !== undefined))
  }
  const items = Object.keys(item).some((member) => !unsaying.has(member)) ? [item] : []
  return read.unread === null ? items : [...items, read.unread]
}

const common: Origins = {
  device: from("end_device_ids.dev_eui", "end_device_ids.device_id"),
  device_name: from("end_device_ids.device_id")
}
const DECODED_PATH = "uplink_message.decoded_payload"
const LOCATIONS_PATH = "uplink_message.locations"
const RECEPTIONS_PATH = "uplink_message.rx_metadata"
const ofUplink: Origins = {
  ...common,
  time: from("uplink_message.received_at", "received_at"),
  record_type: ADAPTER_ORIGIN,
  ...Object.fromEntries(
    ["lat", "lon", "altitude_m", "speed_mps", "heading_deg", "accuracy_m", "satellites"].map((field) => [
      field,
      within(DECODED_PATH)
    ])
  ),
  "measurements.battery_percent": within(DECODED_PATH, "uplink_message.last_battery_percentage"),
  "measurements.rssi_dbm": within(DECODED_PATH, RECEPTIONS_PATH),
  "measurements.snr_db": within(DECODED_PATH, RECEPTIONS_PATH),
  "measurements.*": within(DECODED_PATH),
  "state.*": within(DECODED_PATH),
  "attributes.gateway": within(RECEPTIONS_PATH)
}
const ofGateway: Origins = { ...ofUplink, lat: within(RECEPTIONS_PATH), lon: within(RECEPTIONS_PATH) }
const ofNetwork: Origins = {
  ...ofUplink,
  ...Object.fromEntries(
    ["lat", "lon", "record_type", "attributes.source"].map((field) => [field, within(LOCATIONS_PATH)])
  ),
  altitude_m: within(LOCATIONS_PATH, DECODED_PATH),
  accuracy_m: within(LOCATIONS_PATH, DECODED_PATH)
}
const SOLVED_PATH = "location_solved.location"
const ofSolved: Origins = {
  ...common,
  time: from("received_at"),
  lat: from(`${SOLVED_PATH}.latitude`),
  lon: from(`${SOLVED_PATH}.longitude`),
  altitude_m: from(`${SOLVED_PATH}.altitude`),
  accuracy_m: from(`${SOLVED_PATH}.accuracy`),
  record_type: madeFrom(`${SOLVED_PATH}.source`),
  "attributes.source": from(`${SOLVED_PATH}.source`)
}

/** Returns the origins of an item by the source of its position; a solved position has no measurements. */
const originsOf = (item: JsonObject): Origins => {
  if (at(item, "attributes.gateway") !== undefined) return ofGateway
  if (item["record_type"] === undefined) return ofUplink
  return item["measurements"] === undefined && item["state"] === undefined ? ofSolved : ofNetwork
}

/** tts decodes uplinks of The Things Stack 3. */
export const tts: Decoder = {
  origins: originsOf,
  decode: (message) =>
    Result.map(parseBody(message.body), (payload) =>
      isObject(payload) ? itemsOf(payload, message) : [new UnreadablePart(message.body, "not an object")]
    )
}
