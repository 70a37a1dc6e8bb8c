// A backtest of rules: versions or a draft run over a project's stored past by the live engine's evaluator,
// all subjects side by side in the order of time, creating nothing. The caller hands over the past slice by
// slice; what is evaluated is final.
import { Hearing } from "../domain/hearing/Hearing.ts"
import { type Reads, readsOf } from "../domain/rule/Reads.ts"
import { endOfInstant, inOrder, type Observation } from "../domain/rule/Observation.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import type { Who } from "../domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../engine/evaluate/SubjectActor.ts"
import type { Failure } from "../engine/evaluate/BatchResult.ts"
import { Decisions } from "../engine/evaluate/Decisions.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import { Comparison, type Counts, addCounts, noCounts } from "./Comparison.ts"
import { Drawings } from "./Drawings.ts"
import { markRepeated, evaluateInstant } from "../engine/evaluate/evaluate.ts"
import type { EvaluationContext } from "../engine/evaluate/EvaluationContext.ts"
import { isUnheard } from "../engine/evaluate/heard.ts"
import { evaluateDeadlines } from "../engine/evaluate/evaluateDeadlines.ts"
import { evaluateTicks } from "../engine/evaluate/evaluateTicks.ts"
import type { Needs } from "../engine/evaluate/Needs.ts"
import { ruleRowOf, memoryForBacktest } from "./memoryForBacktest.ts"
import { tickAfter } from "../engine/evaluate/ticks.ts"
import {
  type SubjectEntry,
  type HistorySlice,
  MAX_EVENTS,
  MAX_STEPS,
  type BacktestResult,
  type BacktestOptions
} from "./BacktestOptions.ts"

const byTime = (a: NewEvent, b: NewEvent): number =>
  a.at - b.at || (a.subject.id < b.subject.id ? -1 : a.subject.id > b.subject.id ? 1 : 0)
/** Backtest evaluates rules over a past that is handed over slice by slice. */
export class Backtest {
  /** where it ends: the range's end, now, or the last schedule step it may take; epoch ms */
  readonly reach: number
  readonly endsBySteps: boolean
  readonly reads: Reads
  readonly needs: Needs
  /** the known outages */
  hearing = new Hearing()
  private readonly options: BacktestOptions
  private readonly ruleSet: RuleSet
  private readonly rule: Rule
  private readonly baseline: Rule | null
  private readonly beside: Map<string, Counts>
  private readonly subjectActors = new Map<string, SubjectActor>()
  private readonly drawings: Drawings | null
  private readonly events: Array<NewEvent> = []
  private readonly failures: Array<Failure> = []
  private readonly comparison: Comparison | null
  private counts = noCounts
  private covered: number
  private ids = 0

  constructor(options: BacktestOptions) {
    const { baseline, beside = [], candidate, edition, features, from, now, projectId, to } = options
    this.options = options
    this.ruleSet = makeRuleSet(projectId, {
      version: edition,
      features,
      rules: [candidate, ...(baseline === null ? [] : [baseline]), ...beside].map(ruleRowOf)
    })
    this.rule = this.ruleSet.byId.get(candidate.id)!
    const { rules } = this.ruleSet
    this.baseline = baseline === null ? null : this.ruleSet.byId.get(baseline.id)!
    this.beside = new Map(beside.map(({ id }) => [id, noCounts]))
    this.comparison = baseline === null ? null : new Comparison(MAX_EVENTS)
    this.drawings = options.draw ? new Drawings(this.rule, this.baseline) : null
    this.reads = readsOf(rules)
    this.needs = this.ruleSet.needs
    const end = Math.max(from, Math.min(to, now))
    const stepped = Math.min(
      ...rules.map((r) =>
        r.everyMs === null ? Infinity : tickAfter(r.everyMs, from - 1) + MAX_STEPS * r.everyMs
      )
    )
    this.reach = Math.min(end, stepped)
    this.endsBySteps = stepped < end
    this.covered = from
  }

  /** Whether a schedule asks all subjects, also those without records. */
  get isScheduled(): boolean {
    return this.ruleSet.rules.some((r) => r.everyMs !== null)
  }

  /** Whether the tested rule makes events at the end of a hold, with or without a record then. */
  get waits(): boolean {
    const { everyMs, forMs, maxGapMs } = this.rule
    return everyMs === null && forMs > 0 && maxGapMs === null
  }

  /** Returns the shortest silence that a rule reads, ms; null: none does. */
  get silence(): number | null {
    const all = this.ruleSet.rules.flatMap((r) => r.silenceMs ?? [])
    return all.length === 0 ? null : Math.min(...all)
  }

  /** Whether a tested rule applies to a subject. */
  appliesTo(who: Who): boolean {
    return this.ruleSet.rulesFor(who).rules.size > 0
  }

  /** Whether a subject was added. */
  hasSubject(subjectId: string): boolean {
    return this.subjectActors.has(subjectId)
  }

  /** Adds a subject with what it had when the range began. */
  addSubject({ begins, inForceSince, lastSeen, lastSent, memory, subject, who }: SubjectEntry): void {
    const subjectActor = new SubjectActor(
      subject,
      who,
      memoryForBacktest(this.ruleSet, this.rule.id, memory, inForceSince),
      (id) => this.ruleSet.byId.get(id)
    )
    subjectActor.tickedTo = (begins ?? this.options.from) - 1
    if (begins !== null) subjectActor.watermark = begins - 1 // it is asked from its first record on
    subjectActor.hearing = this.hearing
    if (this.silence !== null) {
      const isSent = lastSent !== undefined && lastSent > (lastSeen ?? -Infinity)
      subjectActor.arrivals = [
        ...(lastSeen === null ? [] : [lastSeen]),
        ...(isSent && isUnheard(subjectActor, lastSent) ? [lastSent] : [])
      ]
    }
    subjectActor.apply(this.ruleSet, 0, this.options.now)
    this.subjectActors.set(subject.id, subjectActor)
    this.drawings?.enter(subjectActor)
  }

  /**
   * Evaluates all that happened before `until`: the records and arrivals are all there are since the last
   * call, and their subjects have been added. Yields after each evaluated moment.
   */
  *evaluate({ arrivals, records }: HistorySlice, until: number): Generator<void, void, void> {
    const decisions = new Decisions(this.options.now)
    for (const { at, isSent, subjectId } of arrivals) {
      const subjectActor = this.subjectActors.get(subjectId)
      if (subjectActor !== undefined && (isSent !== true || isUnheard(subjectActor, at)))
        subjectActor.receive(at)
    }
    const context: EvaluationContext = {
      ruleSet: this.ruleSet,
      decisions,
      nextId: () => String(++this.ids),
      isLate: () => false
    }
    for (const [id, own] of Map.groupBy(records, (r) => r.subject.id)) {
      const subjectActor = this.subjectActors.get(id)
      if (subjectActor !== undefined)
        yield* this.evaluateSubject(context, subjectActor, [...own].sort(inOrder))
    }
    for (const subjectActor of this.subjectActors.values()) {
      yield* this.tick(context, subjectActor, until - 1)
      if (subjectActor.actors !== null)
        for (const actor of subjectActor.actors.values())
          evaluateDeadlines(context, subjectActor, actor, (due) => due < until)
      yield
    }
    this.collect(decisions)
    this.covered = until
  }

  /** Returns the result so far. */
  result(): BacktestResult {
    const { beside, comparison, counts, covered, drawings, events, failures, rule, options } = this
    return {
      events,
      total: counts.fired + counts.reminders,
      counts,
      beside,
      failures,
      steps:
        rule.everyMs === null
          ? 0
          : Math.max(0, Math.ceil((covered - tickAfter(rule.everyMs, options.from - 1)) / rule.everyMs)),
      baseline: comparison?.result() ?? null,
      drawings: drawings?.draw(covered) ?? [],
      undrawn: drawings?.undrawn ?? 0
    }
  }

  private *evaluateSubject(
    context: EvaluationContext,
    subjectActor: SubjectActor,
    records: ReadonlyArray<Observation>
  ): Generator<void, void, void> {
    for (let from = 0, end: number; from < records.length; from = end) {
      const { at, subject } = records[from]!
      end = endOfInstant(records, from)
      if (subjectActor.subject.deviceId !== subject.deviceId) {
        subjectActor.subject = subject
        subjectActor.who = {
          ...subjectActor.who,
          device: {
            id: subject.deviceId,
            name: this.options.devices.get(subject.deviceId) ?? subject.deviceId
          }
        }
      }
      yield* this.tick(context, subjectActor, at - 1)
      const before = subjectActor.placements,
        seen = markRepeated(subjectActor, records.slice(from, end))
      evaluateInstant(context, subjectActor, seen, 0, seen.length)
      this.drawings?.atRecords(subjectActor, seen, at, before)
      yield
    }
  }

  private *tick(
    context: EvaluationContext,
    subjectActor: SubjectActor,
    to: number
  ): Generator<void, void, void> {
    for (let at = subjectActor.nextTick; at <= to; at = subjectActor.nextTick) {
      evaluateTicks(context, subjectActor, at)
      this.drawings?.atTick(subjectActor, at)
      yield
    }
    evaluateTicks(context, subjectActor, to)
  }

  private collect({ events, failures }: Decisions): void {
    const own = events.filter((e) => e.rule === this.rule).sort(byTime)
    this.counts = addCounts(this.counts, own)
    this.events.push(...own.slice(0, MAX_EVENTS - this.events.length))
    this.failures.push(...failures.slice(0, 1))
    this.comparison?.take(own, events.filter((e) => e.rule === this.baseline).sort(byTime))
    for (const [id, counts] of this.beside)
      this.beside.set(
        id,
        addCounts(
          counts,
          events.filter((e) => e.rule.id === id)
        )
      )
  }
}
