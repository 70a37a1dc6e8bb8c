// Leads one subject through its records in their one order, with the ticks and deadlines between them, and
// writes what was decided into the changes of the batch. Synchronous and without side effects outside memory:
// live batches and replays both run it.
import type { Facts, Placement } from "../../domain/rule/Facts.ts"
import { sees } from "../../domain/rule/Lens.ts"
import { inOrder, type Observation } from "../../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../../domain/rule/Rule.ts"
import { isRepeated, saidKey } from "../../domain/rule/stateChange.ts"
import type { Cell } from "./Cell.ts"
import type { Place } from "../live/Lanes.ts"
import type { Bench, IsSpent } from "./Bench.ts"
import { judgeTicks } from "./judgeTicks.ts"
import { isAhead, reconsider, since } from "./reconsider.ts"
import { judgeAllDeadlines } from "./judgeDeadlines.ts"
import { FEATURE_BYTES, TRANSITION_BYTES } from "./weigh.ts"
import { advance } from "./advance.ts"

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
