// Which partitions this process should own. A hint that lets partitions move between processes without a refused
// commit: what is stored is decided by the epochs of the claims alone.
import { Context, type Effect } from "effect"

/** Grant says that this process should own a partition, until it is revoked. */
export interface Grant {
  readonly partition: number
  readonly isRevoked: boolean
  /**
   * Says that the engine claims the partition: where the grant is revoked, its release is awaited from now
   * on.
   */
  readonly take: () => void
  /** Says that the engine has let the partition go: another process may have it. */
  readonly release: () => void
}

/** PartitionPlacement grants partitions to the processes that run. */
export class PartitionPlacement extends Context.Service<
  PartitionPlacement,
  {
    /** Returns the grants in force, by partition; a partition that is granted again has another object. */
    readonly look: () => ReadonlyMap<number, Grant>
    /** Waits until grants came or were revoked since the last look. */
    readonly changed: Effect.Effect<void>
    /** Says that the engine ended: no release comes any more. */
    readonly close: Effect.Effect<void>
  }
>()("engine/PartitionPlacement") {}
