// The ticks of one project: who is asked at them, up to when they are judged, and which are due. Partitions go at their own pace, each
// with all its subjects in one commit, so that a crash between two commits repeats no tick of anybody.
import { PARTITIONS } from "../domain/intake/LogEntry.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import { MAX_MISSED, nextTick, tickAt } from "./ticks.ts"

export class Schedule {
  /** every subject of the project that ever reported, by partition and key */
  readonly members: ReadonlyArray<Map<string, Subject>> = Array.from({ length: PARTITIONS }, () => new Map())
  /** what was received of members that are not awake, by key */
  readonly receipts = new Map<string, ReadonlyArray<number>>()
  private rules: ReadonlyArray<Rule>
  private readonly tickedTo: Array<number>
  /** the next tick of each partition */
  private readonly ticks: Array<number>

  /** `tickedTo`: by partition, changed in place as ticks are judged. */
  constructor(rules: ReadonlyArray<Rule>, tickedTo: Array<number>) {
    this.rules = rules
    this.tickedTo = tickedTo
    this.ticks = tickedTo.map((to) => nextTick(rules, to))
  }

  /** Another edition of the rules is in force. */
  follow(rules: ReadonlyArray<Rule>): void {
    this.rules = rules
    for (const [partition, to] of this.tickedTo.entries()) this.ticks[partition] = nextTick(rules, to)
  }

  /** The earliest tick that some partition has not judged. */
  get next(): number {
    return Math.min(...this.ticks)
  }

  isDue(partition: number, until: number): boolean {
    return this.ticks[partition]! <= until
  }

  /** The newest tick at or before a moment. */
  newest(until: number): number {
    return Math.max(...this.rules.map((r) => tickAt(r.everyMs!, until)))
  }

  ticked(partition: number, to: number): void {
    this.tickedTo[partition] = to
    this.ticks[partition] = nextTick(this.rules, to)
  }

  /** The oldest tick that will be judged, seen from `now`: receipts are of use from there on. */
  oldest(now: number): number {
    const ofRule = (rule: Rule) => nextTick([rule], Math.max(Math.min(...this.tickedTo), tickAt(rule.everyMs!, now) - MAX_MISSED * rule.everyMs!))
    return Math.min(now, ...this.rules.map(ofRule))
  }
}
