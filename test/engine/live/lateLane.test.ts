// The late lane as a property: whatever the order in which records come, what is valid in the end is what
// they would have made in order.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import { replay } from "../../../src/engine/past/replay.ts"
import { withScopeKey } from "../../../src/domain/rule/scope.ts"
import { Journey, travel } from "../../support/engine/journeys.ts"
import { longProperty } from "../../support/stories.ts"
import { cow, PROJECT, START } from "../../support/engine/timeline.ts"
import { recordsOf } from "../../support/engine/worlds.ts"

/** Worlds grow to their largest halfway through the runs. */
const many = longProperty(120, 80)

it.effect.prop(
  "for any order, batching and duplication of the same records, the events not marked superseded equal those of in-order replay",
  { journey: Journey },
  ({ journey }) =>
    Effect.gen(function* () {
      const { store } = yield* travel(journey, { edits: false })
      const inOrder = yield* travel(
        { ...journey, lags: [], kills: [], again: [], rowsAtOnce: 1000 },
        { edits: false }
      )
      assert.deepStrictEqual(store.valid, inOrder.store.valid)
      assert.strictEqual(store.past.waiting, 0)
    }),
  many
)

/** What is valid equals one replay through the periods on record. */
const throughPeriods =
  (more: Omit<Parameters<typeof travel>[1], "edits">) =>
  ({ journey }: { readonly journey: Journey }) =>
    Effect.gen(function* () {
      const { ruleSets, subjectActor, end, store } = yield* travel(journey, { ...more, edits: true })
      if (subjectActor === undefined) return
      const versionOf = (edition: number, ruleId: string) =>
        ruleSets.get(edition)!.rules.find((r) => r.id === ruleId)?.version
      let ids = 0
      const { changes } = replay({
        subject: cow,
        who: subjectActor.who,
        memory: noMemory,
        records: recordsOf(journey.world),
        arrivals: recordsOf(journey.world)
          .map((o) => o.receivedAt)
          .sort((a, b) => a - b),
        periods: store.past.periods.map(
          ({ beganAt, judged, recordsAfter, scopeKey, ticksAfter, version }) => ({
            ruleSet: makeRuleSet(PROJECT, ruleSets.get(version)!),
            recordsAfter,
            ticksAfter,
            judged,
            who: withScopeKey(subjectActor.who, scopeKey),
            beganAt
          })
        ),
        ticksFrom: START - 1,
        ticksTo: subjectActor.tickedTo,
        deadlinesTo: (id) => subjectActor.actors?.get(id)?.state.judgedTo ?? -Infinity,
        now: end,
        nextId: () => `again-${++ids}`
      })
      const ended = new Map(changes.ended.map((e) => [e.eventId, e.at]))
      const replayed = changes.events.map((e) => `${e.key} until ${ended.get(e.id) ?? null}`).sort()
      // what ticks of a version had found past the beginning of the next, which is no schedule and judges
      // from there on, stays found
      const settled = new Set(
        [...store.events.values()].flatMap(({ at, createdAt, key, rule }) =>
          rule.everyMs !== null &&
          store.past.periods.some(
            (c) =>
              createdAt <= c.beganAt &&
              c.recordsAfter < at &&
              at <= c.ticksAfter &&
              versionOf(c.version, rule.id) !== rule.version
          )
            ? [key]
            : []
        )
      )
      const keyOf = (line: string) => line.split(" until ")[0]!
      // and so does the end of an episode that they found there
      const endedThere = new Set(
        store.valid.flatMap((line) => {
          const [key, until] = line.split(" until ") as [string, string]
          const { rule } = [...store.events.values()].find((e) => e.key === key)!
          const isThere = store.past.periods.some(
            (c) => c.recordsAfter < Number(until) && Number(until) <= c.ticksAfter
          )
          return rule.everyMs !== null && isThere ? [key] : []
        })
      )
      const shown = (lines: ReadonlyArray<string>) =>
        lines.map((line) => (endedThere.has(keyOf(line)) ? keyOf(line) : line))
      assert.deepStrictEqual(
        shown(store.valid.filter((line) => replayed.includes(line) || !settled.has(keyOf(line)))),
        shown(replayed)
      )
    })
it.effect.prop(
  "a late record is judged by the version in whose span its time lies: what is valid equals one replay through the periods on record",
  { journey: Journey },
  throughPeriods({}),
  many
)
it.effect.prop(
  "and where every piece of the past is one instant, and rules change between two pieces",
  { journey: Journey },
  throughPeriods({ slowly: true, bounds: { events: 1, evaluations: 1, bytes: 1, records: 1 } }),
  longProperty(100, 80)
)
