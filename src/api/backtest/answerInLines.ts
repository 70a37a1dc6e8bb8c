// A long answer line by line, as JSON (application/x-ndjson): how far the work is, and at last what it found.
// Whoever closes the connection ends the work.
import { Cause, Deferred, Effect, Exit, Queue, Stream } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { CurrentVisibility } from "../../contract/http/authorization.ts"
import { NDJSON_TYPE } from "../../contract/schemas/progressLine.ts"
import type { OnProgress } from "../../backtest/runBacktest.ts"
import { publicReason } from "../../store/sql/explainDatabase.ts"
import { outageIn, plainProblem } from "../http/problemResponse.ts"

/** Whether the caller asks for lines. */
export const wantsLines = ({ headers }: Pick<HttpServerRequest, "headers">): boolean =>
  headers["accept"]?.toLowerCase().includes(NDJSON_TYPE) === true

const rounded = (share: number) => Number(share.toFixed(4))

/** What is said of work that broke off after its first line. */
const problemLine = (cause: Cause.Cause<unknown>) => {
  const outage = outageIn(cause)
  return {
    problem: outage === null ? plainProblem(500) : plainProblem(503, { detail: publicReason(outage) })
  }
}

/**
 * Begins the work and answers once it has told something of itself: until then its refusals are answers of
 * their own. The work goes on while the answer is read, in the scope of the request.
 */
export const answerInLines = Effect.fnUntraced(function* <A extends object, E, R>(
  work: (note: OnProgress) => Effect.Effect<A, E, R>
) {
  const { accessEnds } = yield* CurrentVisibility
  const lines = yield* Queue.unbounded<object, Cause.Done>()
  const began = yield* Deferred.make<void, E>()
  const note: OnProgress = ({ progress, rowsRead }) =>
    Effect.andThen(
      Queue.offer(lines, { progress: rounded(progress), rows_read: rowsRead }),
      Deferred.succeed(began, undefined)
    )
  yield* Effect.forkScoped(
    Effect.onExit(work(note), (exit) =>
      Effect.gen(function* () {
        if (Exit.isSuccess(exit)) {
          yield* Queue.offer(lines, { result: exit.value })
          yield* Deferred.succeed(began, undefined)
        } else if (!(yield* Deferred.failCause(began, exit.cause)) && !Cause.hasInterruptsOnly(exit.cause)) {
          yield* Effect.logError("what was answered line by line broke off", exit.cause)
          yield* Queue.offer(lines, problemLine(exit.cause))
        }
        yield* Queue.end(lines)
      })
    )
  )
  yield* Deferred.await(began)
  const text = Stream.map(Stream.fromQueue(lines), (line) => `${JSON.stringify(line)}\n`).pipe(
    Stream.interruptWhen(accessEnds)
  )
  return HttpServerResponse.stream(Stream.encodeText(text), {
    contentType: NDJSON_TYPE,
    headers: { "cache-control": "no-store", "x-accel-buffering": "no", vary: "accept" }
  })
})
