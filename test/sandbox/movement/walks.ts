// Tracks whose numbers are known beforehand, and one that wanders like an animal.
import { frameAt, toPlaces } from "../../../sandbox/space/localFrame.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { type Row, START } from "../job.ts"

export const MINUTE = 60_000

/** Positions in metres round a place, one every so many minutes. */
export const walk = (
  path: ReadonlyArray<readonly [east: number, north: number]>,
  { lat = 45, lon = 7, minutes = 10, start = START } = {}
): ReadonlyArray<Row> => {
  const places = toPlaces(frameAt(lon, lat), {
    x: Float64Array.from(path, ([x]) => x),
    y: Float64Array.from(path, ([, y]) => y)
  })
  return path.map((_, i) => ({
    time: start + i * minutes * MINUTE,
    lon: places.lon[i]!,
    lat: places.lat[i]!
  }))
}

export const circle = (points: number, radius: number): ReadonlyArray<readonly [number, number]> =>
  Array.from({ length: points }, (_, i) => [
    radius * Math.sin((2 * Math.PI * i) / points),
    radius * Math.cos((2 * Math.PI * i) / points)
  ])

/** Rests, grazes and travels; never twice at one place. */
export const wander = (
  seed: number,
  fixes: number,
  { lat = 45, lon = 7, start = START, minutes = 20 } = {}
): ReadonlyArray<Row> => {
  const random = randomFrom(seed)
  let x = 0,
    y = 0,
    heading = 0
  return walk(
    Array.from({ length: fixes }, (_, i) => {
      heading += (random() - 0.5) * 2
      const step = Math.floor(i / 30) % 3 === 0 ? 3 * random() : 200 * random()
      x = 0.995 * x + step * Math.sin(heading) + random()
      y = 0.995 * y + step * Math.cos(heading) + random()
      return [x, y] as const
    }),
    { lat, lon, start, minutes }
  ).map((row) => ({
    ...row,
    time: row.time + Math.floor(30_000 * random()),
    accuracy: 2 + Math.floor(8 * random())
  }))
}
