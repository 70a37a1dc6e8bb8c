// A replay gives what the live engine gave: whatever the rules, the track, the batches, and the edits in
// between.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { scopeKeyOf, withScopeKey } from "../../../src/domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import type { EvaluationContext } from "../../../src/engine/evaluate/EvaluationContext.ts"
import { evaluateRecords } from "../../../src/engine/evaluate/evaluate.ts"
import { evaluateTicks } from "../../../src/engine/evaluate/evaluateTicks.ts"
import { judgeDue } from "../../support/engine/judgeDue.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import type { RuleSetPeriod } from "../../../src/engine/past/ReplayInput.ts"
import { replay } from "../../../src/engine/past/replay.ts"
import { TICK_GRACE_MS } from "../../../src/engine/evaluate/ticks.ts"
import { factsOf } from "../../support/engine/memoryHistory.ts"
import { longProperty } from "../../support/stories.ts"
import { cow, PROJECT, START } from "../../support/engine/timeline.ts"
import { alma, edited, firstRuleSet, herded, recordsOf, World } from "../../support/engine/worlds.ts"

interface Batch {
  readonly now: number
  readonly records: ReadonlyArray<Observation>
  /** edits made just before it */
  readonly edits: World["edits"]
}

/**
 * Records fall into batches as they arrive; where `cuts` says so the engine is slower and takes several
 * arrivals at once.
 */
const batchesOf = (world: World, cuts: ReadonlyArray<boolean>): ReadonlyArray<Batch> => {
  const arrivals = [...Map.groupBy(recordsOf(world), (o) => o.receivedAt)]
  const batches: Array<{ now: number; records: Array<Observation>; edits: Array<World["edits"][number]> }> =
    []
  arrivals.forEach(([now, records], i) => {
    const last = batches.at(-1)
    const edits = world.edits.filter((e) => e.after === i)
    if (last !== undefined && edits.length === 0 && cuts[i] === true) {
      last.now = now
      last.records.push(...records)
    } else batches.push({ now, records: [...records], edits })
  })
  const end = (arrivals.at(-1)?.[0] ?? START) + 200_000
  return [...batches, { now: end, records: [], edits: [] }]
}

/** An actor that did not keep what the rules read now is made anew from what is stored. */
const again = (
  subjectActor: SubjectActor,
  ruleSet: RuleSet,
  ruleSets: ReadonlyMap<number, RuleSet>,
  records: ReadonlyArray<Observation>
): SubjectActor => {
  const edition = Math.max(...[...ruleSets.keys()].filter((v) => v < ruleSet.version))
  const states = [...(subjectActor.actors ?? [])].map(
    ([
      ruleId,
      {
        episode,
        rule: { blankFrom },
        state
      }
    ]) => ({ ruleId, blankFrom, state, episode })
  )
  const made = new SubjectActor(
    cow,
    subjectActor.who,
    {
      ...factsOf(records, ruleSet.needs),
      placements: subjectActor.placements,
      states,
      edition,
      scopeKey: scopeKeyOf(subjectActor.who)
    },
    (id) => subjectActor.actors?.get(id)?.rule
  )
  made.tickedTo = subjectActor.tickedTo
  made.arrivals = subjectActor.arrivals
  return made
}

/** What an engine does with one subject, batch by batch. */
const live = (world: World, cuts: ReadonlyArray<boolean>) => {
  let rows = firstRuleSet(world),
    now = START,
    roster = 1
  let ruleSet = makeRuleSet(PROJECT, rows)
  const ruleSets = new Map([[ruleSet.version, ruleSet]])
  let subjectActor = new SubjectActor(cow, alma, noMemory, () => undefined)
  subjectActor.tickedTo = START - 1
  subjectActor.arrivals = []
  const all: Array<BatchResult> = [],
    records: Array<Observation> = []
  let ids = 0
  for (const batch of batchesOf(world, cuts)) {
    for (const edit of batch.edits) {
      rows = edited(world, rows, edit, now + 1)
      if (edit.what === "herd") [subjectActor.who, roster] = [herded(subjectActor.who), roster + 1]
    }
    if (rows.version !== ruleSet.version) ruleSets.set(rows.version, (ruleSet = makeRuleSet(PROJECT, rows)))
    now = batch.now
    const decisions = new Decisions(now)
    const context: EvaluationContext = {
      ruleSet,
      decisions,
      nextId: () => `live-${++ids}`,
      isLate: () => false
    }
    if (!subjectActor.covers(ruleSet)) subjectActor = again(subjectActor, ruleSet, ruleSets, records)
    const applied = subjectActor.apply(ruleSet, roster, now)
    if (applied !== null) decisions.adopt(subjectActor.subject, applied)
    records.push(...batch.records)
    evaluateRecords(context, subjectActor, [...batch.records])
    evaluateTicks(context, subjectActor, now - TICK_GRACE_MS)
    judgeDue(context, subjectActor, now)
    all.push(
      decisions.batch({ periods: applied === null || applied.period === null ? [] : [applied.period] })
    )
  }
  return { subjectActor, all, ruleSets, now }
}

const told = (all: ReadonlyArray<BatchResult>) => {
  const keys = new Map(all.flatMap((c) => c.events).map((e) => [e.id, e.key]))
  const key = (id: string | null) => (id === null ? null : (keys.get(id) ?? id))
  const sorted = (list: ReadonlyArray<unknown>) => list.map((x) => JSON.stringify(x)).sort()
  return {
    events: sorted(
      all
        .flatMap((c) => c.events)
        .map((e) => [e.at, e.key, e.title, e.ruleSetVersion, e.evaluated, e.stateBefore, e.fix, e.trigger])
    ),
    ended: sorted(all.flatMap((c) => c.ended).map((e) => [e.at, key(e.eventId)])),
    transitions: sorted(
      all
        .flatMap((c) => c.transitions)
        .map((t) => [t.at, t.rule.id, t.rule.version, t.state, key(t.eventId), key(t.episode)])
    ),
    moves: sorted(all.flatMap((c) => c.moves).map((m) => [m.at, m.filterKey, m.placement])),
    failures: all.flatMap((c) => c.failures.map((f) => f.detail)),
    late: all.flatMap((c) => [...c.late.values()].map((l) => l.from))
  }
}
const left = (subjectActor: SubjectActor) => ({
  watermark: subjectActor.watermark,
  tickedTo: subjectActor.tickedTo,
  placements: [...subjectActor.placements],
  receipts: subjectActor.arrivals,
  states: [...(subjectActor.actors?.values() ?? [])]
    .map((a) => ({ rule: a.rule.id, version: a.rule.version, state: a.state }))
    .sort((a, b) => (a.rule < b.rule ? -1 : 1))
})

it.effect.prop(
  "live evaluation in any batches equals one replay, with every edit of rules and features judged from its beginning on",
  {
    world: World,
    cuts: Schema.Array(Schema.Boolean).check(Schema.isMaxLength(40))
  },
  ({ world, cuts }) =>
    Effect.sync(() => {
      const { all, ruleSets, subjectActor, now } = live(world, cuts)
      const periods = all.flatMap((c) =>
        c.periods.map(({ judged, recordsAfter, scopeKey, ticksAfter, version }): RuleSetPeriod => ({
          ruleSet: ruleSets.get(version)!,
          recordsAfter,
          ticksAfter,
          judged,
          who: withScopeKey(alma, scopeKey),
          beganAt: c.now
        }))
      )
      const judgedTo = new Map(
        [...(subjectActor.actors ?? [])].map(([id, a]) => [id, a.state.judgedTo ?? -Infinity])
      )
      let ids = 0
      const replayed = replay({
        subject: cow,
        who: subjectActor.who,
        memory: noMemory,
        arrivals: recordsOf(world)
          .map((o) => o.receivedAt)
          .sort((a, b) => a - b),
        periods,
        records: recordsOf(world),
        ticksFrom: START - 1,
        ticksTo: subjectActor.tickedTo,
        now,
        deadlinesTo: (id) => judgedTo.get(id) ?? -Infinity,
        nextId: () => `again-${++ids}`
      })
      const before = told(all)
      assert.deepStrictEqual([before.failures, before.late], [[], []])
      assert.deepStrictEqual(told([replayed.changes]), before)
      assert.deepStrictEqual(left(replayed.subjectActor), left(subjectActor))
    }),
  longProperty(500, 80)
)
