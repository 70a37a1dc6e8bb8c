// The ground within the radius of a line, as the map draws it, measured by the distance that rules use.
import type { Geometry, Position } from "geojson"
import { assert, describe, it, vi } from "vitest"
import { areaOf } from "../../../src/console/pages/live/fieldOf.ts"
import { areaDrawer } from "../../../src/console/map/areaDrawer.ts"
import { reachesOf, withReach } from "../../../src/console/map/lineReach.ts"
import { distance } from "../../../src/domain/geo/distance.ts"

const between = ([a = 0, b = 0]: Position, [c = 0, d = 0]: Position) => distance(a, b, c, d)

/** The distance of a place from a line, along a thousand places of each edge. */
const fromLine = (place: Position, line: ReadonlyArray<Position>): number => {
  let least = Infinity
  for (const [i, [lon = 0, lat = 0]] of line.entries()) {
    const [toLon = lon, toLat = lat] = line[i + 1] ?? []
    for (let k = 0; k <= 1000; k++)
      least = Math.min(
        least,
        between(place, [lon + ((toLon - lon) * k) / 1000, lat + ((toLat - lat) * k) / 1000])
      )
  }
  return least
}

const areaWith = (geometry: object, radius_m?: number) =>
  areaOf({
    id: "a",
    name: "River",
    feature_type: "zone",
    geometry,
    attributes: radius_m === undefined ? {} : { radius_m }
  } as Parameters<typeof areaOf>[0])

const river = [
  [9.1, 47.2],
  [9.12, 47.23],
  [9.15, 47.22]
]
const fence = [
  [20, 69.9],
  [21, 70]
]

describe("the ground within the radius of a line", () => {
  it.each([
    ["a river", river, 200],
    ["a long fence in the far north", fence, 100]
  ])("ends at the radius on every side: %s", (_, line, radiusM) => {
    const [reach] = reachesOf({ type: "LineString", coordinates: line }, radiusM)
    assert.strictEqual(reach?.type, "Polygon")
    const ring = (reach!.coordinates as Array<Array<Position>>)[0]!
    assert.isAbove(ring.length, 30)
    for (const place of ring) assert.closeTo(fromLine(place, line) / radiusM, 1, 0.02)
  })

  it("is drawn over the antimeridian in one piece", () => {
    const line = [
      [179.99, 10],
      [-179.99, 10]
    ]
    const area = withReach(areaWith({ type: "LineString", coordinates: line }, 100))
    let features: ReadonlyArray<Geometry> = []
    areaDrawer((source, data) => {
      if (source === "areas") features = data.features.map(({ geometry }) => geometry)
    })([area])
    const [shape] = features
    assert.strictEqual(shape?.type, "GeometryCollection")
    const reach = shape?.type === "GeometryCollection" ? shape.geometries.at(-1) : undefined
    assert.strictEqual(reach?.type, "Polygon")
    const lons = (reach as { readonly coordinates: Array<Array<Position>> }).coordinates[0]!.map(([x]) => x!)
    assert.isBelow(Math.max(...lons) - Math.min(...lons), 0.03)
  })

  it("is of lines alone, and of those that have a radius", () => {
    const line = { type: "LineString", coordinates: river }
    assert.isUndefined(areaWith(line).lineRadiusM)
    assert.isUndefined(areaWith({ type: "Point", coordinates: river[0] }, 100).lineRadiusM)
    assert.strictEqual(areaWith({ type: "GeometryCollection", geometries: [line] }, 100).lineRadiusM, 100)
  })

  it("comes to the map when its code is there, of the areas that are shown then", async () => {
    const draws: Array<ReadonlyArray<string>> = []
    const setAreas = areaDrawer((source, data) => {
      if (source === "areas") draws.push(data.features.map(({ geometry }) => geometry.type))
    })
    setAreas([areaWith({ type: "LineString", coordinates: river }, 100)])
    setAreas([
      areaWith({ type: "LineString", coordinates: river }, 50),
      areaWith({ type: "Point", coordinates: [1, 2] })
    ])
    assert.deepStrictEqual(draws, [["LineString"], ["LineString", "Point"]])
    await vi.waitUntil(() => draws.length > 2)
    assert.deepStrictEqual(draws.at(-1), ["GeometryCollection", "Point"])
  })
})
