import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { cellUnion, collectPolygons } from "../../../sandbox/space/cellUnion.ts"
import type { Cells } from "../../../sandbox/space/grid.ts"
import { frameAt, toPlaces } from "../../../sandbox/space/localFrame.ts"
import { area } from "../../../src/domain/geo/area.ts"
import { contains } from "../../../src/domain/geo/contains.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { checkGeometry } from "../../../src/domain/geo/validity.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { corners } from "./places.ts"

const cellsOf = (pairs: ReadonlyArray<readonly [number, number]>, side = 100, x0 = 0, y0 = 0): Cells => ({
  side,
  x0,
  y0,
  ix: Int32Array.from(pairs, ([x]) => x),
  iy: Int32Array.from(pairs, ([, y]) => y)
})

/** Cells as a picture, `#` filled, north up. */
const drawn = (...lines: ReadonlyArray<string>) =>
  cellsOf(
    lines
      .toReversed()
      .flatMap((line, y) =>
        line
          .split("")
          .flatMap((sign, x): ReadonlyArray<readonly [number, number]> => (sign === "#" ? [[x, y]] : []))
      )
  )

const alps = frameAt(11, 47)
/** Points of each ring, polygon by polygon; the last point is the first. */
const rings = (cells: Cells) =>
  cellUnion(alps, cells).map(({ shape }) =>
    shape.type === "Polygon" ? shape.coordinates.map((ring) => ring.length - 1) : shape.type
  )

// the shapes of a union are made of pairs
const geometry = (shape: unknown) => shape as Geometry

describe("cells as polygons", () => {
  it("joins cells by their sides, and leaves out points on a line", () => {
    assert.deepStrictEqual(rings(drawn("###")), [[4]])
    assert.deepStrictEqual(rings(drawn("#..", "###")), [[6]])
  })

  it("keeps cells apart that touch in a corner", () => {
    assert.deepStrictEqual(rings(drawn(".#", "#.")), [[4], [4]])
  })

  it("has holes, also such as touch their shell or each other in a corner", () => {
    assert.deepStrictEqual(rings(drawn("###", "#.#", "###")), [[4, 4]])
    assert.deepStrictEqual(rings(drawn(".##", "#.#", "###")), [[6, 4]])
    assert.deepStrictEqual(rings(drawn("####", "##.#", "#.##", "####")), [[4, 4, 4]])
    assert.deepStrictEqual(rings(drawn("#####", "#...#", "#.#.#", "#...#", "#####")), [[4, 4], [4]])
  })

  it("gives polygons in the order of their first cells, with the places of their cells", () => {
    const polygons = cellUnion(
      alps,
      cellsOf([
        [9, 9],
        [0, 0],
        [9, 8],
        [1, 0]
      ])
    )
    assert.deepStrictEqual(
      polygons.map(({ areaM2, members }) => [areaM2, ...members]),
      [
        [20_000, 0, 2],
        [20_000, 1, 3]
      ]
    )
    assert.deepStrictEqual(cellUnion(alps, cellsOf([])), [])
  })

  it.each(corners.slice(0, 4))(
    "are valid, hold their cells and no other, and have their area on the ellipsoid: %s",
    (_, lon, lat) => {
      const frame = frameAt(lon, lat)
      for (let seed = 1; seed <= 6; seed++) {
        const random = randomFrom(seed)
        const size = 9
        const filled = new Set<string>()
        for (let x = -size; x < size; x++)
          for (let y = -size; y < size; y++) if (random() < 0.2 + 0.1 * seed) filled.add(`${x} ${y}`)
        const cells = cellsOf(
          [...filled].map((key) => key.split(" ").map(Number) as [number, number]),
          400,
          30,
          -20
        )
        const polygons = cellUnion(frame, cells)
        const total = polygons.reduce((sum, { shape }) => sum + area(geometry(shape)), 0)
        // a side that is cut stays straight in degrees, and so bends by millimetres from the geodesic
        assert.closeTo(total / (filled.size * 400 ** 2), 1, Math.abs(lon) > 179 ? 1e-5 : 1e-6)
        for (const { areaM2, members, shape } of polygons) {
          const checked = checkGeometry(shape)
          assert.isTrue(Result.isSuccess(checked), JSON.stringify(checked))
          if (Result.isSuccess(checked))
            assert.deepStrictEqual(
              checked.success,
              geometry(shape),
              "shells counterclockwise, holes clockwise"
            )
          assert.strictEqual(areaM2, members.length * 400 ** 2)
          const inside = new Set(Array.from(members, (k) => `${cells.ix[k]} ${cells.iy[k]}`))
          const all = Array.from(
            { length: 4 * size * size },
            (_, i) => [(i % (2 * size)) - size, Math.floor(i / 2 / size) - size] as const
          )
          const middles = toPlaces(frame, {
            x: Float64Array.from(all, ([x]) => 30 + (x + 0.5) * 400),
            y: Float64Array.from(all, ([, y]) => -20 + (y + 0.5) * 400)
          })
          const prepared = prepare(geometry(shape))
          all.forEach(([x, y], i) =>
            assert.strictEqual(contains(prepared, middles.lon[i]!, middles.lat[i]!), inside.has(`${x} ${y}`))
          )
        }
      }
    }
  )

  it.each(corners.slice(4))("round a pole stay on the map and keep their area, %s", (_, lon, lat) => {
    const frame = frameAt(lon, lat)
    const disc = Array.from(
      { length: 1600 },
      (_, i) => [(i % 40) - 20, Math.floor(i / 40) - 20] as const
    ).filter(([x, y]) => (x + 0.5) ** 2 + (y + 0.5) ** 2 < 300)
    const ring = disc.filter(([x, y]) => (x + 0.5) ** 2 + (y + 0.5) ** 2 > 60)
    for (const pairs of [disc, ring]) {
      const [polygon, ...others] = cellUnion(frame, cellsOf(pairs, 100))
      assert.strictEqual(others.length, 0)
      const points = (polygon!.shape.coordinates as ReadonlyArray<never>).flat(
        2
      ) as unknown as ReadonlyArray<number>
      assert.isTrue(points.every(Number.isFinite))
      assert.closeTo(area(geometry(polygon!.shape)) / polygon!.areaM2, 1, 0.01)
      const holdsPole = points.includes(90) || points.includes(-90)
      assert.strictEqual(holdsPole, pairs === disc)
    }
  })

  it("follows the plane's straight lines on wide ranges", () => {
    const row = Array.from({ length: 200 }, (_, i): readonly [number, number] => [i - 100, 30])
    const [polygon] = cellUnion(frameAt(20, 55), cellsOf(row, 20_000))
    assert.closeTo(area(geometry(polygon!.shape)) / polygon!.areaM2, 1, 0.01)
    const checked = checkGeometry(polygon!.shape)
    assert.isTrue(Result.isSuccess(checked))
  })

  it("joins shapes into one", () => {
    const shapes = cellUnion(alps, drawn(".#", "#.")).map(({ shape }) => shape)
    const joined = collectPolygons(shapes)
    assert.strictEqual(joined?.type, "MultiPolygon")
    assert.deepStrictEqual(collectPolygons(shapes.slice(0, 1)), shapes[0])
    assert.isNull(collectPolygons([]))
  })
})
