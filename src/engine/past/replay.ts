// A stretch of one subject's past, judged again as the live engine would have judged it in order: same cells,
// same step, no database and no clock. The late lane commits what comes out, the rule test and `explain` only
// read it.
import { inOrder, type Observation, type Subject } from "../../domain/rule/Observation.ts"
import { standingOf, type Who } from "../../domain/rule/scope.ts"
import { type Book, looksSince, makeBook } from "../evaluate/Book.ts"
import { Cell } from "../evaluate/Cell.ts"
import { type Actor, Changes, type Work } from "../evaluate/Changes.ts"
import {
  type Bench,
  type IsSpent,
  judgeDeadlines,
  judgeInstant,
  judgeTicks,
  judgeTimer,
  keepsStep
} from "../evaluate/judge.ts"
import { needsOf } from "../evaluate/Needs.ts"
import type { Memory } from "../ports.ts"
import { ruleTickAfter } from "../evaluate/ticks.ts"
import { afterTicks, beforeTicks, type Scene, Timeline } from "./Timeline.ts"

/** An edition of the book and from where on it judges: records newer than `floor`, ticks after `tickFloor`. */
export interface Chapter {
  readonly book: Book
  readonly floor: number
  readonly tickFloor: number
  /**
   * rule -> newest deadline judged before the chapter began, of rules that had judged one past the floor:
   * theirs begins after it
   */
  readonly judged?: ReadonlyMap<string, number>
  /** who the subject was to scopes; absent: who it is */
  readonly who?: Who
  /** when it began on the clock: what it drops ends then; absent: now */
  readonly at?: number
}

export interface Past {
  readonly subject: Subject
  readonly who: Who
  /** as it was just before the first record */
  readonly memory: Memory
  /** arrivals, ascending, the newest before the stretch first; null: no schedule asks */
  readonly receipts: ReadonlyArray<number> | null
  /** in the order in which they began; records and ticks before the first one's floors are judged by none */
  readonly chapters: ReadonlyArray<Chapter>
  /** none older than the memory, none newer than `until` */
  readonly records: ReadonlyArray<Observation>
  /** it is cut after this effective time at the latest; absent: it may go on to its end */
  readonly until?: number
  /** some record lies beyond that */
  readonly goesOn?: boolean
  /** asked after each moment that was judged: whether it is to be cut there; absent: it is not */
  readonly isSpent?: IsSpent
  /** what deciding costs is counted here; absent: for itself */
  readonly work?: Work
  /** ticks after this instant, up to and with `ticksTo`, are judged */
  readonly ticksFrom: number
  readonly ticksTo: number
  /** deadlines up to this effective time are judged at the end, whatever the timers say; absent: none */
  readonly deadlinesTo?: (ruleId: string) => number
  /** what is found out is found out at this moment; epoch ms */
  readonly now: number
  /** timers that would have gone off by then go off at the end; absent: by now */
  readonly timersTo?: number
  /** events are marked as found out late */
  readonly late?: boolean
  readonly nextId: () => string
}

export interface Replayed {
  /**
   * where it was cut: all up to and with this effective time is judged, and the rest goes on from what is
   * stored; Infinity: it was not cut
   */
  readonly to: number
  /** the memory it ends with */
  readonly cell: Cell
  readonly changes: Changes
  /** events of the episodes that were open when it began */
  readonly open: ReadonlyArray<string>
  /**
   * which version of a rule judged the subject at a moment, by which edition of the book: `version`, if it
   * may have; null: none did
   */
  readonly inForce: (
    ruleId: string,
    at: number,
    version: number
  ) => { readonly version: number; readonly book: Book } | null
}

export const replay = (past: Past): Replayed => {
  const steps = replayInTurns(past)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Instants and ticks judged between two turns. */
const TURN = 512

/** The same with pauses, for a process that has other things to do meanwhile. */
export function* replayInTurns(past: Past): Generator<void, Replayed> {
  const {
    chapters,
    goesOn = false,
    isSpent = () => false,
    now,
    subject,
    ticksTo,
    until = Infinity,
    who
  } = past
  const changes = new Changes(now, past.work)
  const timeline = new Timeline(
    chapters,
    who,
    makeBook(subject.projectId, { version: -1, features: [], rules: [] })
  )
  const needs = needsOf(chapters.flatMap((c) => c.book.rules))
  const records = [...past.records].sort(inOrder)
  const start = Math.min(beforeTicks(records[0]?.at ?? Infinity), afterTicks(past.ticksFrom + 1))
  const last = chapters.at(-1)

  let scene = timeline.before(start)
  const cell = new Cell(
    subject,
    who,
    { ...past.memory, edition: last?.book.version ?? null, standing: standingOf(last?.who ?? who) },
    (id) => scene.rules.get(id)
  )
  const open = [...(cell.actors?.values() ?? [])].flatMap((actor) => actor.episode ?? [])
  cell.tickedTo = past.ticksFrom
  cell.receipts = past.receipts === null ? null : [...new Set(past.receipts)]
  const failing = new Map<string, string>() // who fails now is not told by the past
  // facts are kept for the rules of all chapters from the first record on; a way of looking begins with the
  // chapter that asks for it, and a version that still judges while newer features place the subject looks
  // all the while
  const benchOf = ({ book, rules }: Scene): Bench => {
    const looking = [...book.rules, ...rules.values()]
    return {
      book: {
        ...book,
        byId: rules,
        looksSince: looksSince(looking),
        needs: { ...needs, lenses: needsOf(looking).lenses },
        failing
      },
      changes,
      nextId: past.nextId,
      setTimer: () => undefined,
      isLate: () => past.late ?? false
    }
  }
  let bench = benchOf(scene)
  cell.turn(bench.book, scene.concern, changes)

  let next = 0,
    turn = 0
  /**
   * Cuts the past at a moment, so that nothing of an event time up to it is left to be decided; false: with
   * the last record and the last tick behind it, it goes on to its end. Whoever is asked later judges the
   * deadlines first, and finds what is found here.
   */
  const cutAt = (at: number): boolean => {
    const isHeard = goesOn || next < records.length
    judgeTicks(bench, cell, isHeard ? at : Math.min(at, ticksTo))
    const isTicked = cell.nextTick <= Math.min(timeline.after(scene)?.ticksTo ?? Infinity, ticksTo)
    if (!isHeard && !isTicked && at < until) return false
    settle(
      bench,
      cell,
      past,
      at,
      ({ rule }) => isHeard || (isTicked && keepsStep(rule)) || timeline.turnsAfter(rule.id, at)
    )
    return true
  }
  const judge = function* (): Generator<void, number> {
    for (;;) {
      const cut = timeline.after(scene),
        end = cut?.recordsTo ?? Infinity
      const to = Math.min(end, until)
      while (next < records.length && records[next]!.at <= to) {
        const from = next,
          { at } = records[from]!
        if (!(yield* passTicks(bench, cell, at - 1, isSpent)) && cutAt(cell.tickedTo)) return cell.tickedTo
        while (next < records.length && records[next]!.at === at) next++
        judgeInstant(bench, cell, records, from, next)
        if (++turn % TURN === 0) yield
        if (at < to && isSpent() && cutAt(at)) return at
      }
      if (
        !(yield* passTicks(bench, cell, Math.min(to, cut?.ticksTo ?? Infinity, ticksTo), isSpent)) &&
        cutAt(cell.tickedTo)
      )
        return cell.tickedTo
      if (until < end && cutAt(until)) return until
      if (cut === null) return Infinity
      // deadlines that the versions which end here have judged, or would have
      const dropped = new Map<string, { readonly after: number; readonly at: number }>()
      for (const { after, beganAt, drops, own, rule, ruleId } of cut.turns) {
        const actor = cell.actors?.get(ruleId)
        if (actor === undefined || dropped.has(ruleId)) continue
        judgeDeadlines(bench, cell, actor, (due) => (own ? due <= after : due < after))
        if (drops) dropped.set(ruleId, { after, at: beganAt ?? now })
        else actor.rule = rule!
      }
      scene = cut.scene
      bench = benchOf(scene)
      cell.turn(bench.book, scene.concern, changes, dropped)
      if ((cut.ticksTo === until || isSpent()) && cutAt(end)) return end
    }
  }
  const to = yield* judge()
  if (to === Infinity) settle(bench, cell, past, Infinity, () => false)
  // in the time between two floors of a chapter its features place the subject already, while rules of the
  // one before still judge
  const bookOf = new Map(chapters.flatMap(({ book }) => book.rules.map((rule) => [rule, book] as const)))
  changes.events.splice(
    0,
    Infinity,
    ...changes.events.map((e) => ({ ...e, bookVersion: bookOf.get(timeline.originOf(e.rule))!.version }))
  )
  const inForce: Replayed["inForce"] = (ruleId, at, version) => {
    const rule = timeline.judgeOf(ruleId, at, version)
    return rule === null ? null : { version: rule.version, book: bookOf.get(rule)! }
  }
  return { to, cell, changes, open, inForce }
}

/**
 * In strides shorter than what a live engine catches up with, so that none is skipped. False: it stopped at a
 * tick, and others follow.
 */
function* passTicks(bench: Bench, cell: Cell, to: number, isSpent: IsSpent): Generator<void, boolean> {
  if (cell.nextTick <= to) {
    const every = Math.min(...cell.concern.onTick.map((r) => r.everyMs ?? Infinity))
    while (cell.nextTick <= to) {
      judgeTicks(bench, cell, Math.min(to, cell.nextTick + TURN * every), isSpent)
      if (isSpent() && cell.nextTick <= to) return false
      yield
    }
  }
  judgeTicks(bench, cell, to)
  return true
}

/**
 * Judges the deadlines up to a moment: of those of whom it is said all, of the others what the live engine
 * has judged, and what timers would have gone off for.
 */
const settle = (
  bench: Bench,
  cell: Cell,
  { deadlinesTo, now, timersTo = now }: Past,
  upTo: number,
  isSure: (actor: Actor) => boolean
): void => {
  if (cell.actors === null) return
  for (const [ruleId, actor] of cell.actors) {
    const to = isSure(actor) ? upTo : Math.min(upTo, deadlinesTo?.(ruleId) ?? -Infinity)
    judgeDeadlines(bench, cell, actor, (due) => due <= to)
    // a hold that a tick began waits until the ticks before its deadline are judged
    judgeTimer(bench, cell, ruleId, timersTo, Math.min(upTo, ruleTickAfter(actor.rule, cell.tickedTo) - 1))
    actor.armed = null // nobody set these timers
  }
}
