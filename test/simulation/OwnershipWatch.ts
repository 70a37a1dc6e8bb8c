// OwnershipWatch checks who owns the partitions: epochs only grow, a graceful move refuses no commit, and after the
// faults every partition reaches its engine within two leases.
import type { Database } from "./Database.ts"

/** LEASE_MS is how long a process may be silent before its partitions are placed elsewhere. */
export const LEASE_MS = 5000

export class OwnershipWatch {
  private readonly db: Database
  /** when each process claimed a partition last */
  private readonly claimedAt = new Map<string, number>()
  /** when a partition was last taken from an engine that had not let it go */
  private readonly forcedAt = new Map<number, number>()
  /** when each process was refused a commit to a partition */
  private readonly refusedAt = new Map<string, number>()
  /** the highest epoch of each partition */
  private readonly epochs = new Map<number, number>()
  /** when a partition was last on its way to another engine for a reason that the engines cannot help */
  private disturbedAt = -Infinity
  readonly count = { claims: 0, refused: 0 }

  constructor(db: Database) {
    this.db = db
  }

  /** A partition was taken from an engine that had not let it go: its next commit may be refused. */
  forced(partition: number, now: number): void {
    this.forcedAt.set(partition, now)
  }

  /** An engine came or went. */
  disturbed(now: number): void {
    this.disturbedAt = now
  }

  /** A process claimed a partition. `isGranted`: it was the one that should have it. */
  claimed(name: string, partition: number, isGranted: boolean, now: number): void {
    const { db, epochs } = this,
      { epoch } = db.claims.get(partition)!,
      highest = epochs.get(partition) ?? 0
    if (epoch <= highest)
      db.violations.push(`I28 the epoch of partition ${partition} goes from ${highest} to ${epoch}`)
    epochs.set(partition, Math.max(epoch, highest))
    if (!isGranted) this.forced(partition, now)
    this.count.claims++
    this.claimedAt.set(`${name} ${partition}`, now)
  }

  /** A commit of a running engine was refused for these partitions. */
  fenced(name: string, partitions: ReadonlyArray<number>, now: number): void {
    this.count.refused++
    for (const partition of partitions) {
      this.refusedAt.set(`${name} ${partition}`, now)
      const claimedAt = this.claimedAt.get(`${name} ${partition}`) ?? -Infinity,
        forcedAt = this.forcedAt.get(partition) ?? -Infinity
      if (forcedAt < claimedAt || forcedAt === -Infinity)
        this.db.violations.push(
          `I28 a commit of ${name} is refused for partition ${partition}, which moved in order`
        )
    }
  }

  /**
   * Looks where a partition is that a process should own, once there are no faults any more. A process that
   * lost a partition to a late claim learns of it at its next commit.
   */
  placed(partition: number, name: string, now: number): void {
    const key = `${name} ${partition}`,
      claimedAt = this.claimedAt.get(key) ?? -Infinity,
      refusedAt = this.refusedAt.get(key) ?? -Infinity
    if (claimedAt > refusedAt) return
    const since = Math.max(this.disturbedAt, this.forcedAt.get(partition) ?? -Infinity, refusedAt)
    if (now - since <= 2 * LEASE_MS) return
    const owner = this.db.claims.get(partition)?.owner
    if (owner === name) return
    this.db.violations.push(
      `I28 partition ${partition} is not owned by ${name} within two leases, but by ${owner ?? "no process"}`
    )
  }
}
