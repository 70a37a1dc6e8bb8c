import { assert, describe, it } from "vitest"
import type { Plane } from "../../../sandbox/space/localFrame.ts"
import {
  type Density,
  isopleth,
  kernelDensity,
  referenceBandwidth
} from "../../../sandbox/space/kernelDensity.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { normal } from "./places.ts"

const planeOf = (points: ReadonlyArray<readonly [number, number]>): Plane => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y)
})
const scattered = (seed: number, count: number, sdX: number, sdY: number) => {
  const random = randomFrom(seed)
  return planeOf(Array.from({ length: count }, () => [sdX * normal(random), sdY * normal(random)]))
}
const areaOf = (density: Density, level: number) => isopleth(density, level).ix.length * density.side ** 2

/** The definition: the sum of all kernels at the centre of every cell. */
const naive = ({ x, y }: Plane, { bandwidthM, columns, rows, side, x0, y0 }: Density): Float64Array => {
  const mass = Float64Array.from({ length: columns * rows }, (_, at) => {
    const cx = x0 + ((at % columns) + 0.5) * side,
      cy = y0 + (Math.floor(at / columns) + 0.5) * side
    return x.reduce(
      (sum, px, i) => sum + Math.exp(-((px - cx) ** 2 + (y[i]! - cy) ** 2) / 2 / bandwidthM ** 2),
      0
    )
  })
  const total = mass.reduce((a, b) => a + b)
  return mass.map((m) => m / total)
}

describe("the reference bandwidth", () => {
  it("is sqrt((var x + var y) / 2) n^(-1/6), with n - 1 variances", () => {
    // var x = 20 / 3, var y = 4 / 3
    assert.closeTo(
      referenceBandwidth(
        planeOf([
          [-3, 1],
          [3, -1],
          [1, 1],
          [-1, -1]
        ])
      ),
      2 * 4 ** (-1 / 6),
      1e-12
    )
  })

  it("is at least a metre", () => {
    assert.strictEqual(
      referenceBandwidth(
        planeOf([
          [5, 5],
          [5, 5],
          [5, 5]
        ])
      ),
      1
    )
    assert.strictEqual(referenceBandwidth(planeOf([[5, 5]])), 1)
  })
})

describe("the kernel density", () => {
  it("of one place is the Gaussian: its isopleths are circles of -2 pi h² ln(1 - level)", () => {
    const density = kernelDensity(
      planeOf([
        [700, -300],
        [700, -300]
      ]),
      40,
      250
    )
    for (const level of [0.5, 0.95]) {
      const circle = -2 * Math.PI * 40 ** 2 * Math.log(1 - level)
      // three bandwidths hold 99.5% of it, and the rest is shared out
      assert.closeTo(areaOf(density, level) / circle, 1, level === 0.5 ? 0.01 : 0.05)
    }
  })

  it("covers the fixes and three bandwidths with square cells, as many as asked for on the longer side", () => {
    const density = kernelDensity(
      planeOf([
        [0, 0],
        [1000, 0],
        [1000, 200]
      ]),
      100,
      100
    )
    assert.deepStrictEqual([density.columns, density.rows, density.side], [100, 50, 16])
    assert.deepStrictEqual([density.x0, density.y0], [-300, -300])
    assert.closeTo(
      density.mass.reduce((a, b) => a + b),
      1,
      1e-12
    )
  })

  it("of a symmetric pair is symmetric, with one half round each", () => {
    const density = kernelDensity(
      planeOf([
        [-1000, 0],
        [1000, 0]
      ]),
      100,
      250
    )
    const half = isopleth(density, 0.5)
    const west = half.ix.filter((ix) => ix < density.columns / 2).length
    assert.isAtMost(Math.abs(2 * west - half.ix.length), 4)
    assert.isTrue(
      half.ix.every((ix) => Math.abs(Math.abs(density.x0 + (ix + 0.5) * density.side) - 1000) < 150)
    )
  })

  it("is the sum of all kernels to the last digits where a bandwidth has 1 to 5 cells", () => {
    const plane = scattered(31, 40, 300, 200)
    for (const bandwidth of [45, 90, 150]) {
      const density = kernelDensity(plane, bandwidth, 40)
      const width = bandwidth / density.side
      assert.isTrue(width >= 1 && width < 5)
      naive(plane, density).forEach((m, at) => assert.closeTo(density.mass[at]!, m, 1e-9))
    }
  })

  it("binned it keeps areas to 0.3% of the exact ones, of less than 333 cells to the cell", () => {
    for (const seed of [63, 66, 116, 138, 156, 210, 214, 395]) {
      // three places far apart and most fixes at one of them, so that their half lies in few cells
      const random = randomFrom(seed)
      const middles = Array.from({ length: 3 }, () => [8000 * random(), 8000 * random()] as const)
      const [sdX, sdY, bandwidth] = (
        [
          [3, 3, 190],
          [40, 60, 240],
          [120, 150, 160]
        ] as const
      )[seed % 3]!
      const plane = planeOf(
        Array.from({ length: 30 + 5 * (seed % 30) }, (_, i): [number, number] => {
          const [x, y] = middles[i % 7 === 0 ? 1 : i % 11 === 0 ? 2 : 0]!
          return [x + sdX * normal(random), y + sdY * normal(random)]
        })
      )
      const density = kernelDensity(plane, bandwidth + (seed % 50), 250)
      assert.isAtLeast(density.bandwidthM / density.side, 5)
      const exactly = isopleth({ ...density, mass: naive(plane, density) }, 0.5).ix.length
      assert.isBelow(exactly, 333)
      assert.strictEqual(isopleth(density, 0.5).ix.length, exactly, `seed ${seed}`)
    }
  })

  it("binned it keeps areas to 0.3% of the exact ones, and to 0.7% with few fixes", () => {
    for (const [seed, count, bandwidth, tolerance] of [
      [1, 600, 80, 0.003],
      [2, 500, 120, 0.003],
      [3, 35, 100, 0.007],
      [4, 80, 150, 0.007]
    ] as const) {
      const plane = scattered(seed, count, 400, 150)
      const density = kernelDensity(plane, bandwidth, 100)
      assert.isAtLeast(bandwidth / density.side, 2.5)
      const truth = { ...density, mass: naive(plane, density) }
      for (const level of [0.5, 0.95])
        assert.closeTo(areaOf(density, level) / areaOf(truth, level), 1, tolerance)
    }
  })

  it("says where the fixes are also when the bandwidth is far below a cell", () => {
    const density = kernelDensity(
      planeOf([
        [0, 0],
        [0, 0],
        [0, 0],
        [1e6, 3e5],
        [1e6, 3e5 + 1]
      ]),
      1,
      250
    )
    assert.isTrue(density.mass.every((m) => m >= 0 && Number.isFinite(m)))
    assert.closeTo(
      density.mass.reduce((a, b) => a + b),
      1,
      1e-12
    )
    assert.isAtMost(isopleth(density, 0.95).ix.length, 8)
  })
})

describe("an isopleth", () => {
  const density = kernelDensity(scattered(7, 300, 500, 200), 60, 120)

  it("is the smallest cell set that holds its share, the cell that reaches it included", () => {
    const descending = density.mass.toSorted().toReversed()
    for (const level of [0.05, 0.5, 0.95, 0.999]) {
      const { ix, iy } = isopleth(density, level)
      const held = ix.reduce((sum, x, i) => sum + density.mass[iy[i]! * density.columns + x]!, 0)
      assert.isAtLeast(held, level - 1e-12)
      assert.isBelow(held - descending[ix.length - 1]!, level)
      assert.closeTo(
        held,
        descending.subarray(0, ix.length).reduce((a, b) => a + b),
        1e-12
      )
    }
  })

  it("lies within those of higher levels", () => {
    const cells = (level: number) => {
      const { ix, iy } = isopleth(density, level)
      return new Set(Array.from(ix, (x, i) => `${x} ${iy[i]}`))
    }
    const outer = cells(0.95)
    assert.isTrue([...cells(0.5)].every((cell) => outer.has(cell)))
    assert.isAbove(cells(1).size, outer.size)
  })

  it("takes equal cells from the south-west", () => {
    const flat: Density = {
      bandwidthM: 1,
      x0: 0,
      y0: 0,
      side: 1,
      columns: 3,
      rows: 3,
      mass: new Float64Array(9).fill(1 / 9)
    }
    const { ix, iy } = isopleth(flat, 0.5)
    assert.deepStrictEqual(
      Array.from(ix, (x, i) => [x, iy[i]]),
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [0, 1],
        [1, 1]
      ]
    )
    const peaked = isopleth({ ...flat, columns: 4, rows: 1, mass: Float64Array.of(0.2, 0.2, 0.2, 0.4) }, 0.7)
    assert.deepStrictEqual([...peaked.ix], [0, 1, 3])
  })
})
