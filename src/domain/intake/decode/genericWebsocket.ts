// Our own format over a websocket that we hold: the items of `generic_http`, which may lie somewhere within a
// message, and may leave their time to the arrival. Messages without them, such as a greeting, say nothing.
import { Result } from "effect"
import { isObject } from "../../isObject.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { decodeGeneric, genericOrigins } from "./genericHttp.ts"
import { at, parse } from "./json.ts"

/** Returns the message that lies in a message; null: none does. */
const within = (message: Message, path: string): Message | null => {
  const whole = parse(message.body)
  if (Result.isFailure(whole)) return message // and what is no JSON is refused as such
  const found = at(whole.success, path)
  return found === undefined || found === null ? null : { ...message, body: JSON.stringify(found) }
}

/** genericWebsocket decodes the project's own format over a websocket. */
export const genericWebsocket: Decoder = {
  origins: (_, config) => genericOrigins(config, { time: "arrival" }),
  decode: (message) => {
    const path = message.config.websocket?.items
    const inner = path === undefined ? message : within(message, path)
    if (inner === null) return Result.succeed([])
    return Result.map(decodeGeneric(inner, true), (items) =>
      items.map((item) =>
        item instanceof UnreadablePart || !isObject(item)
          ? item
          : { ...item, time: item["time"] ?? message.receivedAt }
      )
    )
  }
}
