// Shapes and ways over the antimeridian, as the map draws them.
import type { Geometry, Position } from "geojson"
import { assert, describe, it } from "vitest"
import { unwrap as ofServer } from "../../../src/domain/geo/unwrap.ts"
import { areaFeature, boundsOf, nameOf, trailLines } from "../../../src/console/map/places.ts"
import { eastward, unwrap, unwrapGeometry, wrapLongitude } from "../../../src/console/map/unwrap.ts"

const box = (west: number, east: number): Array<Position> => [
  [west, -18],
  [east, -18],
  [east, -16],
  [west, -16],
  [west, -18]
]
const lonsOf = (line: ReadonlyArray<Position>) => line.map(([lon]) => lon)
const area = (geometry: Geometry) => ({ id: "a", name: "Taveuni", kind: "zone", geometry })
const polygon = (...coordinates: Array<Array<Position>>) => area({ type: "Polygon", coordinates })
const at = (lon: number, lat = -17) => ({ at: [lon, lat] as const })

describe("longitudes over the antimeridian", () => {
  it("go on where the short way leads over it, as the server takes them", () => {
    for (const lons of [
      [179, -179, 178],
      [-179, 179, -178],
      [170, -170, -60, 50, 160, -150],
      [100, -80],
      [100, -81]
    ]) {
      const line = lons.map((lon): [number, number] => [lon, 0])
      const whole = lonsOf(unwrap(line)),
        { start, xs } = ofServer(line)
      assert.deepStrictEqual(
        whole,
        [...xs].map((x) => x - 360 * start)
      )
    }
    const calm: Array<Position> = [
      [14, 51],
      [15, 51]
    ]
    assert.strictEqual(unwrap(calm), calm)
  })

  it("are -180 to 180 where they are sent", () => {
    assert.deepStrictEqual(
      [-180, 14.05, 180, 181, -181, 540.5].map(wrapLongitude),
      [-180, 14.05, 180, -179, 179, -179.5]
    )
  })

  it("lie the short way east of each other", () => {
    assert.deepStrictEqual(
      [eastward(179, -179), eastward(-179, 179), eastward(10, 14), eastward(14, 10)],
      [2, -2, 4, -4]
    )
  })
})

describe("an area over the antimeridian", () => {
  it("is drawn in one piece, with what is cut out of it inside", () => {
    const { geometry } = areaFeature(polygon(box(178, -176), box(-179, -178)))
    assert.deepStrictEqual(geometry, { type: "Polygon", coordinates: [box(178, 184), box(181, 182)] })
  })

  it("is brought together where it was cut in two", () => {
    const geometry = { type: "MultiPolygon" as const, coordinates: [[box(-180, -176)], [box(178, 180)]] }
    assert.deepStrictEqual(unwrapGeometry(geometry), {
      type: "MultiPolygon",
      coordinates: [[box(180, 184)], [box(178, 180)]]
    })
  })

  it("has its name in its middle, on its northern edge", () => {
    const [name] = nameOf(polygon(box(178, -176)))
    assert.deepStrictEqual(name?.geometry, { type: "Point", coordinates: [181, -16] })
  })

  it("stays as it was sent where it does not cross it", () => {
    const geometry: Geometry = { type: "Polygon", coordinates: [box(-80, 80), box(10, 20)] }
    assert.deepStrictEqual(unwrapGeometry(geometry), geometry)
  })
})

describe("the box around all", () => {
  it("lies on the shortest arc", () => {
    assert.deepStrictEqual(boundsOf([at(179), at(-178)], []), [179, -17, 182, -17])
    assert.deepStrictEqual(boundsOf([at(-178)], [polygon(box(178, -179))]), [178, -18, 182, -16])
    assert.deepStrictEqual(boundsOf([at(-120), at(100)], []), [100, -17, 240, -17])
  })

  it("is west to east wherever nothing crosses the antimeridian", () => {
    assert.deepStrictEqual(boundsOf([at(14.06), at(14.05)], [polygon(box(13, 15))]), [13, -18, 15, -16])
    assert.deepStrictEqual(boundsOf([at(-70), at(20), at(-10)], []), [-70, -17, 20, -17])
    assert.deepStrictEqual(boundsOf([at(170), at(180)], []), [170, -17, 180, -17])
    assert.isNull(boundsOf([], []))
  })

  it("counts what reaches over the antimeridian to where it ends", () => {
    const some = [polygon(box(-175, -170)), polygon(box(-160, -150)), polygon(box(170, -165))]
    assert.deepStrictEqual(boundsOf([], some), [170, -18, 210, -16])
  })
})

describe("a way over the antimeridian", () => {
  it("goes on where it crosses it, in every piece", () => {
    const trail = {
      id: "a",
      at: [[178, 0] as const, [179, 0] as const, [-179, 0] as const, [-178, 0] as const],
      times: [0, 20, 40, 60],
      severity: null,
      alone: true
    }
    const lines = trailLines(trail, 0, 60).map(({ geometry }) =>
      geometry.type === "LineString" ? lonsOf(geometry.coordinates) : geometry
    )
    assert.deepStrictEqual(lines.slice(0, 3), [
      [178, 179],
      [179, 181],
      [181, 182]
    ])
    assert.deepStrictEqual(lines[5], { type: "Point", coordinates: [181, 0] })
  })
})
