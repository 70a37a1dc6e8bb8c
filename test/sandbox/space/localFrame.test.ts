// Lambert's equal-area plane, for every part of the globe that a subject may be in.
import { assert, describe, it } from "vitest"
import { frameAt, frameOf, type Places, toPlaces, toPlane } from "../../../sandbox/space/localFrame.ts"
import { area } from "../../../src/domain/geo/area.ts"
import { distance } from "../../../src/domain/geo/distance.ts"
import type { Point } from "../../../src/domain/geo/Point.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { corners, placesAt } from "./places.ts"

const places = (...points: ReadonlyArray<Point>): Places => ({
  lon: Float64Array.from(points, ([lon]) => lon),
  lat: Float64Array.from(points, ([, lat]) => lat)
})

describe("the local frame", () => {
  it("gives the coordinates that the EPSG guidance note 7-2 prints for its example of the method", () => {
    const { x, y } = toPlane(frameAt(10, 52), places([5, 50]))
    assert.closeTo(x[0]! + 4_321_000, 3_962_799.45, 0.005)
    assert.closeTo(y[0]! + 3_210_000, 2_999_718.85, 0.005)
  })

  it.each(corners)("leads back to the same place to a hundredth of a millimetre: %s", (_, lon, lat) => {
    const random = randomFrom(11)
    const frame = frameAt(lon, lat)
    const anywhere = Array.from({ length: 500 }, (): Point => [360 * random() - 180, 180 * random() - 90])
    // at the other end of the earth the plane is stretched without end
    const given = places(...anywhere.filter(([x, y]) => distance(lon, lat, x, y) < 19e6))
    const back = toPlaces(frame, toPlane(frame, given))
    given.lon.forEach((x, i) => assert.isBelow(distance(x, given.lat[i]!, back.lon[i]!, back.lat[i]!), 1e-5))
  })

  it.each(corners)("keeps areas: a square of 2 km is 4 km² on the ellipsoid, %s", (_, lon, lat) => {
    const { lat: lats, lon: lons } = placesAt(lon, lat, [
      [300, 200],
      [2300, 200],
      [2300, 2200],
      [300, 2200],
      [300, 200]
    ])
    assert.closeTo(
      area({ type: "Polygon", coordinates: [Array.from(lons, (x, i): Point => [x, lats[i]!])] }),
      4e6,
      0.4
    )
  })

  it("has true distances round its centre", () => {
    for (const [, lon, lat] of corners) {
      const { lat: lats, lon: lons } = placesAt(lon, lat, [
        [1000, 0],
        [-1000, 0],
        [0, 1000],
        [0, -1000]
      ])
      // on the sphere of the distances, which the ellipsoid leaves by half a percent
      lons.forEach((x, i) => assert.closeTo(distance(lon, lat, x, lats[i]!), 1000, 7))
    }
  })

  it("is centred on the mean direction, over the antimeridian and over a pole", () => {
    const overAntimeridian = frameOf([places([179, 10], [-179, 10])])
    assert.closeTo(Math.abs(overAntimeridian.lon), 180, 1e-9)
    assert.closeTo(overAntimeridian.lat, 10, 0.01)
    assert.closeTo(frameOf([places([0, 89], [90, 89]), places([180, 89], [-90, 89])]).lat, 90, 1e-9)
  })

  it("is one frame for all periods, and has one without fixes or without a mean", () => {
    assert.deepStrictEqual(frameOf([places([1, 2]), places([3, 4])]), frameOf([places([1, 2], [3, 4])]))
    assert.deepStrictEqual(frameOf([]), frameAt(0, 0))
    assert.deepStrictEqual(frameOf([places(), places([20, 30], [-160, -30])]), frameAt(20, 30))
  })

  it("gives numbers for the far side of the earth", () => {
    const frame = frameAt(20, 30)
    const { x, y } = toPlane(frame, places([-160, -30], [-159.999, -30]))
    assert.isTrue([...x, ...y].every(Number.isFinite))
    const { lat, lon } = toPlaces(frame, { x: Float64Array.of(1e9), y: Float64Array.of(0) })
    assert.closeTo(lon[0]!, -160, 1e-6)
    assert.closeTo(lat[0]!, -30, 1e-6)
  })
})
