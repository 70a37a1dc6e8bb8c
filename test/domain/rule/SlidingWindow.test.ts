// The window (t - seconds, t]: whatever entered and left, its figures are those of the samples in it.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Sample } from "../../../src/domain/rule/Facts.ts"
import { SlidingWindow } from "../../../src/domain/rule/SlidingWindow.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"

const sample = (at: number, value: number): Sample => ({ at, value, recordId: at })
const filled = (seconds: number, samples: ReadonlyArray<Sample>) => {
  const window = new SlidingWindow(seconds)
  for (const s of samples) window.add(s)
  return window
}
const none = { count: 0, sum: 0, min: NaN, max: NaN, oldest: null, newest: null }

describe("a window of 10 s", () => {
  it("is empty at first, and again when its last sample left", () => {
    assert.deepStrictEqual(new SlidingWindow(10).at(0), none)
    const window = filled(10, [sample(1000, 5)])
    assert.deepStrictEqual(window.at(10_999), {
      count: 1,
      sum: 5,
      min: 5,
      max: 5,
      oldest: sample(1000, 5),
      newest: sample(1000, 5)
    })
    assert.deepStrictEqual(window.at(11_000), none)
  })

  it("holds a sample of the very moment, and none that is exactly 10 s old", () => {
    const window = filled(10, [sample(0, 1), sample(1, 2), sample(10_000, 3)])
    assert.deepStrictEqual(window.at(10_000), {
      count: 2,
      sum: 5,
      min: 2,
      max: 3,
      oldest: sample(1, 2),
      newest: sample(10_000, 3)
    })
  })

  it("knows its smallest and largest while they leave one after the other", () => {
    const window = filled(
      10,
      [5, 1, 4, 2, 3].map((v, i) => sample(i * 1000, v))
    )
    const extremes = [9999, 10_000, 11_000, 12_000, 13_000].map((t) => [window.at(t).min, window.at(t).max])
    assert.deepStrictEqual(extremes, [
      [1, 5],
      [1, 4],
      [2, 4],
      [2, 3],
      [3, 3]
    ])
  })

  it("keeps equal values apart: one of them leaves, the other stays", () => {
    const window = filled(10, [sample(0, 7), sample(5000, 7), sample(6000, 7)])
    assert.deepInclude(window.at(10_000), { count: 2, sum: 14, min: 7, max: 7 })
    assert.deepInclude(window.at(15_000), { count: 1, sum: 7, min: 7, max: 7 })
  })
})

const Walk = Schema.Array(
  Schema.Struct({
    gap: Schema.Literals([0, 1, 400, 1000, 3000, 20_000]),
    value: Schema.Literals([-3, -0.1, 0, 0.1, 0.2, 1, 1, 2, 1e9]),
    asked: Schema.Boolean,
    ahead: Schema.Literals([0, 0, 1, 900, 5000, 30_000])
  })
)

describe("for random samples", () => {
  it.effect.prop(
    "the figures are those of the samples in the window, also when a later moment was asked before",
    { walk: Walk, seconds: Schema.Literals([1, 3, 10]) },
    ({ seconds, walk }) =>
      Effect.sync(() => {
        const window = new SlidingWindow(seconds)
        let at = 0
        const all: Array<Sample> = []
        for (const [i, step] of walk.entries()) {
          at += step.gap
          const one = { at, value: step.value, recordId: i }
          all.push(one)
          window.add(one)
          if (!step.asked) continue
          for (const moment of [at + step.ahead, at]) {
            const kept = all.filter((s) => s.at > moment - seconds * 1000),
              values = kept.map((s) => s.value)
            const { sum, ...rest } = window.at(moment)
            const [min, max] = kept.length === 0 ? [NaN, NaN] : [Math.min(...values), Math.max(...values)]
            assert.deepStrictEqual(rest, {
              count: kept.length,
              min,
              max,
              oldest: kept[0] ?? null,
              newest: kept.at(-1) ?? null
            })
            assert.strictEqual(sum, filled(1e6, kept).at(moment).sum)
          }
        }
      }),
    propertyRuns(500)
  )
})

it("a thousand samples through a window of ten: what left is let go, the figures stay right", () => {
  const window = new SlidingWindow(10)
  for (let i = 0; i < 1000; i++) {
    // rising, falling, and rising again, so that both queues grow long and are cut
    const value = Math.abs((i % 400) - 200)
    window.add(sample(i * 1000, value))
    const values = Array.from({ length: Math.min(10, i + 1) }, (_, k) => Math.abs(((i - k) % 400) - 200))
    assert.deepInclude(window.at(i * 1000), {
      count: values.length,
      sum: values.reduce((a, b) => a + b, 0),
      min: Math.min(...values),
      max: Math.max(...values),
      oldest: sample((i - values.length + 1) * 1000, values.at(-1)!)
    })
  }
  // it holds on to no more than some hundred samples, however many came
  assert.isBelow(JSON.stringify(window).length, 20_000)
})
