import { assert, describe, it } from "vitest"
import { effectiveSize } from "../../../sandbox/movement/effectiveSize.ts"
import { netSquaredDisplacement } from "../../../sandbox/movement/netSquaredDisplacement.ts"
import { coarseKernelArea, stabilityOf } from "../../../sandbox/movement/stability.ts"
import { isopleth, kernelDensity, referenceBandwidth } from "../../../sandbox/space/kernelDensity.ts"
import { frameOf, toPlane } from "../../../sandbox/space/localFrame.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { fixesOf } from "../job.ts"
import { wander } from "./walks.ts"

/** Positions of which each repeats `memory` of the one before. */
const remembering = (count: number, memory: number, seed = 1) => {
  const random = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const x = new Float64Array(count),
    y = new Float64Array(count)
  for (let i = 1; i < count; i++) {
    x[i] = memory * x[i - 1]! + 100 * Math.sqrt(1 - memory * memory) * normal()
    y[i] = memory * y[i - 1]! + 100 * Math.sqrt(1 - memory * memory) * normal()
  }
  return { x, y }
}

describe("the effective sample size", () => {
  it("of independent fixes is about their number", () =>
    assert.isAbove(effectiveSize(remembering(5000, 0)), 4000))

  it("of fixes that remember is n (1 - memory) / (1 + memory)", () => {
    for (const memory of [0.5, 0.9, 0.97]) {
      const expected = (20_000 * (1 - memory)) / (1 + memory)
      assert.closeTo(effectiveSize(remembering(20_000, memory)) / expected, 1, 0.25, `memory ${memory}`)
    }
  })

  it("is at least 1, and cannot be said of fixes without spread", () => {
    assert.isAtLeast(
      effectiveSize({ x: Float64Array.from({ length: 50 }, (_, i) => i), y: new Float64Array(50) }),
      1
    )
    assert.isNaN(effectiveSize({ x: new Float64Array(50), y: new Float64Array(50) }))
    assert.isNaN(effectiveSize({ x: new Float64Array(), y: new Float64Array() }))
  })
})

describe("range stability", () => {
  const fixes = fixesOf(wander(4, 1000))
  const frame = frameOf([fixes])
  const plane = toPlane(frame, fixes)

  it("its coarse kernel is within 3% of the full one", () => {
    for (const { x, y } of [plane, remembering(800, 0.5), remembering(60, 0.2), remembering(5000, 0.95)]) {
      const bandwidth = referenceBandwidth({ x, y })
      const cells = isopleth(kernelDensity({ x, y }, bandwidth, 250), 0.95)
      assert.closeTo(
        coarseKernelArea({ x, y }, bandwidth) / ((cells.ix.length * cells.side ** 2) / 10_000),
        1,
        0.03
      )
    }
  })

  it("has points over the days tracked, from when there are enough fixes, to the home range itself", () => {
    const { days, kde95, mcp } = stabilityOf(frame, plane, fixes.time, {
      mcpHa: 1234,
      kde95Ha: 4321,
      mcpPercent: 95,
      bandwidthM: null,
      minFixes: 300
    })
    assert.strictEqual(days.length, 10)
    assert.closeTo(days.at(-1)!, (fixes.time.at(-1)! - fixes.time[0]!) / 86_400_000, 1e-9)
    assert.deepStrictEqual([mcp.at(-1), kde95.at(-1)], [1234, 4321])
    assert.deepStrictEqual(mcp.map(Number.isNaN), [true, true, ...Array.from({ length: 8 }, () => false)])
  })

  it("a method that is off has no curve, and a track of hours has one point", () => {
    assert.isTrue(
      stabilityOf(frame, plane, fixes.time, {
        mcpHa: Number.NaN,
        kde95Ha: 1,
        mcpPercent: 95,
        bandwidthM: null,
        minFixes: 30
      }).mcp.every(Number.isNaN)
    )
    assert.strictEqual(
      stabilityOf(
        frame,
        plane,
        fixes.time.map((_, i) => i * 1000),
        { mcpHa: 1, kde95Ha: 1, mcpPercent: 95, bandwidthM: null, minFixes: 30 }
      ).days.length,
      1
    )
  })
})

describe("net squared displacement", () => {
  it("has at most 500 points: the first, the last and the extremes", () => {
    const values = Float64Array.from({ length: 20_000 }, (_, i) => 1000 * (2 + Math.sin(i / 300)))
    values[777] = 99_000
    values[12_345] = 1
    const { x, y } = netSquaredDisplacement(
      values.map((_, i) => i),
      values
    )
    assert.isAtMost(x.length, 500)
    assert.deepStrictEqual([x[0], x.at(-1)], [0, 19_999])
    assert.includeMembers([...x], [777, 12_345])
    assert.strictEqual(y[[...x].indexOf(777)], 99 ** 2)
    assert.deepStrictEqual(
      [...x],
      [...new Set(x)].sort((a, b) => a - b)
    )
  })

  it("of few fixes has them all", () =>
    assert.strictEqual(netSquaredDisplacement(new Float64Array(500), new Float64Array(500)).x.length, 500))
})
