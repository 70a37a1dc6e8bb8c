// ChirpStack 4, by its HTTP integration (JSON) or its MQTT integration: uplinks with their decoded object,
// locations that the network found, battery status. Joins and acknowledgements are about the radio and not
// about the animal. https://www.chirpstack.io/docs/chirpstack/integrations/events.html
import { Result } from "effect"
import { type Decoder, type Message, Unreadable } from "./Decoder.ts"
import { atGateway, type Reception } from "./atGateway.ts"
import { mapFields } from "./mapFields.ts"
import { filled, given, nameAt, objectAt, parseBody, textAt } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readDecoded } from "./readDecoded.ts"

/** The kind of event: of the request's query, else the end of the topic, else what its members tell. */
const eventOf = (payload: JsonObject, { query, topic }: Message): string | undefined => {
  const said = new URLSearchParams(query).get("event") ?? /\/event\/(\w+)$/.exec(topic)?.[1]
  if (said !== undefined) return said
  if ("rxInfo" in payload || "object" in payload || "fCnt" in payload) return "up"
  if ("batteryLevel" in payload || "margin" in payload) return "status"
  return "location" in payload ? "location" : undefined
}

const receptions = (payload: JsonObject): ReadonlyArray<Reception> =>
  (Array.isArray(payload["rxInfo"]) ? payload["rxInfo"] : []).filter(isObject).map((rx) => ({
    gateway: textAt(rx, "gatewayId"),
    rssi: rx["rssi"],
    snr: rx["snr"],
    location: objectAt(rx, "location")
  }))

const uplink = (payload: JsonObject, message: Message): JsonObject => {
  const item = mapFields(readDecoded(payload["object"], message.config), payload, message.config.fields)
  return atGateway(item, receptions(payload), message.config)
}

const status = (payload: JsonObject): JsonObject =>
  given({
    measurements: filled(
      given({
        battery_percent: payload["batteryLevel"] === -1 ? undefined : payload["batteryLevel"],
        lorawan_margin_db: payload["margin"],
        external_power: payload["externalPowerSource"]
      })
    )
  })

/** A place that the network reckoned from how gateways heard the device. */
const located = (payload: JsonObject): JsonObject => {
  const { accuracy, altitude, latitude, longitude, source } = objectAt(payload, "location")
  return given({
    lat: latitude,
    lon: longitude,
    altitude_m: altitude,
    accuracy_m: accuracy === 0 ? undefined : accuracy,
    record_type: "network",
    attributes: filled(given({ source }))
  })
}

/** What the network server complains about, as the device's state. */
const complaint = (payload: JsonObject): JsonObject => ({
  state: {
    lorawan_log: given({
      level: payload["level"],
      code: payload["code"],
      description: payload["description"]
    })
  }
})

const readers: Readonly<Record<string, (payload: JsonObject, message: Message) => JsonObject>> = {
  up: uplink,
  status,
  location: located,
  log: complaint
}

const itemsOf = (payload: JsonObject, message: Message): ReadonlyArray<unknown> => {
  const event = eventOf(payload, message)
  if (event === undefined)
    return [
      new Unreadable(JSON.stringify(payload), "no event of ChirpStack 4: the query names none (?event=up)")
    ]
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined
  if (read === undefined) return [] // join, ack, txack, integration
  const device = textAt(payload, "deviceInfo.devEui")
  if (device === undefined)
    return [
      new Unreadable(
        JSON.stringify(payload),
        "deviceInfo.devEui is missing: this is not the JSON of ChirpStack 4"
      )
    ]
  const found = read(payload, message)
  const whose = {
    device,
    ...given({ device_name: nameAt(payload, "deviceInfo.deviceName"), time: payload["time"] })
  }
  return Object.keys(found).some((member) => member !== "attributes") ? [{ ...whose, ...found }] : []
}

export const chirpstack: Decoder = {
  decode: (message) =>
    Result.map(parseBody(message.body), (payload) =>
      isObject(payload) ? itemsOf(payload, message) : [new Unreadable(message.body, "not an object")]
    )
}
