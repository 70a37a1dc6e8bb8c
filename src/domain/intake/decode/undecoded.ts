// An uplink that carries data of which nothing could be read: said, with what to do, where it would otherwise look
// as if it had come in.
import type { JsonObject } from "../../isObject.ts"
import { UnreadablePart } from "./Decoder.ts"

/** Uplink has the members of an undecoded uplink, as its network server names them. */
interface Uplink {
  readonly device: string
  /** bytes in base64; absent or empty: none */
  readonly data: unknown
  /** 0: of the network itself */
  readonly port: unknown
  /** what the codec made of the bytes */
  readonly decoded: unknown
  /** the network server's name for a codec */
  readonly codec: string
}

/** Members that say what a device measured, or where it was. */
const isRead = (item: JsonObject): boolean =>
  ["lat", "lon", "measurements", "state", "events"].some((member) => item[member] !== undefined)

/**
 * Returns the part of an uplink that could not be read; null: it brought none, or something of it was read,
 * or all of it is left out on purpose. `item`: what was read of what the codec made, without how it was
 * heard.
 */
export const undecodedPart = (
  item: JsonObject,
  { codec, data, decoded, device, port }: Uplink,
  payload: JsonObject,
  isDropped: boolean
): UnreadablePart | null => {
  if (typeof data !== "string" || data === "" || port === 0 || isRead(item)) return null
  const isEmpty = typeof decoded !== "object" || decoded === null || Object.keys(decoded).length === 0
  if (isDropped && !isEmpty) return null
  const why = isEmpty
    ? `the uplink carries data that no codec has decoded: give the device profile a ${codec}`
    : "nothing in the decoded object is known: have the codec give plain names such as latitude and longitude"
  return new UnreadablePart(
    JSON.stringify(payload),
    `${why}, or say where values are with config.fields of the data source (a path may lead into a list: ` +
      `"object.positions.0.lat")`,
    "",
    device
  )
}
