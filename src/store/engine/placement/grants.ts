// The grants of an engine process: which partitions were granted to it, and how it lets them go.
import { Deferred, Effect, Latch } from "effect"
import type { Grant, PartitionPlacement } from "../../../engine/ports.ts"

/**
 * RELEASE_LIMIT is how long a revoked grant waits for the engine to let its partition go. Then another
 * process may claim it all the same, and a commit that is late is refused.
 */
const RELEASE_LIMIT = "4 seconds"

/** makeGrants makes an empty set of grants. */
export const makeGrants = () => {
  const grants = new Map<number, Grant>(),
    news = Latch.makeUnsafe()
  let isClosed = false

  const add = (partition: number) => {
    const released = Deferred.makeUnsafe<void>()
    const state = { isRevoked: false, isTaken: false }
    const grant: Grant = {
      partition,
      get isRevoked() {
        return state.isRevoked
      },
      take: () => {
        state.isTaken = true
      },
      release: () => Deferred.doneUnsafe(released, Effect.void)
    }
    grants.set(partition, grant)
    news.openUnsafe()
    return { grant, released, state }
  }

  /** Grants a partition until the scope closes; then waits until the engine has let it go. */
  const granted = (partition: number) =>
    Effect.acquireRelease(
      Effect.sync(() => add(partition)),
      ({ grant, released, state }) =>
        Effect.suspend(() => {
          state.isRevoked = true
          if (grants.get(partition) === grant) grants.delete(partition)
          news.openUnsafe()
          return isClosed || !state.isTaken
            ? Effect.void
            : Effect.asVoid(Effect.timeoutOption(Deferred.await(released), RELEASE_LIMIT))
        })
    )

  const placement: PartitionPlacement["Service"] = {
    look: () => {
      news.closeUnsafe()
      return grants
    },
    changed: news.await,
    close: Effect.sync(() => {
      isClosed = true
    })
  }
  return { granted, placement }
}
