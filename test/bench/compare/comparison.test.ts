import { assert, describe, it } from "@effect/vitest"
import type { Line } from "../report.ts"
import { chanceOfApart, comparisonJson, comparisonTable, compareRounds, medianOf } from "./comparison.ts"

const line = (key: string, value: number, unit = "ms"): Line => ({
  key,
  label: `Label of ${key}`,
  value,
  unit
})

const roundsOf = (key: string, before: ReadonlyArray<number>, after: ReadonlyArray<number>, unit?: string) =>
  before.map((value, i) => ({ before: [line(key, value, unit)], after: [line(key, after[i]!, unit)] }))

describe("medianOf", () => {
  it("returns the value in the middle, or the mean of the two in the middle, in whatever order they come", () => {
    assert.strictEqual(medianOf([7]), 7)
    assert.strictEqual(medianOf([9, 1, 4]), 4)
    assert.strictEqual(medianOf([9, 1, 4, 6]), 5)
    assert.strictEqual(medianOf([100, 3, 2, 1, 50]), 3)
  })
})

describe("compareRounds", () => {
  it("compares medians, and each round for itself", () => {
    const [comparison] = compareRounds(roundsOf("a", [10, 20, 12], [5, 10, 12]))
    assert.deepStrictEqual(comparison!.before, { values: [10, 20, 12], middle: 12, least: 10, most: 20 })
    assert.strictEqual(comparison!.ratio, 10 / 12)
    assert.deepStrictEqual(comparison!.ratioOfRounds.values, [0.5, 0.5, 1])
  })

  it("compares the means of bytes", () => {
    const [comparison] = compareRounds(roundsOf("a", [0, 0, 300], [0, 150, 0], "bytes per position"))
    assert.deepStrictEqual([comparison!.before.middle, comparison!.after.middle], [100, 50])
    assert.strictEqual(comparison!.ratio, 0.5)
  })

  it("tells whether the spreads overlap, also where one lies within the other or they touch", () => {
    const overlaps = (before: ReadonlyArray<number>, after: ReadonlyArray<number>) =>
      compareRounds(roundsOf("a", before, after))[0]!.overlaps
    assert.isFalse(overlaps([1, 2], [3, 4]))
    assert.isFalse(overlaps([3, 4], [1, 2]))
    assert.isTrue(overlaps([1, 4], [2, 3]))
    assert.isTrue(overlaps([2, 3], [1, 4]))
    assert.isTrue(overlaps([1, 2], [2, 3]))
  })

  it("leaves out what one of the commits does not tell", () => {
    const rounds = [{ before: [line("a", 1)], after: [line("a", 2), line("b", 1), line("c", Number.NaN)] }]
    assert.deepStrictEqual(
      compareRounds(rounds).map((comparison) => comparison.line.key),
      ["a"]
    )
  })
})

describe("chanceOfApart", () => {
  it("counts the orders of the values of both: one of 3 with 2 rounds, of 126 with 5", () => {
    assert.deepStrictEqual([1, 2, 3, 5].map(chanceOfApart), [1, 3, 10, 126])
  })
})

describe("the report of a comparison", () => {
  const comparisons = compareRounds(roundsOf("rate", [1000, 2000, 3000], [4000, 5000, 6000], "positions/s"))
  const names = { before: "abc", after: "def with changes" }

  it("is a table with both names, the middles, the spreads and the ratios", () => {
    const [head, row] = comparisonTable(comparisons, names).split("\n")
    assert.match(head!, /^ +before: abc +after: def with changes +after\/before +by round$/)
    assert.match(
      row!,
      /^Label of rate {2}positions.s {2}2,000 .1,000 to 3,000. +5,000 .4,000 to 6,000. +2.50 {2}2.00 to 4.00 {2}apart$/
    )
  })

  it("shows no ratio where nothing was measured before, and no line that is zero in all rounds", () => {
    const [, row, ...rest] = comparisonTable(
      compareRounds([
        { before: [line("a", 0), line("b", 0)], after: [line("a", 2), line("b", 0.4)] },
        { before: [line("a", 0), line("b", 0.1)], after: [line("a", 2), line("b", 0)] }
      ]),
      names
    ).split("\n")
    assert.match(row!, /^Label of a .* - +- to -$/)
    assert.notInclude(rest.join(), "Label of b")
  })

  it("says nothing of spreads that are apart in two rounds", () => {
    const table = comparisonTable(compareRounds(roundsOf("a", [1, 2], [3, 4])), names)
    assert.include(table, "Too few rounds")
    assert.notInclude(table.split("\n")[1], "apart")
  })

  it("is JSON with the values of all rounds", () => {
    assert.deepStrictEqual(JSON.parse(comparisonJson(comparisons, names)), {
      ...names,
      lines: {
        rate: {
          unit: "positions/s",
          before: { middle: 2000, least: 1000, most: 3000, values: [1000, 2000, 3000] },
          after: { middle: 5000, least: 4000, most: 6000, values: [4000, 5000, 6000] },
          ratio: 2.5,
          ratio_of_rounds: [4, 2.5, 2],
          overlaps: false
        }
      }
    })
  })
})
