// The late lane in pieces: wherever a past is cut, and whatever happens between two pieces, what comes of it
// is what comes of it whole.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { isBlank } from "../../../src/domain/rule/RuleState.ts"
import { DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import type { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { keepsState } from "../../../src/engine/evaluate/Needs.ts"
import { Journey, travel } from "../../support/engine/journeys.ts"
import type { MemoryStore } from "../../support/engine/memory.ts"
import { longProperty } from "../../support/stories.ts"
import { PROJECT } from "../../support/engine/timeline.ts"

/** What one piece may cost: an instant, a few, or one record. */
const Piece = Schema.Struct({
  events: Schema.Literals([1, 2, 1000]),
  evaluations: Schema.Literals([1, 5, 20, 100_000]),
  records: Schema.Literals([1, 2, 7, 1000])
})
const boundsOf = (piece: typeof Piece.Type) => ({ ...DEFAULT_BATCH_LIMITS, ...piece })
const many = longProperty(80, 80)

const sorted = (list: Iterable<unknown>) => [...list].map((x) => JSON.stringify(x)).sort()

/** All that a store remembers, and an engine for the rules in force, by keys of events in place of their ids. */
const leftIn = (store: MemoryStore, subjectActor: SubjectActor | undefined) => {
  const ruleSet = makeRuleSet(PROJECT, store.ruleSets.get(PROJECT)!)
  const keys = new Map([...store.events.values()].map((e) => [e.id, e.key]))
  const key = (id: string | null) => (id === null ? null : (keys.get(id) ?? `no event ${id}`))
  const { past } = store
  return {
    events: sorted(
      [...store.events.values()].map((e) => [
        e.key,
        e.title,
        e.ruleSetVersion,
        e.late,
        e.evaluated,
        e.stateBefore,
        e.fix,
        e.trigger,
        past.superseded.has(e.key),
        store.ended.get(e.id) ?? null
      ])
    ),
    states: sorted(
      [...store.states.values()].map(({ blankFrom, episode, ruleId, state }) => [
        ruleId,
        blankFrom,
        state,
        key(episode)
      ])
    ),
    // a rule that remembered nothing is dropped, or not there any more: the same
    transitions: sorted(
      [
        ...Map.groupBy(
          past.transitions.toSorted((a, b) => a.at - b.at),
          (t) => t.ruleId
        ).values()
      ]
        .flatMap((list) =>
          list.filter((t, i) => !isBlank(t.state) || (i > 0 && !isBlank(list[i - 1]!.state)))
        )
        .map(({ at, blankFrom, episode, ruleId, state }) => [at, ruleId, blankFrom, state, key(episode)])
    ),
    moves: sorted(past.moves.map((m) => [m.at, m.filterKey, m.placement])),
    // one from before the way of looking began is no more looked at: whoever takes it up places anew (place.ts)
    placements: sorted(
      [...store.placements.values()].flatMap((places) =>
        [...places].filter(([key, { version }]) => version >= (ruleSet.filterInUseSince.get(key) ?? Infinity))
      )
    ),
    changes: past.rewritten.toSorted(),
    subjectActor:
      subjectActor === undefined
        ? null
        : {
            watermark: subjectActor.watermark,
            tickedTo: subjectActor.tickedTo,
            placements: sorted(
              [...subjectActor.placements].filter(([filterKey]) =>
                ruleSet.needs.positionFilters.some((l) => l.key === filterKey)
              )
            ),
            said: sorted(
              [...(subjectActor.lastStates ?? [])].filter(([key]) =>
                keepsState(ruleSet.needs, key.split(" ")[1]!)
              )
            ),
            latest: sorted(
              [...(subjectActor.latest ?? [])].filter(([metric]) => ruleSet.needs.metrics.includes(metric))
            ),
            actors: sorted(
              [...(subjectActor.actors ?? [])]
                .filter(([, a]) => !isBlank(a.state))
                .map(([id, a]) => [id, a.rule.version, a.state, key(a.episode)])
            )
          }
  }
}

it.effect.prop(
  '"a replay is cut at the turn\'s budget or at 2,000 records": events, ends, states, transitions and placements are those of the past judged whole',
  {
    journey: Journey,
    piece: Piece
  },
  ({ journey, piece }) =>
    Effect.gen(function* () {
      const quick = { ...journey, rowsAtOnce: 1000 as const, kills: [] }
      const cut = yield* travel(quick, { edits: true, bounds: boundsOf(piece) })
      const whole = yield* travel(quick, {
        edits: true,
        bounds: {
          ...DEFAULT_BATCH_LIMITS,
          events: Infinity,
          evaluations: Infinity,
          bytes: Infinity,
          records: Infinity
        }
      })
      assert.strictEqual(cut.store.past.waiting, 0)
      assert.deepStrictEqual(leftIn(cut.store, cut.subjectActor), leftIn(whole.store, whole.subjectActor))
    }),
  many
)

it.effect.prop(
  "whatever is judged, or comes late, between two pieces, and wherever the engine is killed: what is valid in the end is what the records would have made in order",
  {
    journey: Journey,
    piece: Piece
  },
  ({ journey, piece }) =>
    Effect.gen(function* () {
      const { store } = yield* travel(journey, { edits: false, bounds: boundsOf(piece), slowly: true })
      const inOrder = yield* travel(
        { ...journey, lags: [], kills: [], again: [], rowsAtOnce: 1000 },
        { edits: false }
      )
      assert.strictEqual(store.past.waiting, 0)
      assert.deepStrictEqual(store.valid, inOrder.store.valid)
    }),
  many
)
