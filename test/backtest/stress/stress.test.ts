// The tolerance test: an animal that rests beside a fence makes a plain rule flap at a few metres of jitter, and
// one with a buffer or a hold stays quiet; late, doubled and reordered records change no rule but those that
// ask when something arrived.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import { eventsOf, type Past, tryVariant, verdictsOf } from "../../../src/backtest/stress/tryVariant.ts"
import { allVariants, disturb, type Variant } from "../../../src/backtest/stress/variants.ts"
import { verdictWords } from "../../../src/backtest/stress/verdictWords.ts"
import { canonical } from "../../../src/domain/rule/Document.ts"
import { area, at, cow, document, PROJECT, START } from "../../support/engine/timeline.ts"
import { alma, firstRuleSet, recordsOf, World } from "../../support/engine/worlds.ts"
import { longProperty } from "../../support/stories.ts"

const run = <A>(work: Generator<void, A, void>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const HOURS = 8
const pastOf = (
  draft: unknown,
  records: ReadonlyArray<Observation>,
  arrivals: ReadonlyArray<number> = []
): Past => {
  const to = START + HOURS * 3_600_000
  return {
    options: {
      projectId: PROJECT,
      candidate: { id: "draft", name: "Draft", version: 1, document: draft },
      baseline: null,
      features: [area("Home", 0)],
      edition: 1,
      from: START,
      to,
      now: to + 1,
      devices: new Map(),
      draw: false
    },
    entrants: [
      {
        subject: cow,
        who: alma,
        memory: noMemory,
        lastSeen: null,
        begins: records[0]?.at ?? null,
        inForceSince: null
      }
    ],
    records,
    arrivals: arrivals.map((a) => ({ subjectId: cow.id, at: a })),
    to
  }
}

const trial = (past: Past, variants: ReadonlyArray<Variant> = allVariants, seed = 1) => {
  const before = run(eventsOf(past, past))
  return { before, tried: variants.map((v) => run(tryVariant(past, before, v, seed))) }
}
const changesAt = (past: Past) =>
  Object.fromEntries(verdictsOf(trial(past).tried).map((v) => [v.kind, v.changesAt]))

/** The east border of the area round 0: a metre and a half inside of it, all day, and then an hour far out. */
const METRE = 1 / 111_320
const area0 = area("Home", 0).geometry as {
  readonly coordinates: ReadonlyArray<ReadonlyArray<readonly [number, number]>>
}
const east = Math.max(...area0.coordinates[0]!.map(([lon]) => lon))
const atBorder = Array.from({ length: HOURS * 12 - 12 }, (_, i) => at(i * 300, east - 15 * METRE))
const walk = [
  ...atBorder,
  ...Array.from({ length: 12 }, (_, i) => at((HOURS * 12 - 12 + i) * 300, east + 1))
].map((o, i) => ({ ...o, recordId: i + 1 }))
const exit = (more: object = {}, frame: Partial<RuleDocument> = {}) =>
  document({ conditions: { type: "spatial", relation: "exit", ...more }, ...frame })

describe("a rule at a border", () => {
  it("without hardening flaps as soon as fixes are as far off as the border is near", () => {
    const verdicts = changesAt(pastOf(exit(), walk))
    assert.deepStrictEqual(verdicts, {
      late: null,
      doubled: null,
      reordered: null,
      jitter_time: null,
      jitter_place: 10
    })
    const [small, , large] = trial(pastOf(exit(), walk), [
      { kind: "jitter_place", size: 3 },
      { kind: "jitter_place", size: 10 },
      { kind: "jitter_place", size: 30 }
    ]).tried
    assert.isTrue(small!.same)
    assert.isAbove(large!.added.length, 5)
    assert.deepInclude(large!, { same: false, kind: "jitter_place" })
  })

  it("with a buffer, or a hold, stays as it is", () => {
    assert.isNull(changesAt(pastOf(exit({ exit_buffer_m: 400 }), walk))["jitter_place"])
    assert.isNull(changesAt(pastOf(exit({}, { for_seconds: 3000 }), walk))["jitter_place"])
  })

  it("is told what would help, and what already is there is not", () => {
    const words = (draft: unknown) =>
      verdictWords({ kind: "jitter_place", changesAt: 10 }, canonical(draft as RuleDocument))
    assert.strictEqual(
      words(exit()),
      "Fixes that are 10 m beside the place change its events. exit_buffer_m or confirm_samples or for_seconds " +
        "would keep it quiet."
    )
    assert.include(words(exit({ exit_buffer_m: 5 })), " confirm_samples or for_seconds would")
    assert.include(
      words(exit({ exit_buffer_m: 5, confirm_samples: 2 }, { for_seconds: 3 })),
      "A wider exit_buffer_m"
    )
  })
})

describe("disturbances", () => {
  it("are the same for the same seed, and others for another", () => {
    const past = pastOf(exit(), walk)
    for (const variant of allVariants) {
      const of = (seed: number) => disturb(past, variant, seed, [START, past.to])
      assert.deepStrictEqual(of(7), of(7))
      if (variant.kind !== "doubled") assert.notDeepEqual(of(7), of(8))
    }
  })

  it("move fixes by as many metres as they say", () => {
    const { records } = disturb(pastOf(exit(), walk), { kind: "jitter_place", size: 100 }, 1, [
      START,
      Infinity
    ])
    const squares = records.map((o, i) => {
      const was = walk[i]!
      assert.isTrue(o._tag === "Position" && was._tag === "Position")
      return o._tag === "Position" && was._tag === "Position"
        ? ((o.lon - was.lon) / METRE) ** 2 + ((o.lat - was.lat) / METRE) ** 2
        : 0
    })
    const mean = Math.sqrt(squares.reduce((a, b) => a + b) / squares.length)
    assert.isAbove(mean, 80)
    assert.isBelow(mean, 120)
  })

  it("that come late change a rule that asks when something arrived, and it is said so", () => {
    const silent = document({
      trigger: { kind: "schedule", every_seconds: 300 },
      conditions: { type: "no_data", for_seconds: 1200 }
    })
    const arrivals = walk.map((o) => o.at)
    const past = pastOf(silent, walk, arrivals)
    assert.strictEqual(changesAt(past)["late"], 21_600)
    assert.include(verdictWords({ kind: "late", changesAt: 21_600 }, canonical(silent)), "6 h late")
  })

  it.effect.prop(
    "late, doubled and reordered records change no event of any rule that does not ask for silence",
    { world: World, seed: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })) },
    ({ seed, world }) =>
      Effect.sync(() => {
        for (const row of firstRuleSet(world).rules) {
          if (JSON.stringify(row.document).includes("no_data")) continue
          const base = pastOf(row.document, recordsOf(world))
          const past = { ...base, options: { ...base.options, features: firstRuleSet(world).features } }
          const quiet = allVariants.filter((v) => !v.kind.startsWith("jitter"))
          for (const one of trial(past, quiet, seed).tried)
            assert.isTrue(
              one.same,
              `${one.kind} ${one.size}: ${one.added.length} more, ${one.removed.length} less`
            )
        }
      }),
    longProperty(200, 60)
  )
})
