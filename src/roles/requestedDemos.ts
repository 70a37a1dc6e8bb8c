// Runs the demos that users request of this server.
import { Deferred, Effect, Queue } from "effect"

/** Runs them once the server listens. `again`: those of before the start continue. */
export const requestedDemos = Effect.fnUntraced(function* ({
  again,
  asked,
  listening,
  token
}: {
  readonly again: boolean
  /** ids of the projects of requested demos */
  readonly asked: Queue.Dequeue<string>
  /** the address of the server */
  readonly listening: Deferred.Deferred<string>
  /** of a server admin */
  readonly token: string
}) {
  const baseUrl = yield* Deferred.await(listening)
  if (!again) yield* Queue.peek(asked) // the demo is loaded at the first request
  const { runRequested } = yield* Effect.promise(() => import("../demo/runRequested.ts"))
  return yield* runRequested({ baseUrl, token, asked, again })
})
