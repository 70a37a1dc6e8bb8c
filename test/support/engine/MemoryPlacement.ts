// A placement in memory: the engine that came first has all partitions, until a test moves some of them.
import { Effect } from "effect"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { type Grant, PartitionPlacement } from "../../../src/engine/ports.ts"

export const ALL_PARTITIONS: ReadonlyArray<number> = Array.from({ length: PARTITIONS }, (_, p) => p)

/** An engine among the others. */
interface Member {
  readonly grants: Map<number, Grant>
  readonly tell: () => void
}

/** The partitions of a store, placed over the engines on it. */
export class MemoryPlacement {
  private readonly members: Array<Member> = []
  /** the grants that were revoked, and whether the engine has let the partition go */
  readonly revoked: Array<{ readonly partition: number; isReleased: boolean }> = []

  private grant({ grants, tell }: Member, partition: number): void {
    const state = { partition, isRevoked: false, isReleased: false }
    const grant = {
      partition,
      state,
      get isRevoked() {
        return state.isRevoked
      },
      take: () => undefined,
      release: () => {
        state.isReleased = true
      }
    }
    grants.set(partition, grant)
    tell()
  }

  private revoke({ grants, tell }: Member, partition: number): void {
    const grant = grants.get(partition)
    if (grant === undefined) return
    const { state } = grant as Grant & {
      readonly state: { readonly partition: number; isRevoked: boolean; isReleased: boolean }
    }
    state.isRevoked = true
    this.revoked.push(state)
    grants.delete(partition)
    tell()
  }

  /** Moves partitions from the engine that has them to another, by the order in which the engines came. */
  move(partitions: ReadonlyArray<number>, to: number): void {
    for (const partition of partitions) {
      for (const member of this.members) this.revoke(member, partition)
      this.grant(this.members[to]!, partition)
    }
  }

  /** Joins the engines until the scope closes; who is first then has what was left. */
  readonly join = Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        let isNew = false,
          waiting: (() => void) | null = null
        const member: Member = {
          grants: new Map(),
          tell: () => {
            isNew = true
            waiting?.()
          }
        }
        this.members.push(member)
        if (this.members.length === 1) for (const partition of ALL_PARTITIONS) this.grant(member, partition)
        const changed = Effect.callback<void>((resume) => {
          if (isNew) return resume(Effect.void)
          waiting = () => resume(Effect.void)
          return Effect.sync(() => {
            waiting = null
          })
        })
        const look = () => {
          isNew = false
          return member.grants
        }
        return { member, changed, look }
      }),
      ({ member }) =>
        Effect.sync(() => {
          const left = [...member.grants.keys()],
            [first] = this.members.filter((other) => other !== member)
          this.members.splice(this.members.indexOf(member), 1)
          for (const partition of left) this.revoke(member, partition)
          if (first !== undefined) for (const partition of left) this.grant(first, partition)
        })
    ),
    ({ changed, look }) => PartitionPlacement.of({ look, changed, close: Effect.void })
  )
}
