import { assert, describe, it } from "@effect/vitest"
import { firings, stretches } from "../../../../../src/console/pages/bench/past/approximate.ts"

const points = [5, 3, 1, 1, 4, 1, 5].map((value, i) => ({ at: i * 1000, value }))
const tried = { points, op: "<", limit: 2, holdMs: 0, others: [] }

describe("a guess of firings", () => {
  it("counts the times that the figure comes past the limit", () => {
    assert.strictEqual(firings(tried), 2)
    assert.strictEqual(firings({ ...tried, limit: 4 }), 2)
    assert.strictEqual(firings({ ...tried, limit: 0 }), 0)
    assert.strictEqual(firings({ ...tried, op: ">", limit: 4 }), 2)
    assert.strictEqual(firings({ ...tried, op: "~" }), 0)
  })

  it("counts those alone that last", () => {
    assert.deepStrictEqual(
      stretches(tried).map(({ from, to }) => [from, to]),
      [
        [2000, 4000],
        [5000, 6000]
      ]
    )
    assert.strictEqual(firings({ ...tried, holdMs: 1500 }), 1)
    assert.strictEqual(firings({ ...tried, holdMs: 3000 }), 0)
  })

  it("counts those alone at which the other conditions hold", () => {
    const others = [[{ from: 0, to: 4000, value: true }], [{ from: 0, to: 10_000, value: true }]]
    assert.strictEqual(firings({ ...tried, others }), 1)
    assert.strictEqual(firings({ ...tried, others: [[{ from: 0, to: 9000, value: null }]] }), 0)
  })
})
