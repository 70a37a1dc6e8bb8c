import { assert, describe, it } from "vitest"
import { histogram, logarithmicEdges } from "../../../sandbox/stats/histogram.ts"
import { quantile, sorted } from "../../../sandbox/stats/quantile.ts"
import { rose, roseEdges } from "../../../sandbox/stats/rose.ts"
import { spread } from "../../../src/domain/analysis/compare/changes.ts"

const of = (...values: ReadonlyArray<number>) => Float64Array.from(values)

describe("quantiles are linear, type 7", () => {
  it("as R and numpy give them", () => {
    const values = sorted(of(9, 1, 4, 2, 7))
    assert.deepStrictEqual(
      [0, 0.25, 0.5, 0.9, 0.95, 1].map((p) => Number(quantile(values, p).toFixed(12))),
      [1, 2, 4, 8.2, 8.6, 9]
    )
  })

  it("of one value that value, of none nothing", () => {
    assert.strictEqual(quantile(of(3), 0.95), 3)
    assert.isNaN(quantile(of(), 0.5))
  })

  it("sorting leaves the values as they are, and takes those it is told to", () => {
    const values = of(3, 1, 2)
    assert.deepStrictEqual([...sorted(values, (i) => i !== 1)], [2, 3])
    assert.deepStrictEqual([...values], [3, 1, 2])
  })
})

describe("histograms", () => {
  it("have bins from an edge, included, to the next, not; the last holds all above", () => {
    assert.deepStrictEqual([...histogram(of(0, 0.9, 1, 2, 5, 99, -1, Number.NaN), of(0, 1, 2, 5))], [2, 1, 3])
    assert.deepStrictEqual([...histogram(of(0, 1, 2), of(0, 1, 2), (i) => i !== 1)], [1, 1])
  })

  it("of speeds grow by one factor above the stationary threshold", () => {
    const edges = logarithmicEdges(0.05, 15, 24)
    assert.deepStrictEqual([edges.length, edges[0], edges[1], edges[24]], [25, 0, 0.05, 15])
    for (let i = 2; i < 24; i++) assert.closeTo(edges[i + 1]! / edges[i]!, 300 ** (1 / 23), 1e-12)
  })

  it("are even where the threshold is above every plausible speed", () => {
    assert.deepStrictEqual([...logarithmicEdges(5, 4, 4)], [0, 1, 2, 3, 4])
  })
})

describe("roses", () => {
  it("have sixteen bins, the first centred on straight on and the ninth on straight back", () => {
    assert.deepStrictEqual(
      [roseEdges.length, roseEdges[0], roseEdges[1], roseEdges[16]],
      [17, -11.25, 11.25, 348.75]
    )
    const counts = (...angles: ReadonlyArray<number>) =>
      [...rose(of(...angles)).counts].flatMap((n, bin) => (n === 0 ? [] : [`${bin}:${n}`]))
    assert.deepStrictEqual(counts(0, 11.2, -11.2), ["0:3"])
    assert.deepStrictEqual(counts(180, -179.9, 170, -168.8), ["8:4"])
    assert.deepStrictEqual(counts(90, -90), ["4:1", "12:1"])
  })

  it("have the mean of the directions, not of the numbers", () => {
    const { mean, resultant } = rose(of(170, -170))
    assert.closeTo(Math.abs(mean), 180, 1e-9)
    assert.closeTo(resultant, Math.cos((10 * Math.PI) / 180), 1e-12)
    assert.closeTo(rose(of(0, 90, 180, -90)).resultant, 0, 1e-12)
    assert.isNaN(rose(of()).mean)
  })
})

describe("spread", () => {
  it("is the sample standard deviation", () => {
    const { mean, sd } = spread([2, 4, 4, 4, 5, 5, 7, 9])
    assert.strictEqual(mean, 5)
    assert.closeTo(sd, Math.sqrt(32 / 7), 1e-12)
  })

  it("one value has none", () => assert.isNaN(spread([3]).sd))
})
