// HTTP by hand, for requests that no client library would send.
import { Effect } from "effect"
import { connect } from "node:net"

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  // as in `Answer`
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
}

const parse = (text: string): RawAnswer => {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2)
  const [first = "", ...lines] = head.split("\r\n")
  const headers = new Map(
    lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )
  return {
    status: Number(first.split(" ")[1]),
    headers,
    text,
    body: headers.get("content-type")?.includes("json") === true && body !== "" ? JSON.parse(body) : body
  }
}

/**
 * Sends bytes (a string as latin1) and waits until the server has said all it wants: ask for `Connection:
 * close`.
 */
export const rawRequest = (port: number, bytes: string): Effect.Effect<RawAnswer> =>
  Effect.callback((resume) => {
    const socket = connect(port, "127.0.0.1")
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", () => {}) // the server may hang up on the rest of what we send
    socket.on("close", () => resume(Effect.sync(() => parse(Buffer.concat(chunks).toString("latin1")))))
    socket.write(bytes, "latin1")
    return Effect.sync(() => socket.destroy())
  })
