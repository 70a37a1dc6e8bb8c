// Shapes and a track over the antimeridian against numbers by independent software, within the tolerances
// that come with them.
import { assert, describe, it } from "vitest"
import { cellUnion } from "../../../sandbox/space/cellUnion.ts"
import { clusters } from "../../../sandbox/space/clusters.ts"
import { minimumConvexPolygon } from "../../../sandbox/space/hull.ts"
import { isopleth, kernelDensity, referenceBandwidth } from "../../../sandbox/space/kernelDensity.ts"
import { frameAt, frameOf, toPlane } from "../../../sandbox/space/localFrame.ts"
import { area } from "../../../src/domain/geo/area.ts"
import { contains } from "../../../src/domain/geo/contains.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { describeShared } from "../../support/describeShared.ts"
import { type Fixtures, fixtures } from "../../support/fixtures.ts"
import { fixesOf, type Row } from "../job.ts"
import { tracksOf } from "../reference.ts"

interface Union {
  readonly properties: {
    readonly level: number
    readonly cells: number
    readonly area_cells_ha: number
    readonly frame: string
  }
  readonly geometry: Geometry
}

const number = (name: string, text: string): number => Number(new RegExp(`${name}=(\\S+)`).exec(text)![1])

const compareIsopleths = (
  from: Fixtures,
  animals: ReadonlyArray<readonly [set: string, name: string]>
): void => {
  it.each(animals)("kernel isopleths of %s %s are the same cells", (set, name) => {
    const fixes = fixesOf(tracksOf(from, set).get(name)!)
    const { features } = JSON.parse(from.text(`reference/geo/kde_${set}_${name}.geojson`)) as {
      readonly features: ReadonlyArray<Union>
    }
    for (const { geometry, properties } of features) {
      const frame = frameAt(number("lon_0", properties.frame), number("lat_0", properties.frame))
      const plane = toPlane(frame, fixes)
      const cells = isopleth(kernelDensity(plane, referenceBandwidth(plane), 250), properties.level)
      assert.isAtMost(Math.abs(cells.ix.length - properties.cells), 1)
      const polygons = cellUnion(frame, cells)
      assert.strictEqual(polygons.length, geometry.type === "MultiPolygon" ? geometry.coordinates.length : 1)
      const ours = polygons.reduce((sum, { shape }) => sum + area(shape as Geometry), 0)
      assert.closeTo(ours / 1e4 / properties.area_cells_ha, 1, 2e-4)
      const [here, there] = [polygons.map(({ shape }) => prepare(shape as Geometry)), prepare(geometry)]
      const apart = fixes.lon.filter(
        (lon, i) =>
          contains(there, lon, fixes.lat[i]!) !== here.some((part) => contains(part, lon, fixes.lat[i]!))
      )
      assert.isAtMost(apart.length, 1, "fixes on the border of the one cell that may differ")
    }
  })
}

const assertSameShapes = (track: ReadonlyArray<Row>, moved: ReadonlyArray<Row>): void => {
  const [before, after] = [track, moved].map((rows) => {
    const fixes = fixesOf(rows)
    const frame = frameOf([fixes])
    const plane = toPlane(frame, fixes)
    const { areaM2, kept, shape } = minimumConvexPolygon(frame, plane, 95)
    const bandwidth = referenceBandwidth(plane)
    const density = kernelDensity(plane, bandwidth, 250)
    const half = isopleth(density, 0.5)
    const { core, count } = clusters(fixes, 100)
    return {
      areaM2,
      bandwidth,
      shape,
      counts: [
        kept.length,
        half.ix.length,
        isopleth(density, 0.95).ix.length,
        count,
        core.reduce((sum, c) => sum + c, 0)
      ]
    }
  })
  assert.deepStrictEqual(after!.counts, before!.counts)
  assert.closeTo(after!.areaM2 / before!.areaM2, 1, 1e-9)
  assert.closeTo(after!.bandwidth / before!.bandwidth, 1, 1e-9)
  assert.deepStrictEqual([before!.shape.type, after!.shape.type], ["Polygon", "MultiPolygon"])
}

describe("against reference shapes", () => {
  compareIsopleths(fixtures, [["buffalo", "Cilla"]])

  it("a buffalo moved over the antimeridian keeps its areas, its bandwidth and its clusters", () => {
    const track = tracksOf(fixtures, "buffalo").get("Cilla")!
    const moved = track.map((row) => ({
      ...row,
      lon: row.lon + 148.1 > 180 ? row.lon - 211.9 : row.lon + 148.1
    }))
    assert.isTrue(moved.some(({ lon }) => lon > 179) && moved.some(({ lon }) => lon < -179))
    assertSameShapes(track, moved)
  })
})

describeShared("other animals against reference shapes", (shared) => {
  compareIsopleths(shared, [
    ["fisher", "Leroy"],
    ["livestock_5min", "AV584"]
  ])

  it("a fisher moved over the antimeridian keeps its areas, its bandwidth and its clusters", () =>
    assertSameShapes(
      tracksOf(shared, "fisher").get("Leroy")!,
      [...tracksOf(shared, "meta_antimeridian_leroy").values()][0]!
    ))
})
