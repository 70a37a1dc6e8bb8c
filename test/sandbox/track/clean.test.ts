import { assert, describe, it } from "vitest"
import { distance } from "../../../src/domain/geo/distance.ts"
import { clean } from "../../../sandbox/track/clean.ts"
import { plausible } from "../../../sandbox/track/plausible.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { fixesOf, type Row, START } from "../job.ts"

const MINUTE = 60_000
const row = (minute: number, lon: number, lat = 40, more: Partial<Row> = {}): Row => ({
  time: START + minute * MINUTE,
  lon,
  lat,
  ...more
})
const placesOf = (rows: ReadonlyArray<Row>, maxSpeed = Infinity) => [
  ...clean(fixesOf(rows), maxSpeed).fixes.lon
]

describe("order and duplicates", () => {
  it("fixes are put in the order of their times", () => {
    assert.deepStrictEqual(placesOf([row(2, 3), row(0, 1), row(1, 2)]), [1, 2, 3])
  })

  it("at equal time the best accuracy is kept, else the most satellites, else the first stored", () => {
    assert.deepStrictEqual(placesOf([row(0, 1, 40, { accuracy: 20 }), row(0, 2, 40, { accuracy: 5 })]), [2])
    assert.deepStrictEqual(placesOf([row(0, 1), row(0, 2, 40, { accuracy: 500 })]), [2])
    assert.deepStrictEqual(
      placesOf([
        row(0, 1, 40, { accuracy: 5, satellites: 4 }),
        row(0, 2, 40, { accuracy: 5, satellites: 9 })
      ]),
      [2]
    )
    assert.deepStrictEqual(placesOf([row(0, 1), row(0, 2, 40, { satellites: 3 })]), [2])
    assert.deepStrictEqual(placesOf([row(0, 1), row(0, 2)]), [1])
    assert.deepStrictEqual(placesOf([row(5, 9), row(0, 1), row(0, 2)]), [1, 9])
  })

  it("duplicates are counted, and separately those at a different place", () => {
    const { conflicting, duplicates, rows } = clean(
      fixesOf([row(0, 1), row(0, 1), row(0, 2), row(1, 1), row(1, 1)]),
      Infinity
    )
    assert.deepStrictEqual({ rows, duplicates, conflicting }, { rows: 5, duplicates: 3, conflicting: 1 })
  })

  it("a place or time that cannot be is left out and counted", () => {
    const rows = [
      row(0, 1),
      row(1, Number.NaN),
      row(2, 181),
      row(3, 1, -91),
      row(4, 2),
      { time: Number.NaN, lon: 1, lat: 1 }
    ]
    const cleaned = clean(fixesOf(rows), Infinity)
    assert.deepStrictEqual([[...cleaned.fixes.lon], cleaned.invalid], [[1, 2], 4])
  })

  it("the columns given stay as they are", () => {
    const given = fixesOf([row(2, 3), row(0, 1), row(0, 2)])
    clean(given, 1)
    assert.deepStrictEqual([...given.lon], [3, 1, 2])
  })
})

/** What the words say, by trying everything: the most fixes with no pair of neighbours above the speed. */
const longest = (rows: ReadonlyArray<Row>, maxSpeed: number): number => {
  const length = rows.map(() => 1)
  rows.forEach((b, i) =>
    rows.slice(0, i).forEach((a, j) => {
      if (distance(a.lon, a.lat, b.lon, b.lat) / ((b.time - a.time) / 1000) <= maxSpeed)
        length[i] = Math.max(length[i]!, length[j]! + 1)
    })
  )
  return Math.max(0, ...length)
}

/**
 * Metres along a path, and every path of the most fixes with no pair of neighbours above the speed, by trying
 * everything.
 */
const metresOf = (rows: ReadonlyArray<Row>, path: Iterable<number>): number => {
  const on = Array.from(path, (i) => rows[i]!)
  return on.slice(1).reduce((sum, b, i) => sum + distance(on[i]!.lon, on[i]!.lat, b.lon, b.lat), 0)
}
const longestPaths = (rows: ReadonlyArray<Row>, maxSpeed: number): ReadonlyArray<ReadonlyArray<number>> => {
  const ending: Array<ReadonlyArray<ReadonlyArray<number>>> = []
  rows.forEach((b, i) => {
    const before = ending
      .slice(0, i)
      .filter(
        (_, j) =>
          distance(rows[j]!.lon, rows[j]!.lat, b.lon, b.lat) / ((b.time - rows[j]!.time) / 1000) <= maxSpeed
      )
    const most = Math.max(0, ...before.map(([path]) => path!.length))
    ending.push(
      most === 0
        ? [[i]]
        : before
            .filter(([path]) => path!.length === most)
            .flatMap((paths) => paths.map((path) => [...path, i]))
    )
  })
  const most = Math.max(...ending.map(([path]) => path!.length))
  return ending.filter(([path]) => path!.length === most).flat()
}

describe("far positions that a device repeats", () => {
  const good = Array.from({ length: 20 }, (_, i) => row(60 * i, 5 + i / 1000))

  it("stay unless it is asked to leave them out, and are counted then, also where they are most of the rows", () => {
    const rows = [
      ...good,
      ...Array.from({ length: 30 }, (_, i) => row(60 * i + 30, 0, 0)),
      ...Array.from({ length: 8 }, (_, i) => row(60 * i + 45, 70, 10))
    ]
    assert.strictEqual(clean(fixesOf(rows), Infinity).sentinels, 0)
    const cleaned = clean(fixesOf(rows), Infinity, true)
    assert.deepStrictEqual([cleaned.sentinels, [...cleaned.fixes.lon]], [38, good.map((r) => r.lon)])
  })

  it("are repeated: of a few fixes a single far one stays", () => {
    const few = [...good.slice(0, 6), row(700, 70, 10)]
    assert.strictEqual(clean(fixesOf(few), Infinity, true).sentinels, 0)
    assert.deepStrictEqual(
      clean(fixesOf([...few, row(800, 70, 10), row(900, 0, 0)]), Infinity, true).sentinelPlaces,
      [
        { lon: 70, lat: 10 },
        { lon: 0, lat: 0 }
      ]
    )
  })

  it("are no den, which is near the others, and not everything there is", () => {
    assert.strictEqual(
      clean(
        fixesOf([...good, ...Array.from({ length: 30 }, (_, i) => row(60 * i + 30, 5.01, 40))]),
        Infinity,
        true
      ).sentinels,
      0
    )
    assert.strictEqual(
      clean(fixesOf(Array.from({ length: 30 }, (_, i) => row(i, 0, 0))), Infinity, true).sentinels,
      0
    )
  })
})

describe("plausible speed", () => {
  it("one wild fix goes, not the good ones after it", () => {
    const cleaned = clean(
      fixesOf([row(0, 5), row(10, 5.001), row(20, 80, 3), row(30, 5.002), row(40, 5.003)]),
      15
    )
    assert.deepStrictEqual([[...cleaned.fixes.lon], cleaned.tooFast], [[5, 5.001, 5.002, 5.003], 1])
  })

  it("of the longest paths the one that is shortest in metres stays", () => {
    let several = 0
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      const rows = Array.from({ length: 14 }, (_, i) => row(10 * i, 5 + 0.4 * random(), 40 + 0.3 * random()))
      const paths = longestPaths(rows, 15)
      const metres = Math.min(...paths.map((path) => metresOf(rows, path)))
      if (paths.some((path) => metresOf(rows, path) > 1.05 * metres)) several++
      assert.closeTo(metresOf(rows, plausible(fixesOf(rows), 15)), metres, 1e-6, `seed ${seed}`)
    }
    assert.isAbove(several, 30)
  })

  it("of paths as long and as short the earliest stays", () => {
    // two places that exclude each other, as far north of the way as south of it
    const rows = [row(0, 5, 0), row(10, 5, 0.05), row(10.5, 5, -0.05), row(30, 5, 0)]
    assert.deepStrictEqual([...plausible(fixesOf(rows), 15)], [0, 1, 3])
    // nothing but one of the two: the first
    assert.deepStrictEqual([...plausible(fixesOf([row(0, 5), row(1, 6)]), 15)], [0])
  })

  it("a wild first fix goes: nothing locks on to it", () => {
    assert.deepStrictEqual(
      placesOf([row(0, 80, 3), row(10, 5), row(20, 5.001), row(30, 5.002)], 15),
      [5, 5.001, 5.002]
    )
  })

  it("a receiver that jumps to 0, 0 every other fix is followed where it was", () => {
    const rows = Array.from({ length: 400 }, (_, i) =>
      i % 2 === 1 && i < 300 ? row(i, 0, 0) : row(i, 5 + i * 1e-5)
    )
    const cleaned = clean(fixesOf(rows), 15)
    assert.strictEqual(cleaned.tooFast, 150)
    assert.isTrue(cleaned.fixes.lon.every((lon) => lon >= 5))
  })

  it("leaves no pair above the limit, keeps a pair exactly at it, and drops the fewest", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      let lon = 5
      const rows = Array.from({ length: 60 }, (_, i) => {
        lon += (random() - 0.5) * 0.02
        return random() < 0.3 ? row(i * 5, 20 * random() - 10, 50 * random()) : row(i * 5, lon)
      })
      const fixes = fixesOf(rows)
      const path = plausible(fixes, 15)
      assert.strictEqual(path.length, longest(rows, 15), `seed ${seed}`)
      for (let i = 1; i < path.length; i++) {
        const [a, b] = [rows[path[i - 1]!]!, rows[path[i]!]!]
        assert.isAtMost(distance(a.lon, a.lat, b.lon, b.lat) / ((b.time - a.time) / 1000), 15)
      }
    }
    const exact = distance(5, 40, 5.01, 40) / 600
    assert.strictEqual(plausible(fixesOf([row(0, 5), row(10, 5.01)]), exact).length, 2)
  })

  it("noise everywhere is bounded work", () => {
    const random = randomFrom(5)
    const fixes = fixesOf(
      Array.from({ length: 20_000 }, (_, i) => row(i, 360 * random() - 180, 180 * random() - 90))
    )
    const path = plausible(fixes, 15)
    assert.isAbove(path.length, 0)
    assert.isBelow(path.length, 2000)
  })
})
