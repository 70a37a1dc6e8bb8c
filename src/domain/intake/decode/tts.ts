// The Things Stack 3 (The Things Network), by webhook or its MQTT server: uplinks with their decoded payload,
// and places that the network solved. Joins and downlinks are about the radio.
// https://www.thethingsindustries.com/docs/integrations/data-formats/
import { Result } from "effect"
import { atGateway, type Reception } from "./atGateway.ts"
import { type Decoder, type Message, Unreadable } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { filled, given, nameAt, objectAt, parseBody, textAt } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readDecoded } from "./readDecoded.ts"

/**
 * A place from the device's own receiver is its fix; any other was reckoned by the network. What somebody
 * typed in (REGISTRY) is no record.
 */
const locationOf = ({ accuracy, altitude, latitude, longitude, source }: JsonObject): JsonObject =>
  source === "SOURCE_REGISTRY" || (latitude === undefined && longitude === undefined)
    ? {}
    : given({
        // members that are 0 are left out
        lat: latitude ?? 0,
        lon: longitude ?? 0,
        altitude_m: altitude,
        accuracy_m: accuracy,
        record_type: source === "SOURCE_GPS" ? "gnss" : "network",
        attributes: filled(given({ source }))
      })

const receptions = (uplink: JsonObject): ReadonlyArray<Reception> =>
  (Array.isArray(uplink["rx_metadata"]) ? uplink["rx_metadata"] : []).filter(isObject).map((rx) => ({
    gateway: textAt(rx, "gateway_ids.gateway_id"),
    rssi: rx["rssi"],
    snr: rx["snr"],
    location: objectAt(rx, "location")
  }))

const uplinkItem = (payload: JsonObject, { config }: Message): JsonObject => {
  const uplink = objectAt(payload, "uplink_message")
  const item = mapFields(readDecoded(uplink["decoded_payload"], config), payload, config.fields)
  const known =
    Object.values(objectAt(uplink, "locations"))
      .filter(isObject)
      .map(locationOf)
      .find((place) => place["lat"] !== undefined) ?? {}
  const battery = uplink["last_battery_percentage"]
  const measurements = {
    ...(isObject(battery) ? given({ battery_percent: battery["value"] }) : {}),
    ...objectAt(item, "measurements")
  }
  const placed = item["lat"] === undefined && item["lon"] === undefined ? { ...item, ...known } : item
  return {
    time: textAt(uplink, "received_at") ?? payload["received_at"],
    ...atGateway({ ...placed, measurements: filled(measurements) }, receptions(uplink), config)
  }
}

const solvedItem = (payload: JsonObject): JsonObject => ({
  time: payload["received_at"],
  ...locationOf(objectAt(payload, "location_solved.location"))
})

const itemsOf = (payload: JsonObject, message: Message): ReadonlyArray<unknown> => {
  const isUplink = "uplink_message" in payload,
    isSolved = "location_solved" in payload
  if (!isUplink && !isSolved) {
    // downlink_ack, join_accept, service_data, ...: something else that happened to the device
    return "end_device_ids" in payload
      ? []
      : [
          new Unreadable(
            JSON.stringify(payload),
            "no message of The Things Stack 3: end_device_ids is missing"
          )
        ]
  }
  const name = nameAt(payload, "end_device_ids.device_id")
  const device = textAt(payload, "end_device_ids.dev_eui") ?? textAt(payload, "end_device_ids.device_id")
  if (device === undefined) return [new Unreadable(JSON.stringify(payload), "end_device_ids names no device")]
  const item = given({
    device,
    device_name: name === device ? undefined : name,
    ...(isUplink ? uplinkItem(payload, message) : solvedItem(payload))
  })
  return Object.keys(item).some((member) => !["device", "device_name", "time", "attributes"].includes(member))
    ? [item]
    : []
}

export const tts: Decoder = {
  decode: (message) =>
    Result.map(parseBody(message.body), (payload) =>
      isObject(payload) ? itemsOf(payload, message) : [new Unreadable(message.body, "not an object")]
    )
}
