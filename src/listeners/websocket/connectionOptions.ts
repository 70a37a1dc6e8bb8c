// How we present ourselves to a websocket server.
import { ingestLimits } from "../../domain/intake/ingestLimits.ts"
import type { Streaming } from "../ports.ts"
import { lookUpPublic } from "./publicOnly.ts"

type Known = Pick<Streaming, "websocket" | "password">

const credentials = ({ password, websocket: { header, username } }: Known): Record<string, string> => {
  if (password === null) return {}
  if (username !== undefined)
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` }
  return header === undefined ? { authorization: `Bearer ${password}` } : { [header]: password }
}

/** Returns the options of a source's websocket. */
export const connectionOptions = (source: Known, allowPrivate: boolean) => ({
  headers: credentials(source),
  handshakeTimeout: 10_000,
  maxPayload: ingestLimits.bytes,
  perMessageDeflate: false,
  // invalid UTF-8 is refused like any other message; if it broke the connection, it would break the next one too
  skipUTF8Validation: true,
  autoPong: false,
  /** a connection that we close has ended after this time, ms, whatever the server does */
  closeTimeout: 1000,
  // a password is sent to the configured server only
  followRedirects: false,
  ...(allowPrivate ? {} : { lookup: lookUpPublic }),
  ...(source.websocket.ca === undefined ? {} : { ca: source.websocket.ca })
})

/** What is said first; null: nothing. The password is written as it would stand in a text of JSON. */
export const helloOf = ({ mark, password, websocket: { hello } }: Known & Pick<Streaming, "mark">) =>
  hello === undefined
    ? null
    : hello
        .replaceAll("{password}", () => JSON.stringify(password ?? "").slice(1, -1))
        .replaceAll("{last}", () => mark ?? "null")
