// Leads one subject through its records in their one order, with the ticks and deadlines between them, and
// writes what was decided into the changes of the batch. Synchronous and without side effects outside memory:
// live batches and replays both run it.
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
import { isRepeated, saidKey } from "../../domain/rule/stateChange.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { Place } from "../live/Lanes.ts"
import type { EvaluationContext, IsSpent } from "./EvaluationContext.ts"
import { evaluateTicks } from "./evaluateTicks.ts"
import { isAhead, overtaken, reconsider, since } from "./lateRecords.ts"
import { evaluateDeadlinesBefore } from "./evaluateDeadlines.ts"
import { FEATURE_BYTES, TRANSITION_BYTES } from "./weigh.ts"
import { advance } from "./advance.ts"

/** The records of one subject in a batch, in any order. */
export interface Pile {
  readonly key: string
  /** as its newest record in the batch names it */
  subject: Subject
  readonly records: Array<Observation>
}

/** Records as they were read, by subject. */
export class Piles {
  private readonly byKey = new Map<string, Pile>()

  add(seen: Observation): void {
    const key = subjectKey(seen.subject),
      pile = this.byKey.get(key)
    if (pile === undefined) this.byKey.set(key, { key, subject: seen.subject, records: [seen] })
    else {
      pile.records.push(seen)
      pile.subject = seen.subject
    }
  }

  /** In the order in which a window is judged. */
  get inOrder(): ReadonlyArray<Pile> {
    return [...this.byKey.values()].sort((a, b) =>
      a.subject.id < b.subject.id ? -1 : a.subject.id > b.subject.id ? 1 : 0
    )
  }
}

/** Where judging stopped between two moments of a subject. */
export type Stopped = Pick<Place, "at" | "ticked">

/**
 * Judges the records of one subject that a batch brought, in any order; where it stopped before the last of
 * them, else null.
 */
export const evaluateRecords = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  records: Array<Observation>,
  isSpent?: IsSpent
): Stopped | null => {
  if (records.length > 1) records.sort(inOrder)
  if (subjectActor.receipts !== null)
    for (const seen of records) subjectActor.receive(seen.receivedAt, seen.at)
  for (let i = 0; i < records.length;) {
    const at = records[i]!.at,
      end = endOfInstant(records, i)
    if (at <= subjectActor.watermark)
      for (let j = i; j < end; j++)
        context.changes.lateFrom(subjectActor.subject, since(subjectActor, records[j]!))
    else if (subjectActor.nextTick < at && !evaluateTicks(context, subjectActor, at - 1, isSpent))
      return { at: subjectActor.tickedTo, ticked: true }
    else evaluateInstant(context, subjectActor, records, i, end)
    i = end
    if (i < records.length && isSpent?.() === true) return { at, ticked: false }
  }
  return null
}

/**
 * Records of one instant as rules see them: reports of a state that say what their device had said before are
 * noted as such.
 */
export const asSeen = (
  { said }: SubjectActor,
  records: ReadonlyArray<Observation>
): ReadonlyArray<Observation> =>
  said === null
    ? records
    : records.map((seen) =>
        seen._tag === "DeviceState" && isRepeated(seen, said.get(saidKey(seen.subject.deviceId, seen.key)))
          ? { ...seen, repeated: true }
          : seen
      )

/** All records of one instant enter the facts before any of them is judged. */
export const evaluateInstant = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  of: ReadonlyArray<Observation>,
  start: number,
  end: number
): void => {
  const mayRepeat = subjectActor.said !== null && of[start]!._tag === "DeviceState" // states come first
  const [records, from, to] = mayRepeat
    ? [asSeen(subjectActor, of.slice(start, end)), 0, end - start]
    : [of, start, end]
  const at = records[from]!.at
  for (let i = from; i < to; i++) context.changes.include(records[i]!)
  overtaken(context, subjectActor, at)
  if (subjectActor.nextTick < at) evaluateTicks(context, subjectActor, at - 1)
  if (subjectActor.actors !== null) evaluateDeadlinesBefore(context, subjectActor, at)
  for (let i = from; i < to; i++)
    if (isAhead(subjectActor, since(subjectActor, records[i]!)))
      reconsider(context, subjectActor, records[i]!)
  const before = subjectActor.placements
  for (let i = from; i < to; i++) subjectActor.enter(records[i]!, context.ruleSet)
  subjectActor.watermark = at
  if (before !== subjectActor.placements) noteMoves(context, subjectActor, before, at)
  for (let i = from; i < to; i++) {
    const seen = records[i]!
    const still = subjectActor.facts(at, seen, subjectActor.placements)
    const moved =
      before === subjectActor.placements
        ? null
        : moving(still, subjectActor.facts(at, seen, before), records, from, i)
    evaluateRules(context, subjectActor, seen, still, moved)
  }
}

/** The facts by which a rule is judged. */
type FactsOf = (rule: Rule) => Facts

/**
 * A border is crossed once: the first fix of the instant that starts a rule moved the subject for it, and
 * what is asked later finds it moved.
 */
const moving =
  (still: Facts, moved: Facts, records: ReadonlyArray<Observation>, from: number, to: number): FactsOf =>
  (rule) =>
    rule.trigger.kind === "position" && !isAsked(rule, records, from, to) ? moved : still

/** Whether one of some records starts the rule. */
const isAsked = (rule: Rule, records: ReadonlyArray<Observation>, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (isTriggeredBy(rule, records[i]!)) return true
  return false
}

const noteMoves = (
  { changes }: EvaluationContext,
  subjectActor: SubjectActor,
  before: ReadonlyMap<string, Placement>,
  at: number
): void => {
  for (const [filterKey, placement] of subjectActor.placements) {
    if (before.get(filterKey) === placement) continue
    changes.moves.push({ subject: subjectActor.subject, filterKey, at, placement })
    changes.work.bytes += TRANSITION_BYTES + FEATURE_BYTES * placement.inside.length
  }
}

/** `moved`: where the instant moved the subject, the facts of each rule. */
const evaluateRules = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  seen: Observation,
  still: Facts,
  moved: FactsOf | null
): void => {
  const { onMeasurement, onPosition, onState } = subjectActor.concern
  const rules = seen._tag === "Position" ? onPosition : seen._tag === "Measurement" ? onMeasurement : onState
  const mayRest = moved === null && context.ruleSet.failing.size === 0
  for (const rule of rules) {
    // who waits for a crossing alone and remembers nothing has nothing to say while the subject stays
    if (mayRest && rule.level === null && subjectActor.actors?.has(rule.id) !== true) continue
    if (isTriggeredBy(rule, seen))
      advance(context, subjectActor, rule, seen, moved === null ? still : moved(rule))
  }
  if (subjectActor.actors === null) return
  // whoever holds something looks at every record that it could see, not only at those that start its rule
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
