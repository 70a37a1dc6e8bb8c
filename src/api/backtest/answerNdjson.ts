// Answers long work as NDJSON (application/x-ndjson): lines with its progress, and a last one with its
// result. A client that closes the connection ends the work.
import { Cause, Deferred, Effect, Exit, Queue, Stream } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { CurrentVisibility } from "../../contract/http/authorization.ts"
import { NDJSON_TYPE } from "../../contract/schemas/progressLine.ts"
import type { OnProgress } from "../../backtest/runBacktest.ts"
import { publicReason } from "../../store/sql/explainDatabase.ts"
import { outageIn, plainProblem } from "../http/problemResponse.ts"

/** Returns whether the client accepts NDJSON. */
export const acceptsNdjson = ({ headers }: Pick<HttpServerRequest, "headers">): boolean =>
  headers["accept"]?.toLowerCase().includes(NDJSON_TYPE) === true

const roundShare = (share: number) => Number(share.toFixed(4))

/** Returns the line for work that failed after its first line. */
const problemLine = (cause: Cause.Cause<unknown>) => {
  const outage = outageIn(cause)
  return {
    problem: outage === null ? plainProblem(500) : plainProblem(503, { detail: publicReason(outage) })
  }
}

/**
 * Starts the work, and answers once it has reported progress: failures before are ordinary answers. The work
 * continues while the answer is read, in the scope of the request.
 */
export const answerNdjson = Effect.fnUntraced(function* <A extends object, E, R>(
  work: (note: OnProgress) => Effect.Effect<A, E, R>
) {
  const { accessEnds } = yield* CurrentVisibility
  const lines = yield* Queue.unbounded<object, Cause.Done>()
  const started = yield* Deferred.make<void, E>()
  const note: OnProgress = ({ progress, rowsRead }) =>
    Effect.andThen(
      Queue.offer(lines, { progress: roundShare(progress), rows_read: rowsRead }),
      Deferred.succeed(started, undefined)
    )
  yield* Effect.forkScoped(
    Effect.onExit(work(note), (exit) =>
      Effect.gen(function* () {
        if (Exit.isSuccess(exit)) {
          yield* Queue.offer(lines, { result: exit.value })
          yield* Deferred.succeed(started, undefined)
        } else if (
          !(yield* Deferred.failCause(started, exit.cause)) &&
          !Cause.hasInterruptsOnly(exit.cause)
        ) {
          yield* Effect.logError("what was answered line by line broke off", exit.cause)
          yield* Queue.offer(lines, problemLine(exit.cause))
        }
        yield* Queue.end(lines)
      })
    )
  )
  yield* Deferred.await(started)
  const text = Stream.map(Stream.fromQueue(lines), (line) => `${JSON.stringify(line)}\n`).pipe(
    Stream.interruptWhen(accessEnds)
  )
  return HttpServerResponse.stream(Stream.encodeText(text), {
    contentType: NDJSON_TYPE,
    headers: { "cache-control": "no-store", "x-accel-buffering": "no", vary: "accept" }
  })
})
