// A request to ingest, from its body to the text of its answer: one message, received as any other, its
// outcomes in the words of the contract. What devices send all day has a short way in: an ordinary request is
// answered before the router sees it, at a fraction of the cost. Whatever is not ordinary takes the way of
// every other request, and a refusal is worded as it is there.
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
import { type AccessOptions, MAX_HEADERS, surround } from "../http/access.ts"
import { answerShutOut } from "./authenticateSource.ts"
import type { FastPathServer } from "../http/nodeServer.ts"
import { answerBodyRefused, readSmallBody } from "../http/readBody.ts"
import { decodeText } from "../http/readRequest.ts"
import { requestIdOf } from "../http/RequestId.ts"
import { withSecurityHeaders } from "../http/securityHeaders.ts"

const counted = {
  accepted: "accepted",
  duplicate: "duplicates",
  rejected: "rejected",
  unassigned: "unassigned"
} as const

/** The answer as JSON text. Written by hand: nearly every item has nothing but its place and its status. */
const writeAnswer = (outcomes: ReadonlyArray<Outcome>): string => {
  const counts = { accepted: 0, duplicates: 0, rejected: 0, unassigned: 0 }
  const items = outcomes.map(({ code, detail, pointer, status, traceId }, index) => {
    counts[counted[status]]++
    return code === undefined
      ? `{"index":${index},"status":"${status}"}`
      : JSON.stringify({ index, status, code, pointer, detail, trace_id: traceId })
  })
  return `${JSON.stringify(counts).slice(0, -1)},"items":[${items.join(",")}]}`
}

/** What the sender of a body is told that cannot be read. */
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

/** A body over HTTP, as a message. */
export const posted = (body: string, contentType: string, query = ""): Message => ({
  body,
  contentType: contentType.split(";", 1)[0]!.trim().toLowerCase(),
  query,
  topic: "",
  retained: false,
  receivedAt: null
})

/** An answer: JSON text, and the status it goes under. */
export interface Reply {
  readonly status: 200 | 202
  readonly text: string
}

/** Receives what came by HTTP from a source whose token was good; what its sender is told. */
export const receiveRequest = (intake: Intake["Service"], source: AuthenticatedSource, message: Message) =>
  Effect.flatMap(
    receive(intake, [{ source, messages: [message] }]),
    ({ stored: [outcomes = []], unread: [bad] }) => {
      if (bad !== undefined) return Effect.fail(problemOf(bad.message))
      const { reply } = decoders[source.adapterKey]
      const answer: Reply = { status: reply?.status ?? 202, text: reply?.body ?? writeAnswer(outcomes) }
      return Effect.succeed(answer)
    }
  )

const PATH = "/api/v1/ingest/http/"
const SCHEME = "Bearer "

/** Bytes of an ordinary body. */
const SMALL = 64 * 1024

const ordinaryType = /^application\/(?:json|x-ndjson)(?:; ?charset=utf-8)?$/i

/** Headers that ask for more: a body in another form, a trace to be continued, an answer that a page may read. */
const unusual = ["origin", "content-encoding", "transfer-encoding", "traceparent", "b3", "x-b3-traceid"]

const isOrdinary = ({ headers, method, rawHeaders, url }: IncomingMessage): boolean => {
  if (method !== "POST" || !url!.startsWith(PATH) || rawHeaders.length > 2 * MAX_HEADERS) return false
  const bytes = Number(headers["content-length"])
  return (
    bytes > 0 &&
    bytes <= SMALL &&
    ordinaryType.test(headers["content-type"] ?? "") &&
    !unusual.some((name) => headers[name] !== undefined)
  )
}

/** Writes an answer that is in memory. */
const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}

/**
 * Opens the lane of a server until its scope closes; who waits then is ended. With LOG_LEVEL=debug, where
 * every request has a line, there is none.
 */
export const ingestLane = (server: FastPathServer, options: AccessOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      if (yield* LogLevel.isEnabled("Debug")) return
      const intake = yield* Intake
      const fork = yield* FiberSet.makeRuntime()
      const surrounded = surround(options)
      const { headers } = withSecurityHeaders(
        HttpServerResponse.text("", { status: 202, contentType: "application/json" }),
        options.https
      )

      const receiveBody = Effect.fnUntraced(function* (
        request: IncomingMessage,
        source: AuthenticatedSource
      ) {
        const text = yield* decodeText(yield* readSmallBody(request))
        return yield* receiveRequest(intake, source, posted(text, request.headers["content-type"]!))
      })

      const answer = (
        request: IncomingMessage,
        response: ServerResponse,
        source: AuthenticatedSource
      ): Effect.Effect<void> => {
        const started = performance.now()
        const id = requestIdOf(request.headers["x-request-id"]?.toString())
        return Effect.matchCauseEffect(Effect.interruptible(receiveBody(request, source)), {
          onSuccess: ({ status, text }: Reply) =>
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
            surrounded(
              { method: "POST", url: request.url!, headers: Headers.fromInput(request.headers), id, started },
              answerBodyRefused(answerShutOut(Effect.failCause(cause)))
            ).pipe(
              Effect.catchCause((ended) =>
                Effect.map(HttpServerError.causeResponse(ended), ([last]) => last)
              ),
              Effect.map((refusal) => write(response, refusal))
            )
        })
      }

      server.fastPath = (request, response) => {
        const { authorization } = request.headers
        if (!isOrdinary(request) || authorization?.startsWith(SCHEME) !== true) return false
        const source = intake.authenticateFromMemory(
          request.url!.slice(PATH.length),
          authorization.slice(SCHEME.length)
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
