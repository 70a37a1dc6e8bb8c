// The placement of the partitions over the simulated engines: a process that is silent for five seconds counts as gone,
// and messages to a process that stands still come late. So two engines may hold one partition for a while, and claim it
// late. A placement that errs grants partitions to two engines at once.
import { Effect } from "effect"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { PartitionPlacement } from "../../src/engine/ports.ts"
import { Grants, PlacedGrant } from "../../src/store/engine/placement/grants.ts"
import type { Chance } from "./Chance.ts"
import { LEASE_MS, type OwnershipWatch } from "./OwnershipWatch.ts"
import type { VirtualTime } from "./VirtualTime.ts"

/** How often the partitions are placed. */
const ROUND_MS = 500
/** So long a revoked grant waits for the engine to let its partition go. */
const RELEASE_MS = 4000

/** A process as the placement sees it. */
interface Placed {
  readonly name: string
  readonly isAlive: boolean
  readonly frozenUntil: number
}

/** A process that takes part. */
class Member {
  readonly process: Placed
  /** what the placement gave it; the process learns of that later */
  readonly held = new Map<number, PlacedGrant>()
  readonly grants = new Grants()
  isClosed = false
  heardAt: number

  constructor(process: Placed, now: number) {
    this.process = process
    this.heardAt = now
  }
}

export class SimPlacement {
  private readonly time: VirtualTime
  private readonly chance: Chance
  /** several engines share the partitions; else the first has all of them */
  private readonly isShared: boolean
  private readonly members = new Set<Member>()
  /** the delay of a message to a process, ms */
  private readonly way: () => number
  private readonly watch: OwnershipWatch
  /** called when a process learns of a grant or a revocation, which wakes its engine */
  private readonly onMove: () => void
  private isRunning = false
  /** whether the placement errs no more, and every partition has to be where it should be */
  isQuiet = false
  /** partitions that two engines hold by mistake, and until when nothing is done about that */
  private readonly overlaps = new Map<number, number>()

  constructor(
    time: VirtualTime,
    chance: Chance,
    isShared: boolean,
    way: () => number,
    watch: OwnershipWatch,
    onMove: () => void
  ) {
    this.time = time
    this.chance = chance
    this.isShared = isShared
    this.way = way
    this.watch = watch
    this.onMove = onMove
  }

  /** The processes that count as running. */
  private get running(): ReadonlyArray<Member> {
    const { now } = this.time
    return [...this.members].filter((m) => !m.isClosed && now - m.heardAt <= LEASE_MS)
  }

  private readonly round = (): void => {
    const { now } = this.time
    for (const member of this.members) {
      const { isAlive, frozenUntil } = member.process
      if (isAlive && frozenUntil <= now) member.heardAt = now
      else if (now - member.heardAt > LEASE_MS) {
        for (const partition of member.held.keys()) this.revoke(member, partition)
        if (!isAlive) this.members.delete(member)
        this.watch.disturbed(now)
      }
    }
    const { running } = this
    if (running.length > 0)
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const wanted = running[this.isShared ? partition % running.length : 0]!
        this.place(partition, wanted)
        if (this.isQuiet) this.watch.placed(partition, wanted.process.name, now)
      }
    if (this.members.size === 0) this.isRunning = false
    else this.time.after(ROUND_MS, this.round)
  }

  private place(partition: number, wanted: Member): void {
    if ((this.overlaps.get(partition) ?? -Infinity) > this.time.now) return
    const holders = [...this.members].filter((m) => m.held.has(partition))
    if (holders.length === 0) return this.grant(wanted, partition)
    for (const holder of holders)
      if (holder !== wanted && !holder.held.get(partition)!.isRevoked) this.revoke(holder, partition)
  }

  /** Grants some partitions to a second engine as well, for a while: a mistake that no placement should make. */
  overlap(milliseconds: number): void {
    const { now } = this.time,
      { running } = this
    if (running.length < 2) return
    for (let partition = 0; partition < PARTITIONS; partition++) {
      if (!this.chance.happens(0.5)) continue
      const second = this.chance.pick(running)
      if (second.held.has(partition)) continue
      this.overlaps.set(partition, now + milliseconds)
      this.watch.forced(partition, now)
      this.grant(second, partition)
    }
  }

  /**
   * Whether a process holds a partition, as the placement sees it, and no other does; and has taken the grant
   * by which it does: one that stood still may claim by an earlier grant, while a new one is on its way to
   * it.
   */
  isHolder(process: Placed, partition: number): boolean {
    const holders = [...this.members].filter((m) => m.held.has(partition))
    return holders.length === 1 && holders[0]!.process === process && holders[0]!.held.get(partition)!.isTaken
  }

  /** Whether a process takes part still. */
  isMember(process: Placed): boolean {
    return [...this.members].some((m) => m.process === process)
  }

  private grant(member: Member, partition: number): void {
    const grant = new PlacedGrant(partition)
    member.held.set(partition, grant)
    this.deliver(member, () => {
      if (!grant.isRevoked) member.grants.grant(grant)
    })
  }

  /** The partition is free once the engine has let it go, or after a while. */
  private revoke(member: Member, partition: number): void {
    const grant = member.held.get(partition)!,
      until = this.time.now + RELEASE_MS
    const free = () => {
      if (member.held.get(partition) !== grant) return
      const isHeld = grant.isHeld && !member.isClosed
      if (isHeld && this.time.now < until) return void this.time.after(50, free)
      if (isHeld) this.watch.forced(partition, this.time.now)
      member.held.delete(partition)
    }
    this.deliver(member, () => member.grants.revoke(grant))
    this.time.after(1, free)
  }

  private deliver(member: Member, run: () => void): void {
    const { process } = member
    this.time.after(Math.max(0, process.frozenUntil - this.time.now) + this.way(), () => {
      if (!process.isAlive || member.isClosed) return
      this.onMove()
      run()
    })
  }

  /** A process takes part until its scope closes, or it dies. */
  readonly join = (process: Placed) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => {
          const member = new Member(process, this.time.now)
          this.members.add(member)
          this.watch.disturbed(this.time.now)
          if (!this.isRunning) {
            this.isRunning = true
            this.time.after(this.chance.below(20), this.round)
          }
          return member
        }),
        (member) =>
          Effect.sync(() => {
            // a process that was killed says nothing: its partitions are free when it was silent for long enough
            if (!process.isAlive) return
            member.isClosed = true
            this.members.delete(member)
            this.watch.disturbed(this.time.now)
          })
      ),
      ({ grants }) => PartitionPlacement.of(grants.placement)
    )
}
