// The OwnTracks apps, in HTTP mode or through a broker: locations and transitions of regions. Everything else
// they tell each other (cards, waypoints, commands) says nothing about a place.
// https://owntracks.org/booklet/tech/json/
import { Result } from "effect"
import { refuse } from "../Report.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { from, inUnit, inWords, madeFrom, madeOf, type Origins } from "./Origin.ts"
import { at, unlessEmpty, withoutAbsent, identityAt, parseBody, textAt } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { inOwnUnit, readQuantity } from "../scalars/readQuantity.ts"

/** Types of messages that are ignored. A last will has the time of the connection, not of its loss. */
const unkept = new Set([
  "beacon",
  "card",
  "cmd",
  "configuration",
  "dump",
  "lwt",
  "msg",
  "request",
  "status",
  "steps",
  "waypoint",
  "waypoints"
])

/** Suffixes after user and device in the topics of some messages. */
const suffixes = /\/(?:beacon|cmd|dump|event|info|status|step|waypoints?)$/

/** `user/device` of `owntracks/user/device`; the tracker id where no topic is known. */
const deviceOf = (payload: JsonObject, topic: string): string | undefined => {
  const base = (textAt(payload, "topic") ?? topic).replace(suffixes, "")
  return base === "" ? identityAt(payload, "tid") : base.replace(/^owntracks\/(?=[^/]+\/[^/]+$)/, "")
}

const charging: ReadonlyMap<unknown, string> = new Map([
  [1, "unplugged"],
  [2, "charging"],
  [3, "full"]
])
const connections: ReadonlyMap<unknown, string> = new Map([
  ["w", "wifi"],
  ["m", "mobile"],
  ["o", "offline"]
])
const mapped = new Set([
  "_type",
  "_id",
  "topic",
  "lat",
  "lon",
  "tst",
  "alt",
  "vel",
  "cog",
  "acc",
  "batt",
  "bs",
  "conn",
  "inregions"
])

const location = (payload: JsonObject, device: string | undefined): JsonObject => ({
  ...withoutAbsent({
    device,
    time: payload["tst"],
    lat: payload["lat"],
    lon: payload["lon"],
    altitude_m: payload["alt"],
    heading_deg: payload["cog"],
    accuracy_m: payload["acc"],
    speed_mps: inOwnUnit("speed_mps", payload["vel"], "km/h"),
    measurements: unlessEmpty(withoutAbsent({ battery_percent: payload["batt"] })),
    state: unlessEmpty(
      withoutAbsent({
        battery: charging.get(payload["bs"]),
        connection: connections.get(payload["conn"]),
        regions: payload["inregions"]
      })
    )
  }),
  attributes: Object.fromEntries(
    Object.entries(payload).filter(
      ([name, value]) =>
        !mapped.has(name) && (name !== "vac" || typeof readQuantity("accuracy_m", value) === "number")
    )
  )
})

const transition = (payload: JsonObject, device: string | undefined): JsonObject => {
  const isEntry = payload["event"] === "enter",
    region = (textAt(payload, "desc") ?? "a region").slice(0, 200)
  return withoutAbsent({
    device,
    time: payload["tst"],
    lat: payload["lat"],
    lon: payload["lon"],
    accuracy_m: payload["acc"],
    events: [
      {
        type: isEntry ? "REGION_ENTERED" : "REGION_LEFT",
        title: `${isEntry ? "Entered" : "Left"} ${region}`,
        context: withoutAbsent({ region, trigger: payload["t"], region_id: payload["rid"] })
      }
    ]
  })
}

const itemOf = (payload: JsonObject, { config, topic }: Message): unknown => {
  const device = deviceOf(payload, topic),
    type = payload["_type"]
  if (type === "location") return mapFields(location(payload, device), payload, config.fields)
  if (type === "transition" && (payload["event"] === "enter" || payload["event"] === "leave"))
    return transition(payload, device)
  return new UnreadablePart(
    JSON.stringify(payload),
    `the _type ${JSON.stringify(type ?? null)} is none of OwnTracks'`
  )
}

const origins: Origins = {
  device: madeFrom("topic"),
  time: from("tst"),
  lat: from("lat"),
  lon: from("lon"),
  altitude_m: from("alt"),
  heading_deg: from("cog"),
  accuracy_m: from("acc"),
  speed_mps: inUnit("speed_mps", "km/h", "vel"),
  "measurements.battery_percent": from("batt"),
  "state.battery": inWords(charging, "bs"),
  "state.connection": inWords(connections, "conn"),
  "state.regions": from("inregions"),
  "events.*": madeOf("event", "desc"),
  "attributes.*": from("*")
}

const withoutTopic: Origins = { ...origins, device: from("tid") }

/** owntracks decodes messages of the OwnTracks apps. */
export const owntracks: Decoder = {
  origins: (item) => (at(item, "attributes.tid") === item["device"] ? withoutTopic : origins),
  reply: { status: 200, body: "[]" },
  decode: (message) => {
    if (message.body.trim() === "") return Result.succeed([]) // a friend was deleted in the app
    return Result.flatMap(parseBody(message.body), (whole) => {
      const payloads: ReadonlyArray<unknown> = Array.isArray(whole) ? whole : [whole]
      if (payloads.some((p) => isObject(p) && p["_type"] === "encrypted")) {
        return Result.fail(
          refuse(
            "PAYLOAD_DECODE_FAILED",
            "/_type",
            "The payload is encrypted by the app and cannot be read here: clear the encryption key in " +
              "the app's settings and rely on https."
          )
        )
      }
      return Result.succeed(
        payloads.flatMap((payload): ReadonlyArray<unknown> => {
          if (!isObject(payload)) return [new UnreadablePart(JSON.stringify(payload), "not an object")]
          return unkept.has(String(payload["_type"])) ? [] : [itemOf(payload, message)]
        })
      )
    })
  }
}
