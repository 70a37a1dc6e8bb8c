// Leads one subject through its records in order, with the ticks and deadlines between them, and adds what
// was decided to the batch. Synchronous, without side effects outside memory: live batches and replays both
// run it.
import type { Facts, Placement } from "../../domain/rule/Facts.ts"
import { admits } from "../../domain/rule/PositionFilter.ts"
import {
  endOfInstant,
  inOrder,
  type Observation,
  type Subject,
  subjectKey
} from "../../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../../domain/rule/Rule.ts"
import { isRepeated, stateValueKey } from "../../domain/rule/stateChange.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { LanePlace } from "./Lane.ts"
import type { EvaluationContext, IsSpent } from "./EvaluationContext.ts"
import { evaluateTicks } from "./evaluateTicks.ts"
import { isEvaluatedUpTo, rescheduleReplay, scheduleReplayIfLate, countsFrom } from "./lateRecords.ts"
import { evaluateDeadlinesBefore } from "./evaluateDeadlines.ts"
import { FEATURE_BYTES, TRANSITION_BYTES } from "./weigh.ts"
import { advance } from "./advance.ts"

/** SubjectRecords are the records of one subject in a batch, in any order. */
export interface SubjectRecords {
  readonly key: string
  /** as its newest record in the batch names it */
  subject: Subject
  readonly records: Array<Observation>
}

/** RecordsBySubject groups records by subject. */
export class RecordsBySubject {
  private readonly byKey = new Map<string, SubjectRecords>()

  add(seen: Observation): void {
    const key = subjectKey(seen.subject),
      pile = this.byKey.get(key)
    if (pile === undefined) this.byKey.set(key, { key, subject: seen.subject, records: [seen] })
    else {
      pile.records.push(seen)
      pile.subject = seen.subject
    }
  }

  /** Returns the groups by id of the subject, the order in which a window is evaluated. */
  get inOrder(): ReadonlyArray<SubjectRecords> {
    return [...this.byKey.values()].sort((a, b) =>
      a.subject.id < b.subject.id ? -1 : a.subject.id > b.subject.id ? 1 : 0
    )
  }
}

/** StopPoint tells where evaluating stopped between two moments of a subject. */
type StopPoint = Pick<LanePlace, "at" | "ticked">

/** Evaluates the records of one subject; returns where it stopped before the last of them, else null. */
export const evaluateRecords = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  records: Array<Observation>,
  isSpent?: IsSpent
): StopPoint | null => {
  if (records.length > 1) records.sort(inOrder)
  if (subjectActor.arrivals !== null)
    for (const seen of records) subjectActor.receive(seen.receivedAt, seen.at)
  for (let i = 0; i < records.length;) {
    const at = records[i]!.at,
      end = endOfInstant(records, i)
    if (at <= subjectActor.watermark)
      for (let j = i; j < end; j++)
        context.decisions.lateFrom(subjectActor.subject, countsFrom(subjectActor, records[j]!))
    else if (subjectActor.nextTick < at && !evaluateTicks(context, subjectActor, at - 1, isSpent))
      return { at: subjectActor.tickedTo, ticked: true }
    else evaluateInstant(context, subjectActor, records, i, end)
    i = end
    if (i < records.length && isSpent?.() === true) return { at, ticked: false }
  }
  return null
}

/** Marks reports of a state that repeat the device's last value, so that they start no rule. */
export const markRepeated = (
  { lastStates }: SubjectActor,
  records: ReadonlyArray<Observation>
): ReadonlyArray<Observation> =>
  lastStates === null
    ? records
    : records.map((seen) =>
        seen._tag === "DeviceState" &&
        isRepeated(seen, lastStates.get(stateValueKey(seen.subject.deviceId, seen.key)))
          ? { ...seen, repeated: true }
          : seen
      )

/** Evaluates the records of one instant: all of them enter the facts before any of them is evaluated. */
export const evaluateInstant = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  of: ReadonlyArray<Observation>,
  start: number,
  end: number
): void => {
  const mayRepeat = subjectActor.lastStates !== null && of[start]!._tag === "DeviceState" // states come first
  const [records, from, to] = mayRepeat
    ? [markRepeated(subjectActor, of.slice(start, end)), 0, end - start]
    : [of, start, end]
  const at = records[from]!.at
  for (let i = from; i < to; i++) context.decisions.include(records[i]!)
  rescheduleReplay(context, subjectActor, at)
  if (subjectActor.nextTick < at) evaluateTicks(context, subjectActor, at - 1)
  if (subjectActor.actors !== null) evaluateDeadlinesBefore(context, subjectActor, at)
  for (let i = from; i < to; i++)
    if (isEvaluatedUpTo(subjectActor, countsFrom(subjectActor, records[i]!)))
      scheduleReplayIfLate(context, subjectActor, records[i]!)
  const before = subjectActor.placements
  for (let i = from; i < to; i++) subjectActor.observe(records[i]!, context.ruleSet)
  subjectActor.watermark = at
  if (before !== subjectActor.placements) recordPlacements(context, subjectActor, before, at)
  for (let i = from; i < to; i++) {
    const seen = records[i]!
    const still = subjectActor.facts(at, seen, subjectActor.placements)
    const moved =
      before === subjectActor.placements
        ? null
        : factsByRule(still, subjectActor.facts(at, seen, before), records, from, i)
    evaluateRules(context, subjectActor, seen, still, moved)
  }
}

/** FactsOf returns the facts by which a rule is evaluated. */
type FactsOf = (rule: Rule) => Facts

/**
 * Returns the facts by rule where an instant moved the subject. A border is crossed once: for the first fix
 * of the instant that starts the rule; for later ones the subject has moved already.
 */
const factsByRule =
  (still: Facts, moved: Facts, records: ReadonlyArray<Observation>, from: number, to: number): FactsOf =>
  (rule) =>
    rule.trigger.kind === "position" && !isAnyTrigger(rule, records, from, to) ? moved : still

/** Whether any of some records starts the rule. */
const isAnyTrigger = (rule: Rule, records: ReadonlyArray<Observation>, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (isTriggeredBy(rule, records[i]!)) return true
  return false
}

const recordPlacements = (
  { decisions }: EvaluationContext,
  subjectActor: SubjectActor,
  before: ReadonlyMap<string, Placement>,
  at: number
): void => {
  for (const [filterKey, placement] of subjectActor.placements) {
    if (before.get(filterKey) === placement) continue
    decisions.moves.push({ subject: subjectActor.subject, filterKey, at, placement })
    decisions.work.bytes += TRANSITION_BYTES + FEATURE_BYTES * placement.inside.length
  }
}

/**
 * Evaluates the rules that a record concerns. `moved`: where the instant moved the subject, the facts by
 * rule.
 */
const evaluateRules = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  seen: Observation,
  still: Facts,
  moved: FactsOf | null
): void => {
  const { onMeasurement, onPosition, onState } = subjectActor.applicable
  const rules = seen._tag === "Position" ? onPosition : seen._tag === "Measurement" ? onMeasurement : onState
  const canSkip = moved === null && context.ruleSet.failing.size === 0
  for (const rule of rules) {
    // a rule that only waits for a crossing, without a state, decides nothing while the subject does not move
    if (canSkip && rule.level === null && subjectActor.actors?.has(rule.id) !== true) continue
    if (isTriggeredBy(rule, seen))
      advance(context, subjectActor, rule, seen, moved === null ? still : moved(rule))
  }
  if (subjectActor.actors === null) return
  // a rule with a hold is evaluated at every record it could read, not only at those that start it
  for (const { rule, state } of subjectActor.actors.values()) {
    if (
      state.holds.length > 0 &&
      !isTriggeredBy(rule, seen) &&
      (seen._tag !== "Position" || admits(rule.recordTypes, seen.recordType))
    ) {
      advance(context, subjectActor, rule, seen, moved === null ? still : moved(rule))
    }
  }
}
