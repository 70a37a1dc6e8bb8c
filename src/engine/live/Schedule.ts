// The ticks of one project: which subjects are asked at them, up to when they are evaluated, and which are due, in the
// partitions that the engine owns.
// Partitions advance independently; a partition with more subjects than fit into a commit is evaluated in parts,
// in the order of their ids, so that no tick is repeated after a crash.
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Delayed } from "../evaluate/arrivals.ts"
import type { PartialTick } from "../evaluate/BatchResult.ts"
import { MAX_MISSED_TICKS, nextTick, tickAt } from "../evaluate/ticks.ts"

/**
 * TickProgress tells up to when the ticks of a project are evaluated, by partition. It outlives its schedule,
 * which may come back.
 */
export class TickProgress {
  readonly to: Array<number> = Array.from({ length: PARTITIONS }, () => -Infinity)
  readonly half: Array<PartialTick | null> = Array.from({ length: PARTITIONS }, () => null)

  set(partition: number, to: number, half: PartialTick | null): void {
    this.to[partition] = to
    this.half[partition] = half
  }

  /** Returns up to when the ticks of one subject are evaluated. */
  of(partition: number, subjectId: string): number {
    const to = this.to[partition]!,
      half = this.half[partition]!
    if (half === null || subjectId > half.subjectId) return to
    return subjectId === half.subjectId ? half.at : half.to
  }
}

/** Schedule holds the ticks and the subjects of one project. */
export class Schedule {
  /** every subject of the project that ever reported, by partition and key */
  readonly members: ReadonlyArray<Map<string, Subject>> = Array.from({ length: PARTITIONS }, () => new Map())
  /** arrivals of subjects without an actor, by key */
  readonly arrivals = new Map<string, ReadonlyArray<number>>()
  /** those of them that may have been sent during an outage */
  readonly delayed = new Map<string, ReadonlyArray<Delayed>>()
  private rules: ReadonlyArray<Rule>
  private readonly judged: TickProgress
  private readonly owned: Set<number>
  /** the next tick of each partition; Infinity: it is not owned */
  private readonly ticks: Array<number>
  /** the earliest of them */
  private first: number

  /** Makes a schedule; `judged` is changed in place as ticks are evaluated. */
  constructor(rules: ReadonlyArray<Rule>, judged: TickProgress, owned: Iterable<number>) {
    this.rules = rules
    this.judged = judged
    this.owned = new Set(owned)
    this.ticks = judged.to.map((_, partition) => this.nextIn(partition))
    this.first = Math.min(...this.ticks)
  }

  /** Takes the rules of another edition. */
  setRules(rules: ReadonlyArray<Rule>): void {
    this.rules = rules
    for (const partition of this.ticks.keys()) this.ticks[partition] = this.nextIn(partition)
    this.first = Math.min(...this.ticks)
  }

  /**
   * Begins to own a partition, of which the progress of the ticks is known; its members are added by the
   * caller.
   */
  own(partition: number): void {
    this.owned.add(partition)
    this.readProgress(partition)
  }

  private readProgress(partition: number): void {
    this.ticks[partition] = this.nextIn(partition)
    this.first = Math.min(...this.ticks)
  }

  /** Forgets the members of a partition that another engine is to own. */
  leave(partition: number): void {
    for (const key of this.members[partition]!.keys()) {
      this.arrivals.delete(key)
      this.delayed.delete(key)
    }
    this.members[partition]!.clear()
    this.owned.delete(partition)
    this.readProgress(partition)
  }

  /** Returns the earliest tick that an eligible partition has not evaluated; Infinity: there is none. */
  next(mayBeAsked: (partition: number) => boolean): number {
    let next = Infinity
    this.ticks.forEach((tick, partition) => {
      if (tick < next && mayBeAsked(partition)) next = tick
    })
    return next
  }

  /** Whether a tick of any partition is due. */
  isAnyDue(until: number): boolean {
    return this.first <= until
  }

  isDue(partition: number, until: number): boolean {
    return this.ticks[partition]! <= until
  }

  /**
   * Returns the newest tick at or before a moment; of a partition evaluated in part the tick up to which that
   * was done.
   */
  newestTick(partition: number, until: number): number {
    return this.judged.half[partition]?.to ?? Math.max(...this.rules.map((r) => tickAt(r.everyMs!, until)))
  }

  /** Returns up to when all subjects of a partition were asked. */
  tickedTo(partition: number): number {
    return this.judged.to[partition]!
  }

  /** Returns the subjects that are still to be asked, by id. */
  remaining(partition: number): ReadonlyArray<readonly [key: string, member: Subject]> {
    const from = this.judged.half[partition]?.subjectId ?? ""
    return [...this.members[partition]!]
      .filter(([, { id }]) => id >= from)
      .sort(([, a], [, b]) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }

  recordTicks(partition: number, to: number, half: PartialTick | null): void {
    this.judged.set(partition, to, half)
    this.readProgress(partition)
  }

  /** Returns the oldest tick that will be evaluated, seen from `now`: arrivals before it are not needed. */
  oldestTick(now: number): number {
    const judgedTo = Math.min(...Array.from(this.owned, (partition) => this.judged.to[partition]!))
    const ofRule = (rule: Rule) =>
      nextTick([rule], Math.max(judgedTo, tickAt(rule.everyMs!, now) - MAX_MISSED_TICKS * rule.everyMs!))
    return Math.min(now, ...this.rules.map(ofRule))
  }

  private nextIn(partition: number): number {
    if (!this.owned.has(partition)) return Infinity
    return this.judged.half[partition]?.to ?? nextTick(this.rules, this.judged.to[partition]!)
  }
}
