// Receives messages of data sources over HTTP, and serves ordinary ones on a fast path before the router, at
// a fraction of the cost. All other requests, and all refusals, take the normal path.
import { Effect, FiberSet, Layer, LogLevel } from "effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { decoders } from "../../domain/intake/decode/registry.ts"
import {
  type AuthenticatedSource,
  Intake,
  type Message,
  type Outcome,
  type UnreadableMessage
} from "../../intake/ports.ts"
import { receive } from "../../intake/receive.ts"
import { type RequestMiddlewareOptions, MAX_HEADERS, wrapRequest } from "../http/requestMiddleware.ts"
import { answerIntakeRefused } from "./authenticateSource.ts"
import type { FastPathServer } from "../http/server/nodeServer.ts"
import { answerBodyRefused, readSmallBody } from "../http/readBody.ts"
import { decodeText } from "../http/readRequest.ts"
import { requestIdOf } from "../http/RequestId.ts"
import { withSecurityHeaders } from "../http/securityHeaders.ts"

const counterOf = {
  accepted: "accepted",
  duplicate: "duplicates",
  rejected: "rejected",
  unassigned: "unassigned"
} as const

/** Answers to the accepted items of a delivery of ordinary size, by index: JSON text. */
const acceptedTexts: ReadonlyArray<string> = Array.from(
  { length: 1000 },
  (_, index) => `{"index":${index},"status":"accepted"}`
)

/** Returns the answer as JSON text. It is concatenated, since nearly every item has its index and status only. */
const writeAnswer = (outcomes: ReadonlyArray<Outcome>): string => {
  const counts = { accepted: 0, duplicates: 0, rejected: 0, unassigned: 0 }
  const items = outcomes.map(({ code, detail, pointer, status, traceId }, index) => {
    counts[counterOf[status]]++
    if (code !== undefined) return JSON.stringify({ index, status, code, pointer, detail, trace_id: traceId })
    const known = status === "accepted" ? acceptedTexts[index] : undefined
    return known ?? `{"index":${index},"status":"${status}"}`
  })
  return `${JSON.stringify(counts).slice(0, -1)},"items":[${items.join(",")}]}`
}

/** Returns the problem for a body that cannot be read. */
const problemOf = ({
  code,
  reason,
  refusal: { detail }
}: UnreadableMessage): Invalid | Malformed | TooLarge => {
  switch (reason) {
    case "too_deep":
      return Invalid.at("", code, detail)
    case "too_large":
      return new TooLarge({ code, detail })
    case "malformed":
      return new Malformed({ code, detail })
  }
}

/** Returns a body over HTTP as a message of intake. */
export const httpMessage = (body: string, contentType: string, query = ""): Message => ({
  body,
  contentType: contentType.split(";", 1)[0]!.trim().toLowerCase(),
  query,
  topic: "",
  retained: false,
  receivedAt: null
})

/** `IngestReply` is an answer: JSON text and its status. */
export interface IngestReply {
  readonly status: 200 | 202
  readonly text: string
}

/** Receives a message from an authenticated source, and returns the answer to its sender. */
export const receiveRequest = (intake: Intake["Service"], source: AuthenticatedSource, message: Message) =>
  Effect.flatMap(
    receive(intake, [{ source, messages: [message] }]),
    ({ stored: [outcomes = []], unread: [bad] }) => {
      if (bad !== undefined) return Effect.fail(problemOf(bad.message))
      const { reply } = decoders[source.adapterKey]
      const answer: IngestReply = { status: reply?.status ?? 202, text: reply?.body ?? writeAnswer(outcomes) }
      return Effect.succeed(answer)
    }
  )

const INGEST_PATH = "/api/v1/ingest/http/"
const BEARER_PREFIX = "Bearer "

/** `MAX_FAST_PATH_BYTES` bounds the bodies of the fast path. */
const MAX_FAST_PATH_BYTES = 64 * 1024

const ordinaryType = /^application\/(?:json|x-ndjson)(?:; ?charset=utf-8)?$/i

/** Headers of requests that need the normal path: an encoded body, a trace to continue, CORS. */
const slowPathHeaders = [
  "origin",
  "content-encoding",
  "transfer-encoding",
  "traceparent",
  "b3",
  "x-b3-traceid"
]

const isOrdinary = ({ headers, method, rawHeaders, url }: IncomingMessage): boolean => {
  if (method !== "POST" || !url!.startsWith(INGEST_PATH) || rawHeaders.length > 2 * MAX_HEADERS) return false
  const bytes = Number(headers["content-length"])
  return (
    bytes > 0 &&
    bytes <= MAX_FAST_PATH_BYTES &&
    ordinaryType.test(headers["content-type"] ?? "") &&
    !slowPathHeaders.some((name) => headers[name] !== undefined)
  )
}

/** Writes an answer whose body is in memory. */
const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}

/**
 * Installs the fast path of a server until its scope closes; requests that still wait are interrupted then.
 * With LOG_LEVEL=debug, which logs every request, there is no fast path.
 */
export const ingestFastPath = (server: FastPathServer, options: RequestMiddlewareOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      if (yield* LogLevel.isEnabled("Debug")) return
      const intake = yield* Intake
      const fork = yield* FiberSet.makeRuntime()
      const wrap = wrapRequest(options)
      const { headers } = withSecurityHeaders(
        HttpServerResponse.text("", { status: 202, contentType: "application/json" }),
        options.https
      )

      const receiveBody = Effect.fnUntraced(function* (
        request: IncomingMessage,
        source: AuthenticatedSource
      ) {
        const text = yield* decodeText(yield* readSmallBody(request))
        return yield* receiveRequest(intake, source, httpMessage(text, request.headers["content-type"]!))
      })

      const answer = (
        request: IncomingMessage,
        response: ServerResponse,
        source: AuthenticatedSource
      ): Effect.Effect<void> => {
        const started = performance.now()
        const id = requestIdOf(request.headers["x-request-id"]?.toString())
        return Effect.matchCauseEffect(Effect.interruptible(receiveBody(request, source)), {
          onSuccess: ({ status, text }: IngestReply) =>
            Effect.suspend(() => {
              response.writeHead(status, {
                ...headers,
                "content-length": Buffer.byteLength(text),
                "x-request-id": id
              })
              response.end(text)
              return options.counts("POST", request.url!, status, (performance.now() - started) / 1000)
            }),
          onFailure: (cause) =>
            wrap(
              { method: "POST", url: request.url!, headers: Headers.fromInput(request.headers), id, started },
              answerBodyRefused(answerIntakeRefused(Effect.failCause(cause)))
            ).pipe(
              Effect.catchCause((unhandledCause) =>
                Effect.map(HttpServerError.causeResponse(unhandledCause), ([response500]) => response500)
              ),
              Effect.map((refusal) => write(response, refusal))
            )
        })
      }

      server.fastPath = (request, response) => {
        const { authorization } = request.headers
        if (!isOrdinary(request) || authorization?.startsWith(BEARER_PREFIX) !== true) return false
        const source = intake.authenticateFromMemory(
          request.url!.slice(INGEST_PATH.length),
          authorization.slice(BEARER_PREFIX.length)
        )
        if (source === null) return false
        const fiber = fork(Effect.uninterruptible(answer(request, response, source)))
        response.on("close", () => {
          if (!response.writableEnded) fiber.interruptUnsafe(fiber.id, HttpServerError.ClientAbort.annotation)
        })
        return true
      }
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.fastPath = null
        })
      )
    })
  )
