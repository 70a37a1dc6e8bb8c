// The demos that somebody asks this server for.
import { Deferred, Effect, Queue } from "effect"

/** Runs them once the server listens. `again`: those of before the start go on. */
export const requestedDemos = Effect.fnUntraced(function* ({
  again,
  asked,
  listening,
  token
}: {
  readonly again: boolean
  /** ids of the projects that somebody asked for */
  readonly asked: Queue.Dequeue<string>
  /** where the server answers */
  readonly listening: Deferred.Deferred<string>
  /** of a server admin */
  readonly token: string
}) {
  const baseUrl = yield* Deferred.await(listening)
  if (!again) yield* Queue.peek(asked) // nothing of it is loaded until somebody asks
  const { runRequested } = yield* Effect.promise(() => import("../demo/runRequested.ts"))
  return yield* runRequested({ baseUrl, token, asked, again })
})
