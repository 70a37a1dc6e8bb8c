// The ticks of one project: who is asked at them, up to when they are judged, and which are due. Partitions
// go at their own pace; one that asks more subjects than fit into a commit is judged in parts, in the order
// of their ids, so that a crash repeats no tick of anybody.
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Delayed } from "../evaluate/arrivals.ts"
import type { HalfTicked } from "../evaluate/BatchResult.ts"
import { MAX_MISSED, nextTick, tickAt } from "../evaluate/ticks.ts"

/** Up to when the ticks of a project are judged, by partition. Outlives its schedule, which may come back. */
export class TickProgress {
  readonly to: Array<number> = Array.from({ length: PARTITIONS }, () => -Infinity)
  readonly half: Array<HalfTicked | null> = Array.from({ length: PARTITIONS }, () => null)

  set(partition: number, to: number, half: HalfTicked | null): void {
    this.to[partition] = to
    this.half[partition] = half
  }

  /** Of one subject. */
  of(partition: number, subjectId: string): number {
    const to = this.to[partition]!,
      half = this.half[partition]!
    if (half === null || subjectId > half.subjectId) return to
    return subjectId === half.subjectId ? half.at : half.to
  }
}

export class Schedule {
  /** every subject of the project that ever reported, by partition and key */
  readonly members: ReadonlyArray<Map<string, Subject>> = Array.from({ length: PARTITIONS }, () => new Map())
  /** what was received of members that are not awake, by key */
  readonly receipts = new Map<string, ReadonlyArray<number>>()
  /** and what of that may have been sent amid an outage */
  readonly delayed = new Map<string, ReadonlyArray<Delayed>>()
  private rules: ReadonlyArray<Rule>
  private readonly judged: TickProgress
  /** the next tick of each partition, */
  private readonly ticks: Array<number>
  /** and the first of them */
  private first: number

  /** `judged` is changed in place as ticks are judged. */
  constructor(rules: ReadonlyArray<Rule>, judged: TickProgress) {
    this.rules = rules
    this.judged = judged
    this.ticks = judged.to.map((_, partition) => this.nextIn(partition))
    this.first = Math.min(...this.ticks)
  }

  /** Another edition of the rules is in force. */
  setRules(rules: ReadonlyArray<Rule>): void {
    this.rules = rules
    for (const partition of this.ticks.keys()) this.ticks[partition] = this.nextIn(partition)
    this.first = Math.min(...this.ticks)
  }

  /** The earliest tick that some partition, of those that may be asked, has not judged; Infinity: none may. */
  next(mayBeAsked: (partition: number) => boolean): number {
    let next = Infinity
    this.ticks.forEach((tick, partition) => {
      if (tick < next && mayBeAsked(partition)) next = tick
    })
    return next
  }

  /** Whether any partition is. */
  isAnyDue(until: number): boolean {
    return this.first <= until
  }

  isDue(partition: number, until: number): boolean {
    return this.ticks[partition]! <= until
  }

  /**
   * The newest tick at or before a moment; where a part of the subjects was asked already, the one up to
   * which it was.
   */
  newestTick(partition: number, until: number): number {
    return this.judged.half[partition]?.to ?? Math.max(...this.rules.map((r) => tickAt(r.everyMs!, until)))
  }

  /** Up to when all subjects of a partition were asked. */
  tickedTo(partition: number): number {
    return this.judged.to[partition]!
  }

  /** Who is still to be asked, in order. */
  remaining(partition: number): ReadonlyArray<readonly [key: string, member: Subject]> {
    const from = this.judged.half[partition]?.subjectId ?? ""
    return [...this.members[partition]!]
      .filter(([, { id }]) => id >= from)
      .sort(([, a], [, b]) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }

  recordTicks(partition: number, to: number, half: HalfTicked | null): void {
    this.judged.set(partition, to, half)
    this.ticks[partition] = this.nextIn(partition)
    this.first = Math.min(...this.ticks)
  }

  /** The oldest tick that will be judged, seen from `now`: receipts are of use from there on. */
  oldestTick(now: number): number {
    const ofRule = (rule: Rule) =>
      nextTick(
        [rule],
        Math.max(Math.min(...this.judged.to), tickAt(rule.everyMs!, now) - MAX_MISSED * rule.everyMs!)
      )
    return Math.min(now, ...this.rules.map(ofRule))
  }

  private nextIn(partition: number): number {
    return this.judged.half[partition]?.to ?? nextTick(this.rules, this.judged.to[partition]!)
  }
}
