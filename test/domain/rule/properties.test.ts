// Properties of the evaluator against references that share no code with it.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { longProperty } from "../../support/stories.ts"
import { area, at, START, story } from "../../support/engine/timeline.ts"

const runs = longProperty(300)
const Step = Schema.Struct({
  gap: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
  kmh: Schema.Literals([10, 50, -1]),
  lon: Schema.Literals([0, 0.5, 2, 3.5, 9])
})
const Walk = Schema.Array(Step).check(Schema.isMaxLength(40))
const Seconds = Schema.Literals([0, 30, 60])

const timed = (walk: typeof Walk.Type) => {
  let t = 0
  return walk.map((s) => ({ ...s, t: (t += s.gap) }))
}
const drive = (walk: typeof Walk.Type) =>
  timed(walk).map((s) => at(s.t, s.lon, s.kmh < 0 ? {} : { speedMps: s.kmh / 3.6 }))

/** Specification 3.1 for one threshold, read backwards from each sample instead of forwards with a state. */
const firesByLookingBack = (
  walk: typeof Walk.Type,
  hold: number,
  cooldown: number
): ReadonlyArray<string> => {
  const known = timed(walk).filter((s) => s.kmh >= 0)
  const fires: Array<string> = []
  let lastFire = -Infinity
  known.forEach((s, i) => {
    if (s.kmh <= 40) return
    let first = i
    while (first > 0 && known[first - 1]!.kmh > 40) first--
    const risen = known.slice(first, i + 1).find((k) => k.t - known[first]!.t >= hold)
    if (risen === undefined) return
    if (risen.t === s.t) {
      fires.push(`${s.t} rise`)
      lastFire = s.t
    } else if (cooldown > 0 && s.t - lastFire >= cooldown) {
      fires.push(`${s.t} reminder`)
      lastFire = s.t
    }
  })
  return fires
}

/** Crossings of squares by comparing the truth of consecutive fixes. */
const crossingsByPairs = (
  walk: typeof Walk.Type,
  areas: ReadonlyArray<{ readonly name: string; readonly lon: number }>
): ReadonlyArray<string> =>
  timed(walk).flatMap((s, i, all) => {
    const before = all[i - 1]
    if (before === undefined) return []
    const inside = (lon: number, a: { readonly lon: number }) => Math.abs(lon - a.lon) <= 1
    return [
      ...areas.filter((a) => inside(before.lon, a) && !inside(s.lon, a)).map((a) => `${s.t} exit ${a.name}`),
      ...areas.filter((a) => !inside(before.lon, a) && inside(s.lon, a)).map((a) => `${s.t} enter ${a.name}`)
    ]
  })

describe("for random walks", () => {
  it.effect.prop(
    "a level fires exactly where a backward reading of specification 3.1 says",
    { walk: Walk, hold: Seconds, cooldown: Seconds },
    ({ walk, hold, cooldown }) =>
      Effect.sync(() => {
        const s = story({
          conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          for_seconds: hold,
          cooldown_seconds: cooldown
        })
        assert.deepStrictEqual(
          s.see(...drive(walk)).filter((f) => !f.includes("ended")),
          firesByLookingBack(walk, hold, cooldown)
        )
      }),
    runs
  )

  it.effect.prop(
    "crossings equal a comparison of consecutive fixes, exits before enters, by id",
    { walk: Walk },
    ({ walk }) =>
      Effect.sync(() => {
        const areas = [
          { name: "A", lon: 0 },
          { name: "B", lon: 1.5 },
          { name: "C", lon: 3 }
        ]
        const any = ["enter", "exit"].map(
          (relation) =>
            ({ type: "spatial", relation, feature_type: "zone" }) as {
              type: "spatial"
              relation: "enter" | "exit"
              feature_type: "zone"
            }
        )
        const s = story(
          { conditions: { any } },
          areas.map((a) => area(a.name, a.lon))
        )
        assert.deepStrictEqual(s.see(...drive(walk)), crossingsByPairs(walk, areas))
      }),
    runs
  )

  it.effect.prop(
    "enter and exit alternate per feature, and the first fix inside is no enter",
    { walk: Walk },
    ({ walk }) =>
      Effect.sync(() => {
        const s = story(
          {
            conditions: {
              any: [
                { type: "spatial", relation: "enter", feature_type: "zone" },
                { type: "spatial", relation: "exit", feature_type: "zone" }
              ]
            }
          },
          [area("A", 0)]
        )
        const kinds = s.see(...drive(walk)).map((f) => f.split(" ")[1]!)
        const first = walk[0] === undefined || Math.abs(walk[0].lon) > 1 ? "enter" : "exit"
        kinds.forEach((k, i) =>
          assert.strictEqual(k, i % 2 === 0 ? first : first === "enter" ? "exit" : "enter")
        )
      }),
    runs
  )

  it.effect.prop(
    "any cut into batches, and any duplicate within them, gives the same firings",
    {
      walk: Walk,
      cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))),
      hold: Seconds
    },
    ({ walk, cuts, hold }) =>
      Effect.sync(() => {
        const draft = {
          conditions: {
            any: [
              { type: "spatial", relation: "exit", feature_type: "zone" },
              {
                all: [
                  { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
                  { type: "spatial", relation: "inside", feature_type: "zone" }
                ]
              }
            ]
          },
          for_seconds: hold
        } as const
        const records = drive(walk)
        const whole = story(draft, [area("A", 0)])
          .see(...records)
          .toSorted()
        const cut = story(draft, [area("A", 0)])
        const edges = [...new Set([0, ...cuts.filter((c) => c < records.length), records.length])].toSorted(
          (a, b) => a - b
        )
        const pieces = edges
          .slice(1)
          .flatMap((end, i) =>
            cut.see(...records.slice(edges[i], end), ...records.slice(Math.max(0, edges[i]! - 2), edges[i]))
          )
        assert.deepStrictEqual(pieces.toSorted(), whole)
      }),
    runs
  )

  it.effect.prop(
    "silence is free: an evaluation that changes nothing returns the state it was given",
    { walk: Walk },
    ({ walk }) =>
      Effect.sync(() => {
        const s = story({ conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 400 } })
        const changes = s.batch(...drive(walk))
        assert.deepStrictEqual(
          [changes.states.size, changes.transitions.length, changes.events.length],
          [0, 0, 0]
        )
        assert.isTrue(s.state() === null && s.subjectActor.watermark <= START + 1e9)
      }),
    runs
  )
})
