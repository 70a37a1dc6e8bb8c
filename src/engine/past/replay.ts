// A stretch of one subject's past, judged again as the live engine would have judged it in order: same cells,
// same step, no database and no clock. The late lane commits what comes out, the rule test and `explain` only
// read it.
import { inOrder } from "../../domain/rule/Observation.ts"
import { standingOf } from "../../domain/rule/scope.ts"
import { looksSince, makeBook } from "../evaluate/Book.ts"
import { Cell } from "../evaluate/Cell.ts"
import { Changes } from "../evaluate/Changes.ts"
import type { Bench } from "../evaluate/Bench.ts"
import { judgeDeadlines, keepsStep } from "../evaluate/judgeDeadlines.ts"
import { judgeInstant } from "../evaluate/judge.ts"
import { judgeTicks } from "../evaluate/judgeTicks.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { afterTicks, beforeTicks, type Scene, Timeline } from "./Timeline.ts"
import type { Past, Replayed } from "./Past.ts"
import { passTicks, settle, TURN } from "./settle.ts"

export const replay = (past: Past): Replayed => {
  const steps = replayInTurns(past)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

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
