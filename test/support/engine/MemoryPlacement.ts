// A placement in memory: the engine that came first has all partitions, until a test moves some of them.
import { Effect } from "effect"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { PartitionPlacement } from "../../../src/engine/ports.ts"
import { Grants, PlacedGrant } from "../../../src/store/engine/placement/grants.ts"

export const ALL_PARTITIONS: ReadonlyArray<number> = Array.from({ length: PARTITIONS }, (_, p) => p)

/** All deadlines there are. */
export const ALL_TIMERS = { after: -Infinity, until: Infinity, most: Infinity }

/** The partitions of a store, placed over the engines on it. */
export class MemoryPlacement {
  private readonly members: Array<Grants> = []
  /** of each partition its grant, and the engine that has it */
  private readonly placed = new Map<number, { readonly grant: PlacedGrant; readonly member: Grants }>()
  /** the grants that were revoked */
  readonly revoked: Array<PlacedGrant> = []

  private revoke(partition: number): void {
    const placed = this.placed.get(partition)
    if (placed === undefined) return
    this.placed.delete(partition)
    this.revoked.push(placed.grant)
    placed.member.revoke(placed.grant)
  }

  private grant(member: Grants, partition: number): void {
    const grant = new PlacedGrant(partition)
    this.placed.set(partition, { grant, member })
    member.grant(grant)
  }

  /** Moves partitions from the engine that has them to another, by the order in which the engines came. */
  move(partitions: ReadonlyArray<number>, to: number): void {
    for (const partition of partitions) {
      this.revoke(partition)
      this.grant(this.members[to]!, partition)
    }
  }

  /** Joins the engines until the scope closes; the first of those that stay then has what it had. */
  readonly join = Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const member = new Grants()
        this.members.push(member)
        if (this.members.length === 1) for (const partition of ALL_PARTITIONS) this.grant(member, partition)
        return member
      }),
      (member) =>
        Effect.sync(() => {
          this.members.splice(this.members.indexOf(member), 1)
          const [first] = this.members,
            left = ALL_PARTITIONS.filter((partition) => this.placed.get(partition)?.member === member)
          for (const partition of left) {
            this.revoke(partition)
            if (first !== undefined) this.grant(first, partition)
          }
        })
    ),
    ({ placement }) => PartitionPlacement.of(placement)
  )
}
