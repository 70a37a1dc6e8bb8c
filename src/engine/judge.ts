// Leads one subject through its records and deadlines in their one order, asks `step`, and writes what it decided into the
// changes of the batch. Synchronous and without side effects outside memory: live batches and replays both run it.
import { blank, deadline, isBlank, wakeAt } from "../domain/rule/RuleState.ts"
import type { Facts } from "../domain/rule/Facts.ts"
import { inOrder, type Observation } from "../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../domain/rule/Rule.ts"
import { type Moment, step } from "../domain/rule/step.ts"
import { type Book, faultOf } from "./Book.ts"
import type { Cell } from "./Cell.ts"
import type { Actor, Changes } from "./Changes.ts"
import { describe } from "./describe.ts"

/** What judging needs besides the subject: the edition of the rules, where decisions go, ids, and a timer to set. */
export interface Bench {
  readonly book: Book
  readonly changes: Changes
  readonly nextId: () => string
  readonly setTimer: (cell: Cell, actor: Actor, wakeAt: number) => void
}

/** Judges the records of one subject that a batch brought, in any order. */
export const judgeRecords = (bench: Bench, cell: Cell, records: Array<Observation>): void => {
  if (records.length > 1) records.sort(inOrder)
  for (let i = 0; i < records.length;) {
    const at = records[i]!.at
    let end = i + 1
    while (end < records.length && records[end]!.at === at) end++
    if (at <= cell.watermark) bench.changes.lateFrom(cell.subject, at)
    else judgeInstant(bench, cell, records, i, end)
    i = end
  }
}

/** All records of one instant enter the facts before any of them is judged. */
const judgeInstant = (bench: Bench, cell: Cell, records: ReadonlyArray<Observation>, from: number, to: number): void => {
  const at = records[from]!.at
  if (cell.actors !== null) for (const actor of cell.actors.values()) judgeDeadlines(bench, cell, actor, (due) => due < at)
  const before = cell.placement
  let moved: Observation | null = null
  for (let i = from; i < to; i++) {
    const seen = records[i]!
    cell.enter(seen, bench.book)
    if (seen._tag === "Position" && seen.recordType === "gnss") moved = seen
  }
  cell.watermark = at
  if (before !== cell.placement && cell.placement !== null) bench.changes.placements.set(cell.subject, cell.placement)
  for (let i = from; i < to; i++) {
    const seen = records[i]!
    if (seen._tag === "Position" && seen.recordType !== "gnss") continue
    // of several fixes of one instant the last moved the subject: a border is crossed once
    judgeOne(bench, cell, seen, cell.facts(at, seen, seen === moved ? before : cell.placement))
  }
}

const judgeOne = (bench: Bench, cell: Cell, seen: Observation, facts: Facts): void => {
  const rules = seen._tag === "Position" ? cell.onPosition : seen._tag === "Measurement" ? cell.onMeasurement : []
  for (const rule of rules) if (isTriggeredBy(rule, seen)) advance(bench, cell, rule, seen, facts)
  if (cell.actors === null) return
  // whoever holds something looks at every record, not only at those that start its rule
  for (const actor of cell.actors.values()) {
    if (actor.state.holds.length > 0 && !isTriggeredBy(actor.rule, seen)) advance(bench, cell, actor.rule, seen, facts)
  }
}

/** Judges the deadlines of an actor for which `isDue` says so, the earliest first, with what was known then. */
const judgeDeadlines = (bench: Bench, cell: Cell, actor: Actor, isDue: (deadline: number) => boolean): void => {
  for (let due = deadline(actor.state, actor.rule.forMs); due !== null && isDue(due); due = deadline(actor.state, actor.rule.forMs)) {
    const before = actor.state
    advance(bench, cell, actor.rule, { _tag: "Deadline", at: due }, cell.facts(due, null, cell.placement))
    if (actor.state === before) return // its evaluation failed: the failure is on record, the deadline stays
  }
}

/** A timer went off: the log holds nothing newer, so the deadlines it was set for are judged with what is known. */
export const judgeTimer = (bench: Bench, cell: Cell, ruleId: string, now: number): void => {
  const actor = cell.actors?.get(ruleId)
  if (actor === undefined) return
  actor.armed = null
  const { rule: { forMs }, state } = actor
  const begun = [...state.holds.filter((h) => !h.overdue), ...(state.since === null || state.arrivedAt === null || state.overdue ? [] : [{ since: state.since, arrivedAt: state.arrivedAt }])]
  const due = Math.max(...begun.filter((h) => h.arrivedAt + forMs <= now).map((h) => h.since + forMs))
  judgeDeadlines(bench, cell, actor, (d) => d <= due)
  // a deadline that could not be judged waits for the next record instead of going off again and again
  const next = wakeAt(actor.state, forMs)
  if (next !== null && next > now) arm(bench, cell, actor, next)
}

/** One timer an actor is enough: when it goes off and the state wants a later one, that one is set. */
const arm = (bench: Bench, cell: Cell, actor: Actor, wake: number): void => {
  if (actor.armed !== null && actor.armed <= wake) return
  actor.armed = wake
  bench.setTimer(cell, actor, wake)
}

/** One step of one actor, its failure kept to itself. */
const advance = (bench: Bench, cell: Cell, rule: Rule, moment: Moment, facts: Facts): void => {
  const { changes } = bench
  const known = cell.actors?.get(rule.id)
  const judgedTo = known?.state.judgedTo ?? null
  if (judgedTo !== null && moment._tag !== "Deadline" && moment.at <= judgedTo) return changes.lateFrom(cell.subject, moment.at)
  try {
    const before = known?.state ?? blank
    const { state: after, outcomes } = step(rule, before, moment, facts)
    if (bench.book.failing.size > 0 && bench.book.failing.get(rule.id) === cell.subject.id) {
      bench.book.failing.delete(rule.id)
      changes.cleared.add(rule.id)
    }
    if (after === before) return
    const events = outcomes.flatMap((o) => o._tag === "Fired" ? [describe(cell, rule, o, moment, facts, before, bench)] : [])
    // nothing below can fail: state and events change together or not at all
    const actor = known ?? cell.actor(rule)
    actor.state = isBlank(after) ? blank : after
    for (const outcome of outcomes) {
      if (outcome._tag !== "Ended" || actor.episode === null) continue
      changes.ended.push({ eventId: actor.episode, at: outcome.at, projectId: cell.subject.projectId, subject: cell.subject })
      actor.episode = null
    }
    changes.events.push(...events)
    actor.episode = events.find((e) => e.kind === "rise")?.id ?? actor.episode
    changes.states.set(actor, cell.subject)
    changes.transitions.push({ rule, subjectId: cell.subject.id, at: moment.at, state: actor.state, eventId: events[events.length - 1]?.id ?? null })
    const wake = wakeAt(after, rule.forMs)
    if (wake !== null) arm(bench, cell, actor, wake)
  } catch (e) {
    fail(bench, cell, rule, moment.at, e)
  }
}

const fail = (bench: Bench, cell: Cell, rule: Rule, at: number, e: unknown): void => {
  const { code, detail } = faultOf(e)
  const repeated = bench.book.failing.get(rule.id) === cell.subject.id && bench.changes.failures.some((f) => f.rule === rule && f.subject === cell.subject)
  bench.book.failing.set(rule.id, cell.subject.id)
  bench.changes.cleared.delete(rule.id)
  if (!repeated) bench.changes.failures.push({ rule, subject: cell.subject, who: cell.who, at, code, detail, traceId: bench.nextId() })
}
