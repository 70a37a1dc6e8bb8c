import { assert, describe, it } from "@effect/vitest"
import { onStep, stepFor, typed, unitOf } from "../../../../../src/console/pages/bench/form/numbers.ts"

describe("numbers as they are typed", () => {
  it("take a comma or a point, and refuse what may be either", () => {
    assert.deepStrictEqual(
      ["3.2", "3,2", " -0,5 ", "−1", "1e3", ".5"].map(typed),
      [3.2, 3.2, -0.5, -1, 1000, 0.5]
    )
    assert.deepStrictEqual(["", "1.234,5", "1,234,5", "a", "1 2", "--1", "1e999"].map(typed), [
      null,
      null,
      null,
      null,
      null,
      null,
      null
    ])
  })

  it("are shown in the unit that needs no fraction", () => {
    assert.deepStrictEqual([0, 30, 60, 90, 3600, 5400, 86_400, 172_800].map(unitOf), [
      "h",
      "s",
      "min",
      "s",
      "h",
      "min",
      "h",
      "d"
    ])
  })

  it("move by a hundredth of what is shown, on its grid", () => {
    assert.deepStrictEqual([3.2, 1, 0.08, 250, 0].map(stepFor), [0.05, 0.01, 0.001, 5, 1])
    assert.strictEqual(onStep(0.6300000001, 0.05), 0.65)
    assert.strictEqual(onStep(0.1 + 0.2, 0.1), 0.3)
    assert.strictEqual(onStep(123, 5), 125)
  })
})
