// What an engine made of a random world, batch by batch, and what is stored of it at any moment: what tests of
// the past are held against.
import { Result } from "effect"
import type { Placement } from "../../../src/domain/rule/Facts.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import { evaluateRecords } from "../../../src/engine/evaluate/evaluate.ts"
import { evaluateTicks } from "../../../src/engine/evaluate/evaluateTicks.ts"
import type { EvaluationContext } from "../../../src/engine/evaluate/EvaluationContext.ts"
import { needsOf } from "../../../src/engine/evaluate/Needs.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { TICK_GRACE_MS } from "../../../src/engine/evaluate/ticks.ts"
import { type Memory, noMemory, type RuleRow } from "../../../src/engine/ports.ts"
import { judgeDue } from "./judgeDue.ts"
import { factsOf } from "./memoryHistory.ts"
import { cow, PROJECT, START } from "./timeline.ts"
import { alma, firstRuleSet, recordsOf, type World } from "./worlds.ts"

/** Long enough after the last record that every hold has run out, and heard of. */
export const REST_MS = 120_000

/** What an engine decides, batch by batch: `cuts` says where it takes several arrivals at once. */
export const live = (world: World, cuts: ReadonlyArray<boolean>) => {
  const ruleSet = makeRuleSet(PROJECT, firstRuleSet(world)),
    records = recordsOf(world)
  const subjectActor = new SubjectActor(cow, alma, noMemory, () => undefined)
  subjectActor.tickedTo = START - 1
  subjectActor.arrivals = []
  const all = new Decisions(START)
  let ids = 0
  const context: EvaluationContext = {
    ruleSet,
    decisions: all,
    nextId: () => String(++ids),
    isLate: () => false
  }
  subjectActor.apply(ruleSet, 1, START)
  const arrivals = [...Map.groupBy(records, (o) => o.receivedAt)].sort(([a], [b]) => a - b)
  const end = (records.at(-1)?.at ?? START) + 2 * REST_MS
  let waiting: Array<Observation> = []
  for (const [i, [now, list]] of [...arrivals, [end, []] as const].entries()) {
    waiting.push(...list)
    if (cuts[i] === true && i < arrivals.length) continue
    evaluateRecords(context, subjectActor, waiting)
    waiting = []
    evaluateTicks(context, subjectActor, now - TICK_GRACE_MS)
    judgeDue(context, subjectActor, now)
  }
  return { all, records, end: end - REST_MS }
}

/** What is stored of the animal just before a moment. */
export const memoryAt = (
  { moves, transitions }: Pick<BatchResult, "moves" | "transitions">,
  records: ReadonlyArray<Observation>,
  row: RuleRow,
  at: number
): Memory => {
  const rule = makeRuleSet(PROJECT, { version: 1, features: [], rules: [row] }).rules[0]!
  const placements = new Map(
    moves.filter((m) => m.at < at).map((m): [string, Placement] => [m.filterKey, m.placement])
  )
  const last = transitions.findLast((t) => t.rule.id === row.id && t.at < at)
  return {
    ...noMemory,
    ...factsOf(
      records.filter((r) => r.at < at),
      needsOf([rule])
    ),
    placements,
    states:
      last === undefined
        ? []
        : [{ ruleId: row.id, blankFrom: row.blankFrom, state: last.state, episode: last.episode }]
  }
}

/** The newest of some times before a moment. */
export const lastBefore = (times: ReadonlyArray<number>, at: number) => times.findLast((t) => t < at) ?? null

/** The document of a rule, read. */
export const documentOf = (row: RuleRow) => {
  const parsed = parseDocument(row.document)
  if (Result.isFailure(parsed)) throw new Error(JSON.stringify(parsed.failure))
  return parsed.success.document
}
