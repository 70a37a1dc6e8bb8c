// The grants of an engine process: which partitions were granted to it, and how it lets them go.
import { Deferred, Effect, Latch } from "effect"
import type { Grant, PartitionPlacement } from "../../../engine/ports.ts"

/**
 * RELEASE_LIMIT is how long a revoked grant waits for the engine to let its partition go. Then another
 * process may claim it all the same, and a commit that is late is refused.
 */
const RELEASE_LIMIT = "4 seconds"

/** PlacedGrant is a grant as the placement sees it. */
export class PlacedGrant implements Grant {
  readonly partition: number
  isRevoked = false
  readonly released = Deferred.makeUnsafe<void>()
  /** whether the engine has taken it, to claim the partition */
  isTaken = false

  constructor(partition: number) {
    this.partition = partition
  }

  /** Whether the engine claimed the partition and has not let it go. */
  get isHeld(): boolean {
    return this.isTaken && !Deferred.isDoneUnsafe(this.released)
  }

  readonly take = (): void => {
    this.isTaken = true
  }

  readonly release = (): void => {
    Deferred.doneUnsafe(this.released, Effect.void)
  }
}

/** Grants are the grants of one engine process. */
export class Grants {
  private readonly grants = new Map<number, PlacedGrant>()
  private readonly news = Latch.makeUnsafe()
  private isClosed = false

  /** The port of the engine. */
  readonly placement: PartitionPlacement["Service"] = {
    look: () => {
      this.news.closeUnsafe()
      return this.grants
    },
    changed: this.news.await,
    close: Effect.sync(() => {
      this.isClosed = true
    })
  }

  /** Puts a grant in force. */
  grant(grant: PlacedGrant): void {
    this.grants.set(grant.partition, grant)
    this.news.openUnsafe()
  }

  /** Revokes a grant. */
  revoke(grant: PlacedGrant): void {
    grant.isRevoked = true
    if (this.grants.get(grant.partition) === grant) this.grants.delete(grant.partition)
    this.news.openUnsafe()
  }

  /** Grants a partition until the scope closes; then waits until the engine has let it go. */
  readonly granted = (partition: number) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const grant = new PlacedGrant(partition)
        this.grant(grant)
        return grant
      }),
      (grant) =>
        Effect.suspend(() => {
          this.revoke(grant)
          return this.isClosed || !grant.isHeld
            ? Effect.void
            : Effect.asVoid(Effect.timeoutOption(Deferred.await(grant.released), RELEASE_LIMIT))
        })
    )
}
