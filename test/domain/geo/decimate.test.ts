import { describe, expect, it } from "@effect/vitest"
import { decimate, decimating } from "../../../src/domain/geo/decimate.ts"
import { randomFrom } from "./random.ts"

/** The greatest distance, in degrees, of any point from the kept line. */
const deviation = (lon: ArrayLike<number>, lat: ArrayLike<number>, kept: ArrayLike<number>): number => {
  let worst = 0
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1]!, kept[k]!]
    const [dx, dy] = [lon[b]! - lon[a]!, lat[b]! - lat[a]!]
    for (let i = a + 1; i < b; i++) {
      const along = Math.max(
        0,
        Math.min(1, ((lon[i]! - lon[a]!) * dx + (lat[i]! - lat[a]!) * dy) / (dx * dx + dy * dy || 1))
      )
      worst = Math.max(worst, Math.hypot(lon[i]! - lon[a]! - along * dx, lat[i]! - lat[a]! - along * dy))
    }
  }
  return worst
}

const everyNth = (count: number, keep: number): Array<number> =>
  Array.from({ length: keep }, (_, k) => Math.round((k * (count - 1)) / (keep - 1)))

const walk = (count: number, seed: number) => {
  const random = randomFrom(seed)
  const lon = new Float64Array(count)
  const lat = new Float64Array(count)
  let heading = 0
  for (let i = 1; i < count; i++) {
    heading += (random() - 0.5) * 0.6
    // It rests, and it travels: most fixes say little.
    const step = Math.floor(i / 400) % 3 === 0 ? 1e-3 : 2e-5
    lon[i] = lon[i - 1]! + step * Math.cos(heading)
    lat[i] = lat[i - 1]! + step * Math.sin(heading)
  }
  return { lon, lat }
}

describe("tracks are decimated by shape (not every n-th)", () => {
  it.each([1, 2, 3, 4, 5])("keeps the shape better than every n-th point of curved track %d", (seed) => {
    const { lat, lon } = walk(6_000, seed)
    const kept = decimate(lon, lat, 200)
    expect(kept).toHaveLength(200)
    expect(deviation(lon, lat, kept)).toBeLessThan(deviation(lon, lat, everyNth(6_000, 200)))
  })

  it("keeps first and last, ascending and each once", () => {
    const { lat, lon } = walk(1_000, 9)
    const kept = [...decimate(lon, lat, 37)]
    expect(kept[0]).toBe(0)
    expect(kept.at(-1)).toBe(999)
    expect(kept.every((index, k) => k === 0 || index > kept[k - 1]!)).toBe(true)
  })

  it("keeps a single excursion from a straight track", () => {
    const lon = Float64Array.from({ length: 1_001 }, (_, i) => i / 1_000)
    const lat = new Float64Array(1_001)
    lat[613] = 0.01
    expect([...decimate(lon, lat, 5)]).toEqual([0, 612, 613, 614, 1_000])
  })

  it("returns short tracks whole and keeps both ends when asked for fewer than two", () => {
    expect([...decimate([], [], 10)]).toEqual([])
    expect([...decimate([1], [1], 10)]).toEqual([0])
    expect([...decimate([1, 2, 3], [1, 2, 3], 3)]).toEqual([0, 1, 2])
    expect([...decimate([1, 2, 3], [1, 2, 3], 0)]).toEqual([0, 2])
  })

  it("handles tracks of one repeated place, and drops repetitions before anything else", () => {
    expect(decimate(new Float64Array(500), new Float64Array(500), 10)).toHaveLength(10)
    expect([...decimate([0, 0, 0, 1, 1, 1, 2], [0, 0, 0, 1, 1, 1, 0], 3)]).toEqual([0, 5, 6])
  })

  it("sees a straight line across the antimeridian as straight", () => {
    const wrap = (lon: number) => (lon > 180 ? lon - 360 : lon)
    const { lat, lon } = walk(2_000, 4)
    const here = lon.map((x) => x + 100)
    const there = here.map((x) => wrap(x + 80 - here[1_000]! + 100))
    expect(there.some((x) => x < 0) && there.some((x) => x > 0)).toBe(true)
    expect(decimate(there, lat, 50)).toEqual(decimate(here, lat, 50))
  })

  it("thins a long track in turns of a few thousand points, so that others are answered in between", () => {
    const { lat, lon } = walk(100_000, 3)
    const work = decimating(lon, lat, 1_000)
    let turns = 1,
      last = work.next()
    for (; last.done !== true; turns++) last = work.next()
    expect(turns).toBeGreaterThan(99_000 / 5_000)
    expect(last.value).toEqual(decimate(lon, lat, 1_000))
  })
})
