// What is drawn of an evaluation: few points with every high and low, and spans from one verdict to the next.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Evaluated } from "../../src/domain/rule/conditions/Evaluated.ts"
import { Evaluation } from "../../src/backtest/Evaluation.ts"
import { Series } from "../../src/backtest/Series.ts"
import { longProperty } from "../support/stories.ts"

const series = (values: ReadonlyArray<number>, most: number) => {
  const made = new Series(most)
  values.forEach((value, i) => made.add(i, value))
  return made
}

describe("a series", () => {
  it("keeps every value while there are no more than are asked for", () => {
    assert.deepStrictEqual(
      series([3, 1, 2, 2], 4).points(4),
      [3, 1, 2, 2].map((value, at) => ({ at, value }))
    )
    assert.deepStrictEqual(new Series(4).points(4), [])
  })

  it.effect.prop(
    "keeps the highest and the lowest, in order, and never more than asked for",
    {
      values: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -50, maximum: 50 }))).check(
        Schema.isMinLength(1),
        Schema.isMaxLength(200)
      ),
      most: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 20 }))
    },
    ({ most, values }) =>
      Effect.sync(() => {
        const points = series(values, most).points(most)
        assert.isAtMost(points.length, most)
        assert.deepStrictEqual(
          [Math.max(...points.map((p) => p.value)), Math.min(...points.map((p) => p.value))],
          [Math.max(...values), Math.min(...values)]
        )
        assert.isTrue(
          points.every((p, i) => values[p.at] === p.value && (i === 0 || p.at > points[i - 1]!.at))
        )
      }),
    longProperty(500)
  )

  it("of values that are equal keeps the first alone, and a high and a low in the order of their times", () => {
    assert.deepStrictEqual(series([7, 7, 7, 7, 7, 7], 2).points(2), [{ at: 0, value: 7 }])
    const ends = (values: ReadonlyArray<number>) =>
      series(values, 4)
        .points(2)
        .map((p) => p.at)
    assert.deepStrictEqual(
      [ends([1, 2, 3, 4, 5]), ends([5, 4, 3, 2, 1]), ends([3, 1, 2, 5, 4])],
      [
        [0, 4],
        [0, 4],
        [1, 3]
      ]
    )
  })

  it("has points of every part once", () => {
    assert.deepStrictEqual(
      series([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 10)
        .points(4)
        .map((p) => p.at),
      [0, 4, 5, 9]
    )
    assert.deepStrictEqual(
      series([0, 1, 2, 3, 4, 5, 6], 10)
        .points(6)
        .map((p) => p.at),
      [0, 1, 2, 3, 4, 6]
    )
  })

  it("keeps twice as many stretches as points are asked for, whatever comes", () => {
    assert.lengthOf(
      series(
        Array.from({ length: 8 }, () => 7),
        4
      ).points(8),
      8
    )
    assert.deepStrictEqual(
      series(
        Array.from({ length: 9 }, () => 7),
        4
      )
        .points(99)
        .map((p) => p.at),
      [0, 2, 4, 6, 8]
    )
    const all = (n: number) => Array.from({ length: n }, (_, i) => i)
    for (const n of [9, 10, 11, 12])
      assert.deepStrictEqual(
        series(all(n), 4)
          .points(99)
          .map((p) => p.at),
        all(n)
      )
    assert.isAtMost(series(all(10_000), 4).points(10_000).length, 16)
  })

  it("has points from all along, not only from its end", () => {
    const points = series(
      Array.from({ length: 10_000 }, (_, i) => i % 17),
      100
    ).points(100)
    assert.isAbove(points.length, 50)
    for (let tenth = 0; tenth < 10; tenth++)
      assert.isTrue(
        points.some((p) => p.at >= tenth * 1000 && p.at < (tenth + 1) * 1000),
        `${tenth}`
      )
  })
})

const leaf = (metric: string, value: number | null, truth: boolean | null): Evaluated => ({
  type: "threshold",
  truth,
  metric,
  op: ">",
  limit: 0,
  value,
  sample_at: 0,
  record_id: 1
})

describe("an evaluation", () => {
  it("spans go from one verdict to the next, and the last to the end", () => {
    const evaluation = new Evaluation()
    for (const [at, truth] of [
      [0, null],
      [1, true],
      [2, true],
      [5, false]
    ] as const)
      evaluation.note(at, leaf("a", at, truth))
    assert.deepStrictEqual(evaluation.draw(9, 10).spans, [
      { from: 0, to: 1, value: null },
      { from: 1, to: 5, value: true },
      { from: 5, to: 9, value: false }
    ])
  })

  it("500 spans at most, the earliest", () => {
    const evaluation = new Evaluation()
    for (let i = 0; i < 700; i++) evaluation.note(i, leaf("a", 1, i % 2 === 0))
    const { spans } = evaluation.draw(700, 10)
    assert.deepStrictEqual([spans.length, spans.at(-1)], [500, { from: 499, to: 500, value: false }])
  })

  it("figures go by their metric or aggregate, each once a moment, at most ten; what is not known has no point", () => {
    const evaluation = new Evaluation()
    const window: Evaluated = {
      type: "window",
      truth: true,
      metric: "a",
      aggregate: "max",
      seconds: 60,
      op: ">",
      limit: 0,
      value: 7,
      count: 1,
      from: 0,
      to: 1,
      first_id: 1,
      last_id: 1
    }
    evaluation.note(0, {
      type: "all",
      truth: true,
      parts: [
        { type: "spatial", truth: true, relation: "inside", features: [] },
        leaf("a", 1, true),
        { type: "not", truth: false, part: leaf("a", 1, true) },
        window,
        leaf("b", null, null)
      ]
    })
    assert.deepStrictEqual(evaluation.draw(1, 10).series, [
      { metric: "a", points: [{ at: 0, value: 1 }] },
      { metric: "max(a, 60 s)", points: [{ at: 0, value: 7 }] }
    ])
    evaluation.note(1, {
      type: "any",
      truth: true,
      parts: Array.from({ length: 20 }, (_, i) => leaf(`m${i}`, i, true))
    })
    assert.strictEqual(evaluation.seriesCount, 10)
  })
})
