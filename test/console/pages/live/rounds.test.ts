// What the map draws of points that a radius makes ground of: the points, and a round about each.
import { distance } from "@turf/turf"
import type { Geometry, Position } from "geojson"
import { assert, describe, it } from "vitest"
import { areaOf } from "../../../../src/console/pages/live/fieldOf.ts"

const drawn = (geometry: object, attributes: object): Geometry =>
  areaOf({ id: "a", name: "Well", feature_type: "zone", geometry, attributes } as Parameters<
    typeof areaOf
  >[0]).geometry

const point = { type: "Point", coordinates: [179.9999, 50] }
const points = {
  type: "MultiPoint",
  coordinates: [
    [10, 50],
    [12, -3]
  ]
}
const polygon = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0]
    ]
  ]
}
const line = {
  type: "LineString",
  coordinates: [
    [0, 0],
    [1, 0]
  ]
}

describe("an area of points on the map", () => {
  it.each([
    [point, [point.coordinates]],
    [points, points.coordinates],
    [{ type: "GeometryCollection", geometries: [polygon, point] }, [point.coordinates]]
  ])("has the round of its radius about each", (geometry, centres) => {
    const shape = drawn(geometry, { radius_m: 100 })
    assert.strictEqual(shape.type, "GeometryCollection")
    const members = shape.type === "GeometryCollection" ? shape.geometries : []
    const rounds = members.slice(-centres.length)
    for (const [i, one] of rounds.entries()) {
      const [ring = []] = (one as { readonly coordinates: ReadonlyArray<ReadonlyArray<Position>> })
        .coordinates
      for (const place of ring)
        assert.closeTo(distance(centres[i]!, [...place], { units: "meters" }), 100, 0.5)
    }
    assert.deepInclude(members, (geometry.type === "MultiPoint" ? points : point) as Geometry)
  })

  it.each([
    [point, {}],
    [polygon, { radius_m: 100 }],
    [line, { radius_m: 100 }]
  ])("is drawn as it is where there is no radius, or no point", (geometry, attributes) => {
    assert.deepStrictEqual(drawn(geometry, attributes), geometry as Geometry)
  })
})
