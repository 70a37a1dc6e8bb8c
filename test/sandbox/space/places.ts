// Places for the tests of space: scattered, on a circle, along a line, wherever on the globe.
import { frameAt, type Places, toPlaces } from "../../../sandbox/space/localFrame.ts"

/**
 * Centres where geometry is easily wrong: at a fold of longitude, at and near both poles, on the equator, and
 * somewhere ordinary.
 */
export const corners: ReadonlyArray<readonly [name: string, lon: number, lat: number]> = [
  ["in the Alps", 11.05, 47.02],
  ["on the antimeridian, south", 179.9997, -16.5],
  ["on the antimeridian, from the west", -180, 52],
  ["on the equator", 0, 0],
  ["near the north pole", -33, 89.9995],
  ["at the south pole", 0, -90]
]

/** Points given in metres round a centre. */
export const placesAt = (
  lon: number,
  lat: number,
  points: ReadonlyArray<readonly [x: number, y: number]>
): Places =>
  toPlaces(frameAt(lon, lat), {
    x: Float64Array.from(points, ([x]) => x),
    y: Float64Array.from(points, ([, y]) => y)
  })

/** A normal number by Box and Muller. */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
