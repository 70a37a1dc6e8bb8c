// Our own format over MQTT: the items of `generic_http`, which may leave their device to the topic and their
// time to the arrival.
import { Result } from "effect"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { decodeGeneric, genericOrigins } from "./genericHttp.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { topicDevice } from "./topicDevice.ts"

const isNamed = (item: JsonObject): boolean => item["device"] !== undefined || item["device_id"] !== undefined

/** Whether the topic can be what names a device. */
const isInTopic = ({ device_topic, mqtt }: Message["config"]): boolean =>
  device_topic !== undefined || mqtt?.topics.some((filter) => filter.includes("+")) === true

/** genericMqtt decodes the project's own format over MQTT. */
export const genericMqtt: Decoder = {
  origins: (_, config) =>
    genericOrigins(config, { time: "arrival", ...(isInTopic(config) ? { device: "topic" } : {}) }),
  decode: (message) => {
    const { body, config, receivedAt, retained, topic } = message
    if (body === "") return Result.succeed([]) // how a retained message is taken back
    const device = topicDevice(topic, config.device_topic, config.mqtt?.topics ?? [])
    return Result.map(decodeGeneric(message, true), (items) =>
      items.flatMap((item) => {
        if (item instanceof UnreadablePart || !isObject(item)) return [item]
        if (item["time"] === undefined && retained) return [] // its time is unknown
        return [
          {
            ...item,
            ...(isNamed(item) || device === undefined ? {} : { device }),
            time: item["time"] ?? receivedAt
          }
        ]
      })
    )
  }
}
