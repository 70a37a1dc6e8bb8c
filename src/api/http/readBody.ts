// Reads bodies of requests: the one function for all routes, bounded in bytes, in memory and in time. Where a
// body may be large, its sender is authenticated first.
import { Data, Effect, Stream } from "effect"
import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import { Malformed, TooLarge, Unavailable } from "../../contract/http/errors.ts"
import { respondRetryLater } from "./respondRetryLater.ts"
import { CurrentBodyReservation } from "./BodyMemoryBudget.ts"
import { plainProblem } from "./problemResponse.ts"
import { CurrentSlowBodies } from "./SlowBodies.ts"

/** `BodyRefused` fails a request whose body arrives too slowly, or for which no memory is left. */
class BodyRefused extends Data.TaggedError("BodyRefused")<{ readonly reason: "slow" | "crowded" }> {}

/** `CROWDED_RETRY_SECONDS` is the `Retry-After` when the memory for bodies is taken. */
const CROWDED_RETRY_SECONDS = 2

/** Returns 408 for a slow body, 503 with `Retry-After` when the memory is taken. */
const answerRefused = ({ reason }: BodyRefused): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  reason === "slow"
    ? Effect.succeed(
        HttpServerResponse.jsonUnsafe(
          plainProblem(408, { detail: "The body came too slowly. Send it again." }),
          { status: 408, contentType: "application/problem+json" }
        )
      )
    : respondRetryLater(
        new Unavailable({
          code: "CROWDED",
          detail:
            "So many large bodies are being read that there is no room for this one. Send it again, or in " +
            "several smaller ones."
        }),
        CROWDED_RETRY_SECONDS
      )

/** Turns `BodyRefused` into its answer. */
export const answerBodyRefused = <A, E, R>(effect: Effect.Effect<A, E | BodyRefused, R>) =>
  effect.pipe(
    Effect.catch((error): Effect.Effect<HttpServerResponse.HttpServerResponse, Exclude<E, BodyRefused>> =>
      // TypeScript does not narrow the union
      error instanceof BodyRefused ? answerRefused(error) : Effect.fail(error as Exclude<E, BodyRefused>)
    )
  )

const tooLarge = (bytes: number) =>
  new TooLarge({ code: "BODY_TOO_LARGE", detail: `A body may have ${bytes} bytes here.` })

/**
 * Fails where the announced body is too large or does not fit into memory: `Expect: 100-continue` is then
 * answered with the refusal.
 */
const checkAnnounced = Effect.fnUntraced(function* (
  headers: HttpServerRequest.HttpServerRequest["headers"],
  maxBytes: number
) {
  const announced = Number(headers["content-length"] ?? 0)
  if (announced > maxBytes) return yield* tooLarge(maxBytes)
  const reservation = yield* CurrentBodyReservation
  if (reservation?.fits(announced) === false) return yield* new BodyRefused({ reason: "crowded" })
})

/** Reads a body of at most `maxBytes` bytes. */
export const readBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
) {
  yield* checkAnnounced(request.headers, maxBytes)
  const reservation = yield* CurrentBodyReservation,
    slowBodies = yield* CurrentSlowBodies
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  const take = (chunk: Uint8Array): TooLarge | BodyRefused | null => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > maxBytes) return tooLarge(maxBytes)
    return reservation?.grow(bytes) === false ? new BodyRefused({ reason: "crowded" }) : null
  }
  const read = Stream.runForEachArray(request.stream, (arrived) => {
    for (const chunk of arrived) {
      const refusal = take(chunk)
      if (refusal !== null) return Effect.fail(refusal)
    }
    return Effect.void
  }).pipe(
    Effect.catch(
      (
        error: HttpServerError.HttpServerError | TooLarge | BodyRefused
      ): Effect.Effect<never, TooLarge | BodyRefused | Malformed> =>
        Effect.fail(
          error instanceof TooLarge || error instanceof BodyRefused
            ? error
            : new Malformed({ code: "BODY_UNREADABLE", detail: "The body could not be read." })
        )
    )
  )
  const tooSlow = Effect.callback<never, BodyRefused>((resume) => {
    const stop = slowBodies.watch(
      () => bytes,
      () => resume(new BodyRefused({ reason: "slow" }))
    )
    return Effect.sync(stop)
  })
  yield* Effect.raceFirst(read, tooSlow)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
})

/**
 * Reads the body of a request on the fast path, whose length is small and known. A client that closes the
 * connection before its end closes the answer, which interrupts this effect.
 */
export const readSmallBody = (request: IncomingMessage): Effect.Effect<Uint8Array, BodyRefused> =>
  Effect.flatMap(CurrentSlowBodies, (slowBodies) =>
    Effect.callback((resume) => {
      const chunks: Array<Buffer> = []
      let bytes = 0
      const stop = slowBodies.watch(
        () => bytes,
        () => {
          request.removeAllListeners("data").pause()
          resume(new BodyRefused({ reason: "slow" }))
        }
      )
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
      })
      request.on("end", () => {
        stop()
        resume(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      })
      return Effect.sync(stop)
    })
  )
