import { assert, describe, it } from "vitest"
import { hotspots, pick, residenceGrid } from "../../../sandbox/space/grid.ts"
import { randomFrom } from "../../domain/geo/random.ts"

const gridOf = (points: ReadonlyArray<readonly [x: number, y: number, weight: number]>, side = 100) =>
  residenceGrid(
    { x: Float64Array.from(points, ([x]) => x), y: Float64Array.from(points, ([, y]) => y) },
    Float64Array.from(points, ([, , w]) => w),
    side
  )

const cellsOf = ({ ix, iy }: { readonly ix: Int32Array; readonly iy: Int32Array }) =>
  Array.from(ix, (x, i) => [x, iy[i]!])

describe("the residence grid", () => {
  it("has its corner at the centre of the frame: floor, also below zero", () => {
    assert.deepStrictEqual(
      cellsOf(
        gridOf([
          [0, 0, 1],
          [99.9, 99.9, 1],
          [-0.1, 0, 1],
          [100, -100, 1]
        ])
      ),
      [
        [0, 0],
        [-1, 0],
        [1, -1]
      ]
    )
  })

  it("parts the fixes: each is in one cell, and no weight is lost", () => {
    const random = randomFrom(3)
    const points = Array.from(
      { length: 3000 },
      () => [1e5 * random() - 5e4, 1e5 * random() - 5e4, Math.floor(100 * random())] as const
    )
    const grid = gridOf(points, 1500)
    points.forEach(([x, y], i) => {
      const cell = grid.cellOf[i]!
      assert.deepStrictEqual([Math.floor(x / 1500), Math.floor(y / 1500)], [grid.ix[cell], grid.iy[cell]])
    })
    assert.strictEqual(new Set(cellsOf(grid).map(String)).size, grid.ix.length)
    assert.strictEqual(
      grid.fixes.reduce((a, b) => a + b),
      points.length
    )
    assert.strictEqual(
      grid.weight.reduce((a, b) => a + b),
      points.reduce((sum, [, , w]) => sum + w, 0)
    )
  })

  it("holds cells of a metre all over the globe", () => {
    const grid = gridOf(
      [
        [-1.27e7, 1.27e7, 1],
        [1.27e7, -1.27e7, 1],
        [-1.27e7, 1.27e7, 1]
      ],
      1
    )
    assert.deepStrictEqual(cellsOf(grid), [
      [-1.27e7, 1.27e7],
      [1.27e7, -1.27e7]
    ])
  })
})

describe("hotspots", () => {
  const spots = (points: Parameters<typeof gridOf>[0], share?: number) => {
    const grid = gridOf(points)
    return cellsOf(pick(grid, hotspots(grid, share)))
  }

  it("are the cells that together hold half of the time, the heaviest first", () => {
    assert.deepStrictEqual(
      spots([
        [50, 50, 1],
        [150, 50, 4],
        [250, 50, 2],
        [350, 50, 2],
        [250, 60, 1]
      ]),
      [
        [1, 0],
        [2, 0]
      ]
    )
    assert.deepStrictEqual(
      spots([
        [50, 50, 5],
        [150, 50, 5]
      ]),
      [[0, 0]],
      "exactly half is enough"
    )
  })

  it("take equal cells by ix, then iy", () => {
    assert.deepStrictEqual(
      spots(
        [
          [150, 50, 1],
          [50, 150, 1],
          [50, 50, 1],
          [-50, 50, 1]
        ],
        0.75
      ),
      [
        [-1, 0],
        [0, 0],
        [0, 1]
      ]
    )
  })

  it("are none where no time was spent", () => {
    assert.deepStrictEqual(
      spots([
        [0, 0, 0],
        [100, 0, 0]
      ]),
      []
    )
    assert.deepStrictEqual(spots([]), [])
  })
})
