// Amounts and lengths of time as people are told them.
import { assert, describe, it } from "@effect/vitest"
import { lastingWords, partWords, readWords } from "../../../../src/domain/rule/words/phrases.ts"

describe("what was read, in words", () => {
  it("has three figures that count, and its unit", () => {
    assert.strictEqual(readWords(3.9071234, 3.2, "V"), "3.91 V")
    assert.strictEqual(readWords(0.30951, 0.6, "m/s²"), "0.31 m/s²")
    assert.strictEqual(readWords(12_345.678, 400, null), "12346")
    assert.strictEqual(readWords(0, 5, "km/h"), "0 km/h")
  })

  it("has as many more as keep it apart from its limit", () => {
    assert.strictEqual(readWords(3.2004, 3.2, "V"), "3.2004 V")
    assert.strictEqual(readWords(40, 40, "km/h"), "40 km/h")
  })
})

describe("how long something has lasted, in words", () => {
  it("is told in seconds for ten minutes, then in the units that matter", () => {
    assert.deepStrictEqual([0, 312, 600, 1810, 86_142, 90_000, 172_800].map(lastingWords), [
      "0 s",
      "312 s",
      "600 s",
      "30 min",
      "23 h 55 min",
      "25 h",
      "2 d"
    ])
  })

  it("stands beside what is asked for in the same manner", () => {
    assert.deepStrictEqual(partWords(12, 30), { done: "12", hold: "30 s" })
    assert.deepStrictEqual(partWords(242, 86_400), { done: "242 s", hold: "24 h" })
    assert.deepStrictEqual(partWords(7200, 86_400), { done: "2 h", hold: "24 h" })
  })
})
