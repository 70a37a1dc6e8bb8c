// Calls a network server as its clients do, and reports what lies between. The call needs an API key and has none:
// any answer of gRPC, a refusal too, proves that the server was reached.
import { Effect } from "effect"
import { request as plainRequest } from "node:http"
import { type ClientSessionOptions, connect as connectHttp2 } from "node:http2"
import { request as tlsRequest } from "node:https"
import type { LookupFunction } from "node:net"
import type { SourceCheck } from "../../domain/tracking/SourceTest.ts"
import { AllowPrivateServers } from "../ports.ts"
import { blocked, leadsInside, lookUpPublic } from "../websocket/publicOnly.ts"
import { explainFailure, explainServer, type ServerAnswer } from "./explainServer.ts"

const PROBE_TIMEOUT_MS = 8_000

const methods = {
  chirpstack: "/api.InternalService/Profile",
  tts: "/ttn.lorawan.v3.EntityAccess/AuthInfo"
} as const

const headers = { "content-type": "application/grpc", te: "trailers", "user-agent": "pugmark" }

/** A message of no bytes: not compressed, and its length (gRPC over HTTP2, Length-Prefixed-Message). */
const nothing = Buffer.alloc(5)

const isGrpc = (type: unknown): boolean => typeof type === "string" && type.startsWith("application/grpc")

const timeout = () => Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })
const hungUp = () => Object.assign(new Error("hung up"), { code: "ECONNRESET" })

/** How the addresses of a name are found. */
type Lookup = { readonly lookup?: LookupFunction }

const callHttp2 = (url: string, path: string, lookup: Lookup): Effect.Effect<ServerAnswer, unknown> =>
  Effect.acquireUseRelease(
    Effect.sync(() => connectHttp2(url, lookup as ClientSessionOptions)),
    (session) =>
      Effect.callback((resume) => {
        const fail = (error: unknown) => resume(Effect.fail(error))
        session.setTimeout(PROBE_TIMEOUT_MS, () => fail(timeout()))
        session.on("error", fail)
        session.on("close", () => fail(hungUp())) // a server that closes before it answers causes no error in Node
        const stream = session.request({ ":method": "POST", ":path": path, ...headers })
        stream.on("error", fail)
        stream.on("response", (answer) =>
          resume(
            Effect.succeed({
              status: answer[":status"] ?? 0,
              isHttp2: true,
              isGrpc: isGrpc(answer["content-type"])
            })
          )
        )
        stream.end(nothing)
      }),
    (session) => Effect.sync(() => session.destroy())
  )

const callHttp1 = (url: string, path: string, lookup: Lookup): Effect.Effect<ServerAnswer, unknown> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const { te: _, ...plain } = headers
      return (url.startsWith("https:") ? tlsRequest : plainRequest)(new URL(path, url), {
        method: "POST",
        headers: { ...plain, connection: "close" },
        timeout: PROBE_TIMEOUT_MS,
        ...lookup
      })
    }),
    (sent) =>
      Effect.callback((resume) => {
        sent.on("timeout", () => sent.destroy(timeout()))
        sent.on("error", (error) => resume(Effect.fail(error)))
        sent.on("response", (answer) =>
          resume(
            Effect.succeed({
              status: answer.statusCode ?? 0,
              isHttp2: false,
              isGrpc: isGrpc(answer.headers["content-type"])
            })
          )
        )
        sent.end(nothing)
      }),
    (sent) => Effect.sync(() => sent.destroy())
  )

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ERR_IP_BLOCKED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID"
])

/** What does not understand HTTP/2 is asked again in the words of HTTP/1.1, to hear what it has to say. */
const call = (url: string, path: string, lookup: Lookup) =>
  callHttp2(url, path, lookup).pipe(
    Effect.catch((error) =>
      neverConnected.has(error instanceof Error && "code" in error ? String(error.code) : "")
        ? Effect.fail(error)
        : callHttp1(url, path, lookup)
    )
  )

/** Tries a network server, at an address of the public internet unless others are allowed. */
export const probeServer = (adapter: "chirpstack" | "tts", url: string): Effect.Effect<SourceCheck> =>
  Effect.flatMap(AllowPrivateServers, (allowPrivate) =>
    !allowPrivate && leadsInside(url)
      ? Effect.fail(blocked())
      : call(url, methods[adapter], allowPrivate ? {} : { lookup: lookUpPublic })
  ).pipe(
    Effect.timeoutOrElse({ duration: 2 * PROBE_TIMEOUT_MS, orElse: () => Effect.fail(timeout()) }),
    Effect.match({ onSuccess: explainServer, onFailure: explainFailure })
  )
