// Leads one subject through its records, ticks and deadlines in their one order, asks `step`, and writes what
// it decided into the changes of the batch. Synchronous and without side effects outside memory: live batches
// and replays both run it.
import { blank, deadline, isBlank, wakeAt } from "../../domain/rule/RuleState.ts"
import type { Facts, Placement } from "../../domain/rule/Facts.ts"
import { sees } from "../../domain/rule/Lens.ts"
import { inOrder, type Moment, type Observation } from "../../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../../domain/rule/Rule.ts"
import { leavesOf } from "../../domain/rule/conditions/Condition.ts"
import { wornOf } from "../../domain/rule/scope.ts"
import { isRepeated, saidKey } from "../../domain/rule/stateChange.ts"
import { step } from "../../domain/rule/step.ts"
import { type Book, faultOf } from "./Book.ts"
import type { Cell } from "./Cell.ts"
import type { Actor, Changes, NewEvent } from "./Changes.ts"
import { describe } from "./describe.ts"
import type { Place } from "../live/Lanes.ts"
import { MAX_MISSED, ruleTickAfter, TICK_GRACE_MS, tickAt } from "./ticks.ts"

/**
 * What judging needs besides the subject: the edition of the rules, where decisions go, ids, and a timer to
 * set.
 */
export interface Bench {
  readonly book: Book
  readonly changes: Changes
  readonly nextId: () => string
  readonly setTimer: (cell: Cell, actor: Actor, wakeAt: number) => void
  /** whether what is found out at this moment is found out late */
  readonly isLate: (moment: Moment) => boolean
}

/** Asked after each moment that was judged: whether no more may be judged now. */
export type IsSpent = () => boolean

/** Where judging stopped between two moments of a subject. */
export type Stopped = Pick<Place, "at" | "ticked">

/**
 * Judges the records of one subject that a batch brought, in any order; where it stopped before the last of
 * them, else null.
 */
export const judgeRecords = (
  bench: Bench,
  cell: Cell,
  records: Array<Observation>,
  isSpent?: IsSpent
): Stopped | null => {
  if (records.length > 1) records.sort(inOrder)
  if (cell.receipts !== null) for (const seen of records) cell.receive(seen.receivedAt)
  for (let i = 0; i < records.length;) {
    const at = records[i]!.at
    let end = i + 1
    while (end < records.length && records[end]!.at === at) end++
    if (at <= cell.watermark)
      for (let j = i; j < end; j++) bench.changes.lateFrom(cell.subject, since(cell, records[j]!))
    else if (cell.nextTick < at && !judgeTicks(bench, cell, at - 1, isSpent))
      return { at: cell.tickedTo, ticked: true }
    else judgeInstant(bench, cell, records, i, end)
    i = end
    if (i < records.length && isSpent?.() === true) return { at, ticked: false }
  }
  return null
}

/**
 * Judges the ticks of a subject up to and with a moment, where the log holds nothing older that is still to
 * come. False: it stopped at an earlier tick.
 */
export const judgeTicks = (bench: Bench, cell: Cell, to: number, isSpent?: IsSpent): boolean => {
  if (to <= cell.tickedTo) return true
  // nobody asks about a subject that has not reported yet
  const reached = cell.watermark > -Infinity ? advanceTicks(bench, cell, to, isSpent) : to
  cell.ticked(reached)
  return reached === to
}

/**
 * Records of one instant as rules see them: reports of a state that say what their device had said before are
 * noted as such.
 */
export const asSeen = ({ said }: Cell, records: ReadonlyArray<Observation>): ReadonlyArray<Observation> =>
  said === null
    ? records
    : records.map((seen) =>
        seen._tag === "DeviceState" && isRepeated(seen, said.get(saidKey(seen.subject.deviceId, seen.key)))
          ? { ...seen, repeated: true }
          : seen
      )

/** All records of one instant enter the facts before any of them is judged. */
export const judgeInstant = (
  bench: Bench,
  cell: Cell,
  of: ReadonlyArray<Observation>,
  start: number,
  end: number
): void => {
  const mayRepeat = cell.said !== null && of[start]!._tag === "DeviceState" // states come first
  const [records, from, to] = mayRepeat
    ? [asSeen(cell, of.slice(start, end)), 0, end - start]
    : [of, start, end]
  const at = records[from]!.at
  if (cell.nextTick < at) judgeTicks(bench, cell, at - 1)
  judgeAllDeadlines(bench, cell, (due) => due < at)
  for (let i = from; i < to; i++)
    if (isAhead(cell, since(cell, records[i]!))) reconsider(bench, cell, records[i]!)
  const before = cell.placements
  for (let i = from; i < to; i++) cell.enter(records[i]!, bench.book)
  cell.watermark = at
  if (before !== cell.placements) noteMoves(bench, cell, before, at)
  for (let i = from; i < to; i++) {
    const seen = records[i]!
    const still = cell.facts(at, seen, cell.placements)
    if (before === cell.placements) judgeOne(bench, cell, seen, () => still, false)
    else {
      // a border is crossed once: the first fix of the instant that starts a rule moved the subject for it,
      // and what is asked later finds it moved
      const moved = cell.facts(at, seen, before)
      judgeOne(
        bench,
        cell,
        seen,
        (rule) => (rule.trigger.kind === "position" && !isAsked(rule, records, from, i) ? moved : still),
        true
      )
    }
  }
}

/** Whether one of some records starts the rule. */
const isAsked = (rule: Rule, records: ReadonlyArray<Observation>, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (isTriggeredBy(rule, records[i]!)) return true
  return false
}

/**
 * A record newer than the watermark and not newer than a tick or a deadline that was judged: that did not
 * know it, or not even the subject.
 */
const reconsider = (bench: Bench, cell: Cell, seen: Observation): void => {
  const isFirst = cell.watermark === -Infinity,
    late = () => bench.changes.lateFrom(cell.subject, since(cell, seen))
  if (since(cell, seen) <= cell.settledTo) return late()
  /** the first moment at which the rule would have asked about it */
  const from = (rule: Rule) =>
    Math.min(
      isFirst || reads(rule, seen) ? seen.at : Infinity,
      rule.asksLastSeen ? seen.receivedAt : Infinity
    )
  for (const rule of cell.concern.onTick)
    if (ruleTickAfter(rule, from(rule) - 1) <= cell.tickedTo) return late()
  for (const { rule, state } of cell.actors?.values() ?? [])
    if (state.judgedTo !== null && from(rule) <= state.judgedTo) return late()
}

/**
 * From when on a record tells something: one of a clock that is ahead arrives before its time. That counts
 * where schedules ask, or an edition before did by then.
 */
const since = (cell: Cell, { at, receivedAt }: Observation): number =>
  cell.receipts === null && receivedAt > cell.settledTo ? at : Math.min(at, receivedAt)

/** Whether the clock, or a tick, has brought the subject further than its records. */
const isAhead = (cell: Cell, at: number): boolean => {
  if (at <= cell.tickedTo || at <= cell.settledTo) return true
  if (cell.actors !== null)
    for (const { state } of cell.actors.values())
      if (state.judgedTo !== null && at <= state.judgedTo) return true
  return false
}

/** Whether a condition of the rule looks at such records. */
const reads = ({ lenses, metrics, readsFix, sight, windows }: Rule, seen: Observation): boolean => {
  switch (seen._tag) {
    case "Position":
      return (lenses.length > 0 || readsFix) && sees(sight, seen.recordType)
    case "Measurement":
      return metrics.includes(seen.metric) || windows.some((w) => w.metric === seen.metric)
    case "DeviceState":
      return false
  }
}

const noteMoves = (
  { changes }: Bench,
  cell: Cell,
  before: ReadonlyMap<string, Placement>,
  at: number
): void => {
  for (const [lens, placement] of cell.placements) {
    if (before.get(lens) === placement) continue
    changes.moves.push({ subject: cell.subject, lens, at, placement })
    changes.work.bytes += TRANSITION_BYTES + FEATURE_BYTES * placement.inside.length
  }
}

const judgeOne = (
  bench: Bench,
  cell: Cell,
  seen: Observation,
  factsFor: (rule: Rule) => Facts,
  hasMoved: boolean
): void => {
  const { onMeasurement, onPosition, onState } = cell.concern
  const rules = seen._tag === "Position" ? onPosition : seen._tag === "Measurement" ? onMeasurement : onState
  const mayRest = !hasMoved && bench.book.failing.size === 0
  for (const rule of rules) {
    // who waits for a crossing alone and remembers nothing has nothing to say while the subject stays
    if (mayRest && rule.level === null && cell.actors?.has(rule.id) !== true) continue
    if (isTriggeredBy(rule, seen)) advance(bench, cell, rule, seen, factsFor(rule))
  }
  if (cell.actors === null) return
  // whoever holds something looks at every record that it could see, not only at those that start its rule
  for (const { rule, state } of cell.actors.values()) {
    if (
      state.holds.length > 0 &&
      !isTriggeredBy(rule, seen) &&
      (seen._tag !== "Position" || sees(rule.sight, seen.recordType))
    ) {
      advance(bench, cell, rule, seen, factsFor(rule))
    }
  }
}

/**
 * Whose deadlines go in step with ticks: those of schedules, and of whoever reads a window, which moves
 * forward only. Any other hold waits for its own timer or the next record: a tick says nothing about what the
 * subject has still under way.
 */
export const keepsStep = ({ everyMs, windows }: Rule): boolean => everyMs !== null || windows.length > 0

/** Whether some tick may ask the rule about a subject, as far as devices say. */
const mayBeAsked = ({ devices }: Rule, { who: { device, entity } }: Cell): boolean =>
  devices === null ||
  (entity?.worn === undefined ? devices.has(device.id) : entity.worn.some(({ id }) => devices.has(id)))

/** Whether a tick asks the rule about a subject: under `device_ids` while it wears one of the devices. */
const isAskedAt = ({ devices }: Rule, { who }: Cell, at: number): boolean =>
  devices === null || wornOf(devices, who, at) !== null

/**
 * Each instant at which a schedule of the subject ticks, in order; deadlines that lie before it first. Up to
 * when they are judged.
 */
const advanceTicks = (bench: Bench, cell: Cell, to: number, isSpent?: IsSpent): number => {
  const onTick = cell.concern.onTick.filter((rule) => mayBeAsked(rule, cell))
  if (onTick.length === 0) return to
  const oldest = (rule: Rule) =>
    rule.everyMs === null ? to : tickAt(rule.everyMs, to) - MAX_MISSED * rule.everyMs
  const next = onTick.map((rule) => ruleTickAfter(rule, Math.max(cell.tickedTo, oldest(rule))))
  for (;;) {
    const at = Math.min(...next)
    if (at > to) return to
    judgeAllDeadlines(bench, cell, (due) => due < at, keepsStep)
    const facts = cell.facts(at, null, cell.placements)
    onTick.forEach((rule, i) => {
      if (next[i] !== at) return
      if (isAskedAt(rule, cell, at))
        advance(bench, cell, rule, { _tag: "Tick", at, receivedAt: at + TICK_GRACE_MS }, facts)
      next[i] = ruleTickAfter(rule, at)
    })
    if (isSpent?.() === true) return at
  }
}

const judgeAllDeadlines = (
  bench: Bench,
  cell: Cell,
  isDue: (deadline: number) => boolean,
  of: (rule: Rule) => boolean = () => true
): void => {
  if (cell.actors !== null)
    for (const actor of cell.actors.values()) if (of(actor.rule)) judgeDeadlines(bench, cell, actor, isDue)
}

/** Judges the deadlines of an actor for which `isDue` says so, the earliest first, with what was known then. */
export const judgeDeadlines = (
  bench: Bench,
  cell: Cell,
  actor: Actor,
  isDue: (deadline: number) => boolean
): void => {
  for (
    let due = deadline(actor.state, actor.rule.forMs);
    due !== null && isDue(due);
    due = deadline(actor.state, actor.rule.forMs)
  ) {
    const before = actor.state
    // one that had passed when its version came into force is judged by what was known where the version
    // begins
    advance(
      bench,
      cell,
      actor.rule,
      { _tag: "Deadline", at: due },
      cell.facts(Math.max(due, cell.watermark), null, cell.placements)
    )
    if (actor.state === before) return // its evaluation failed: the failure is on record, the deadline stays
  }
}

/**
 * A timer went off: the log holds nothing newer, so the deadlines it was set for are judged with what is
 * known; `upTo`: none newer than that.
 */
export const judgeTimer = (bench: Bench, cell: Cell, ruleId: string, now: number, upTo = Infinity): void => {
  const actor = cell.actors?.get(ruleId)
  if (actor === undefined) return
  actor.armed = null
  const {
    rule: { forMs },
    state
  } = actor
  const begun = [
    ...state.holds.filter((h) => !h.overdue),
    ...(state.since === null || state.overdue ? [] : [{ since: state.since, arrivedAt: state.arrivedAt }])
  ]
  const due = Math.max(
    ...begun.flatMap((h) => (h.arrivedAt !== null && h.arrivedAt + forMs <= now ? [h.since + forMs] : []))
  )
  judgeDeadlines(bench, cell, actor, (d) => d <= due && d <= upTo)
  // a deadline that could not be judged waits for the next record instead of going off again and again
  const next = wakeAt(actor.state, forMs)
  if (next !== null && next > now) arm(bench, cell, actor, next)
}

/** One timer an actor is enough: when it goes off and the state wants a later one, that one is set. */
export const arm = (bench: Bench, cell: Cell, actor: Actor, wake: number): void => {
  if (actor.armed !== null && actor.armed <= wake) return
  actor.armed = wake
  bench.setTimer(cell, actor, wake)
}

/**
 * What a transition, and an event with its evidence and trace, take when they are sent, roughly: of an event
 * its leaves and placements grow.
 */
const TRANSITION_BYTES = 500
const EVENT_BYTES = 2500
const LEAF_BYTES = 400
const FEATURE_BYTES = 40

const weigh = ({ evaluated, placements }: NewEvent): number => {
  const inside = placements.reduce(
    (sum, { before, now }) => sum + (before?.inside.length ?? 0) + (now?.inside.length ?? 0),
    0
  )
  return EVENT_BYTES + LEAF_BYTES * leavesOf(evaluated).length + FEATURE_BYTES * inside
}

/** One step of one actor, its failure kept to itself. */
const advance = (bench: Bench, cell: Cell, rule: Rule, moment: Moment, facts: Facts): void => {
  const { changes } = bench,
    { work } = changes
  const known = cell.actors?.get(rule.id)
  work.evaluations++
  const judgedTo = known?.state.judgedTo ?? cell.lapsed?.get(rule.id) ?? null
  if (judgedTo !== null && moment._tag !== "Deadline" && moment.at <= judgedTo)
    return changes.lateFrom(cell.subject, moment.at)
  try {
    const before = known?.state ?? blank
    const { state: after, outcomes } = step(rule, before, moment, facts)
    if (bench.book.failing.size > 0 && bench.book.failing.get(rule.id) === cell.subject.id) {
      bench.book.failing.delete(rule.id)
      changes.cleared.add(rule.id)
    }
    if (after === before) return
    const events = outcomes.flatMap((o) =>
      o._tag === "Fired" ? [describe(cell, rule, o, moment, facts, before, bench)] : []
    )
    // what is decided live of a moment whose past was judged again meanwhile is not in that
    if (moment.at <= cell.rewrittenTo) changes.lateFrom(cell.subject, moment.at)
    // nothing below can fail: state and events change together or not at all
    const actor = known ?? cell.actor(rule)
    actor.state = isBlank(after) ? blank : after
    for (const outcome of outcomes) {
      if (outcome._tag !== "Ended" || actor.episode === null) continue
      changes.ended.push({
        eventId: actor.episode,
        at: outcome.at,
        projectId: cell.subject.projectId,
        subject: cell.subject
      })
      actor.episode = null
    }
    changes.events.push(...events)
    work.events += events.length
    work.bytes += TRANSITION_BYTES + events.reduce((sum, e) => sum + weigh(e), 0)
    actor.episode = events.find((e) => e.kind === "rise")?.id ?? actor.episode
    changes.states.set(actor, cell.subject)
    changes.transitions.push({
      rule,
      subjectId: cell.subject.id,
      at: moment.at,
      state: actor.state,
      eventId: events[events.length - 1]?.id ?? null,
      episode: actor.episode
    })
    const wake = wakeAt(after, rule.forMs)
    if (wake !== null) arm(bench, cell, actor, wake)
  } catch (e) {
    fail(bench, cell, rule, moment.at, e)
  }
}

const fail = (bench: Bench, cell: Cell, rule: Rule, at: number, e: unknown): void => {
  const { code, detail } = faultOf(e)
  bench.book.failing.set(rule.id, cell.subject.id)
  bench.changes.cleared.delete(rule.id)
  bench.changes.fail({ rule, subject: cell.subject, who: cell.who, at, code, detail }, bench.nextId)
}
