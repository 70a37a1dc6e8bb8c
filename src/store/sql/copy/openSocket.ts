// Opens the socket of a database server, with TLS where the url asks for it: what the driver does itself for
// connections that it opens.
import { PgProtocol } from "@effect/sql-pg"
import { Redacted, Result } from "effect"
import * as net from "node:net"
import type { Duplex } from "node:stream"
import * as tls from "node:tls"

/** ServerAddress is where a database server is reached. `tls`: `prefer` goes on without it where refused. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly tls: "off" | "prefer" | "require"
}

const defaultPort = 5432
const KEEP_ALIVE_MS = 30_000

const tlsModes: Readonly<Record<string, ServerAddress["tls"]>> = {
  prefer: "prefer",
  allow: "prefer",
  require: "require",
  "verify-ca": "require",
  "verify-full": "require"
}

/** Reads the address of a url as the driver reads it; null: the url is none. */
export const addressOf = (url: Redacted.Redacted): ServerAddress | null => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return null
  const { searchParams } = parsed
  const host = searchParams.get("host") ?? decodeURIComponent(parsed.hostname.replace(/^\[(.*)\]$/, "$1"))
  return {
    host: host === "" ? "localhost" : host,
    port: Number(searchParams.get("port") ?? (parsed.port === "" ? defaultPort : parsed.port)),
    tls: tlsModes[searchParams.get("sslmode") ?? ""] ?? "off"
  }
}

/** OpeningSocket is a socket that is connecting; `destroy` ends it at any moment. */
export interface OpeningSocket {
  readonly destroy: () => void
}

/** Connects, negotiates TLS, and calls `done` once: with the open socket, or with the failure. */
export const openSocket = (
  { host, port, tls: mode }: ServerAddress,
  done: (error: Error | null, socket: Duplex | null) => void
): OpeningSocket => {
  const raw = host.startsWith("/")
    ? net.connect({ path: `${host}/.s.PGSQL.${port}` })
    : net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS })
  let isDone = false
  const finish = (error: Error | null, socket: Duplex | null): void => {
    if (isDone) return
    isDone = true
    raw.off("error", fail)
    raw.off("close", closed)
    if (error !== null) raw.on("error", () => {}).destroy()
    done(error, socket)
  }
  const fail = (error: Error): void => finish(error, null)
  const closed = (): void => fail(new Error("the server closed the connection"))
  const negotiated = (answer: Buffer): void => {
    const reply = PgProtocol.decodeSslResponse(answer[0]!)
    if (answer.length !== 1 || Result.isFailure(reply))
      return fail(new Error("the server did not answer the request for TLS"))
    if (reply.success === "N")
      return mode === "prefer" ? finish(null, raw) : fail(new Error("The server does not support TLS"))
    const secure = tls.connect({ socket: raw, host, ...(net.isIP(host) === 0 ? { servername: host } : {}) })
    secure.once("error", fail)
    secure.once("secureConnect", () => {
      secure.off("error", fail)
      finish(null, secure)
    })
  }
  raw.once("error", fail)
  raw.once("close", closed)
  raw.once("connect", () => {
    if (mode === "off") return finish(null, raw)
    raw.once("data", negotiated)
    raw.write(PgProtocol.encodeSslRequest())
  })
  return { destroy: () => void raw.destroy() }
}
