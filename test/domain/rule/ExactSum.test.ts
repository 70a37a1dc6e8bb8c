// A sum that forgets nothing: the same to the last bit in whatever order its terms come, and when they leave.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ExactSum } from "../../../src/domain/rule/ExactSum.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"

const sumOf = (...terms: ReadonlyArray<number>): number => {
  const sum = new ExactSum()
  for (const term of terms) sum.add(term)
  return sum.value
}

/**
 * The exact sum in whole multiples of 2^-200, rounded once: converting a BigInt rounds to nearest, ties to
 * even.
 */
const byIntegers = (terms: ReadonlyArray<number>): number =>
  Number(terms.reduce((sum, term) => sum + BigInt(term * 2 ** 200), 0n)) / 2 ** 200

const half = 2 ** -53,
  speck = 2 ** -106

describe("the exact sum", () => {
  it.each<[string, ReadonlyArray<number>, number]>([
    ["of nothing is 0", [], 0],
    ["of one term is the term", [0.1], 0.1],
    ["of 0.1 and 0.2 is the double nearest to their sum", [0.1, 0.2], 0.1 + 0.2],
    ["of ten tenths is 1, where additions one by one give less", Array<number>(10).fill(0.1), 1],
    ["keeps a small term beside a large one that leaves", [1e100, 1, -1e100], 1],
    ["keeps it whichever comes first", [1, 1e100, -1e100], 1],
    ["keeps several at several sizes", [1e60, 1e30, 1, -1e60, -1e30], 1],
    ["is 0 when all terms left", [0.1, 1e16, 3, -0.1, -3, -1e16], 0],
    ["lies half way between two doubles: the even one", [1, half], 1],
    ["lies half way between two doubles: the even one above", [1 + 2 * half, half], 1 + 4 * half],
    ["a little more than half way: up", [1, half, speck], 1 + 2 * half],
    ["a little less than half way: down", [1, half, -speck], 1],
    ["a little less than half way above an odd one: down", [1 + 2 * half, half, -speck], 1 + 2 * half],
    ["below zero, half way: the even one", [-1, -half], -1],
    ["below zero, a little more than half way: away from it", [-1, -half, -speck], -1 - 2 * half],
    ["below zero, a little less than half way: towards it", [-1, -half, speck], -1],
    ["above half way by less than the part below: nearest", [1, half * 1.5, speck], 1 + 2 * half],
    ["under half way with a part below: nearest", [1, half / 2, speck], 1],
    ["under half way below zero with a part below: nearest", [-1, -half / 2, -speck], -1],
    [
      "half way after a large term left, with a part below: up",
      [2 ** 54, 0.5 + 2 ** -52, speck, 2 - 2 ** 54],
      2.5 + 2 ** -51
    ],
    [
      "half way after a large term left, with a part below that is taken off: down",
      [2 ** 54, 0.5 + 2 ** -52, -speck, 2 - 2 ** 54],
      2.5
    ],
    ["two parts below half way", [1, half, speck, speck * half], 1 + 2 * half]
  ])("%s", (_, terms, expected) => {
    assert.strictEqual(sumOf(...terms), expected)
    assert.strictEqual(sumOf(...terms.toReversed()), expected)
    assert.strictEqual(byIntegers(terms), expected)
  })

  // sizes far apart and signs of both kinds, so that parts do not overlap and cancel
  const Term = Schema.Struct({
    mantissa: Schema.Int.check(Schema.isBetween({ minimum: -(2 ** 52), maximum: 2 ** 52 })),
    exponent: Schema.Int.check(Schema.isBetween({ minimum: -140, maximum: 60 }))
  })

  it.effect.prop(
    "equals the sum of integers, and after half of the terms left that of the rest",
    { list: Schema.Array(Term) },
    ({ list }) =>
      Effect.sync(() => {
        const terms = list.map((t) => t.mantissa * 2 ** t.exponent),
          stay = terms.slice(Math.floor(terms.length / 2)),
          leave = terms.slice(0, Math.floor(terms.length / 2))
        const sum = new ExactSum()
        for (const term of terms) sum.add(term)
        assert.strictEqual(sum.value, byIntegers(terms))
        for (const term of leave) sum.add(-term)
        assert.strictEqual(sum.value, byIntegers(stay))
      }),
    propertyRuns(1000)
  )

  const Half = Schema.Struct({
    odd: Schema.Boolean,
    below: Schema.Literals([-1, 0, 1]),
    sign: Schema.Literals([-1, 1]),
    far: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))
  })
  it.effect.prop(
    "rounds once also where the sum lies next to the middle of two doubles",
    { tie: Half },
    ({ tie: { below, far, odd, sign } }) =>
      Effect.sync(() => {
        const terms = [odd ? 1 + 2 * half : 1, half, below * half * 2 ** -far].map((t) => t * sign)
        assert.strictEqual(sumOf(...terms), byIntegers(terms))
      }),
    propertyRuns(300)
  )
})
