// ChirpStack 4, by its HTTP integration (JSON) or its MQTT integration: uplinks with their decoded object,
// locations that the network found, battery status. Joins and acknowledgements are about the radio and not
// about the animal. https://www.chirpstack.io/docs/chirpstack/integrations/events.html
import { Result } from "effect"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { atGateway, type Reception } from "./atGateway.ts"
import { mapFields } from "./mapFields.ts"
import { ADAPTER_ORIGIN, from, madeOf, type Origins, within } from "./Origin.ts"
import { at, unlessEmpty, withoutAbsent, identityAt, nameAt, objectAt, parseBody, textAt } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { readLorawanObject } from "./readLorawanObject.ts"
import { undecodedPart } from "./undecoded.ts"

/** Returns the kind of event: of the request's query, else the end of the topic, else what its members tell. */
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

/** Read is the content of a message, and the part of it that could not be read. */
interface Read {
  readonly item: JsonObject
  readonly unread: UnreadablePart | null
}

const uplink = (payload: JsonObject, { config }: Message, device: string): Read => {
  const item = mapFields(readLorawanObject(payload["object"], config), payload, config.fields)
  const sent = {
    device,
    data: payload["data"],
    port: payload["fPort"],
    decoded: payload["object"],
    codec: "payload codec"
  }
  return {
    item: atGateway(item, receptions(payload), config),
    unread: undecodedPart(item, sent, payload, config.other_fields === "drop")
  }
}

/** 0 of a device that has no battery, or does not know: the network server says so beside it. */
const batteryOf = (payload: JsonObject): unknown =>
  payload["batteryLevelUnavailable"] === true || payload["externalPowerSource"] === true
    ? undefined
    : payload["batteryLevel"]

const status = (payload: JsonObject): JsonObject =>
  withoutAbsent({
    measurements: unlessEmpty(
      withoutAbsent({
        battery_percent: batteryOf(payload),
        lorawan_margin_db: payload["margin"],
        external_power: payload["externalPowerSource"]
      })
    )
  })

/** Returns a place that the network reckoned from how gateways heard the device. */
const located = (payload: JsonObject): JsonObject => {
  const { accuracy, altitude, latitude, longitude, source } = objectAt(payload, "location")
  return withoutAbsent({
    lat: latitude,
    lon: longitude,
    altitude_m: altitude,
    accuracy_m: accuracy === 0 ? undefined : accuracy,
    record_type: "network",
    attributes: unlessEmpty(withoutAbsent({ source }))
  })
}

/** Returns a complaint of the network server as a state of the device. */
const complaint = (payload: JsonObject): JsonObject => ({
  state: {
    lorawan_log: withoutAbsent({
      level: payload["level"],
      code: payload["code"],
      description: payload["description"]
    })
  }
})

const whole =
  (read: (payload: JsonObject) => JsonObject) =>
  (payload: JsonObject): Read => ({ item: read(payload), unread: null })

const readers: Readonly<Record<string, (payload: JsonObject, message: Message, device: string) => Read>> = {
  up: uplink,
  status: whole(status),
  location: whole(located),
  log: whole(complaint)
}

const itemsOf = (payload: JsonObject, message: Message): ReadonlyArray<unknown> => {
  const event = eventOf(payload, message)
  if (event === undefined)
    return [
      new UnreadablePart(
        JSON.stringify(payload),
        "no event of ChirpStack 4: the query names none (?event=up)"
      )
    ]
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined
  if (read === undefined) return [] // join, ack, txack, integration
  const device = identityAt(payload, "deviceInfo.devEui")
  if (device === undefined)
    return [
      new UnreadablePart(
        JSON.stringify(payload),
        "deviceInfo.devEui is missing: this is not the JSON of ChirpStack 4"
      )
    ]
  const { item, unread } = read(payload, message, device)
  const whose = {
    device,
    ...withoutAbsent({ device_name: nameAt(payload, "deviceInfo.deviceName"), time: payload["time"] })
  }
  const members = Object.entries(item).filter(([, value]) => value !== undefined)
  const items = members.some(([member]) => member !== "attributes")
    ? [{ ...whose, ...Object.fromEntries(members) }]
    : []
  return unread === null ? items : [...items, unread]
}

const common: Origins = {
  device: from("deviceInfo.devEui"),
  device_name: from("deviceInfo.deviceName"),
  time: from("time"),
  record_type: ADAPTER_ORIGIN
}
const ofUplink: Origins = {
  ...common,
  ...Object.fromEntries(
    ["lat", "lon", "altitude_m", "speed_mps", "heading_deg", "accuracy_m", "satellites"].map((field) => [
      field,
      within("object")
    ])
  ),
  "measurements.rssi_dbm": within("object", "rxInfo"),
  "measurements.snr_db": within("object", "rxInfo"),
  "measurements.*": within("object"),
  "state.lorawan_log": madeOf("level", "code", "description"),
  "state.*": within("object"),
  "attributes.gateway": within("rxInfo")
}
const ofGateway: Origins = { ...ofUplink, lat: within("rxInfo"), lon: within("rxInfo") }
const ofStatus: Origins = {
  ...common,
  "measurements.battery_percent": from("batteryLevel"),
  "measurements.lorawan_margin_db": from("margin"),
  "measurements.external_power": from("externalPowerSource")
}
const ofPlace: Origins = {
  ...common,
  lat: from("location.latitude"),
  lon: from("location.longitude"),
  altitude_m: from("location.altitude"),
  accuracy_m: from("location.accuracy"),
  "attributes.source": from("location.source")
}

/** Returns the origins of an item by the kind of its event: only uplinks have gateways. */
const originsOf = (item: JsonObject): Origins => {
  if (at(item, "attributes.gateway") !== undefined) return ofGateway
  if (at(item, "measurements.lorawan_margin_db") !== undefined) return ofStatus
  return item["record_type"] === "network" ? ofPlace : ofUplink
}

/** chirpstack decodes events of ChirpStack 4. */
export const chirpstack: Decoder = {
  origins: originsOf,
  decode: (message) =>
    Result.map(parseBody(message.body), (payload) =>
      isObject(payload) ? itemsOf(payload, message) : [new UnreadablePart(message.body, "not an object")]
    )
}
