import { assert, describe, it } from "vitest"
import { clusters, membersOf } from "../../../sandbox/space/clusters.ts"
import type { Places } from "../../../sandbox/space/localFrame.ts"
import { distance } from "../../../src/domain/geo/distance.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { corners, normal, placesAt } from "./places.ts"

/** DBSCAN as it was published, on all pairs; a border fix names every cluster it could belong to. */
const naive = ({ lat, lon }: Places, eps: number, minPoints: number) => {
  const count = lon.length
  const near = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => b).filter(
      (b) => distance(lon[a]!, lat[a]!, lon[b]!, lat[b]!) <= eps
    )
  )
  const isCore = near.map((of) => of.length >= minPoints)
  const labels = Array.from({ length: count }, () => -1)
  let found = 0
  for (let start = 0; start < count; start++) {
    if (!isCore[start] || labels[start] !== -1) continue
    const waiting = [start]
    labels[start] = found
    for (let p = waiting.pop(); p !== undefined; p = waiting.pop()) {
      for (const q of near[p]!) {
        if (!isCore[q] || labels[q] !== -1) continue
        labels[q] = found
        waiting.push(q)
      }
    }
    found++
  }
  return {
    isCore,
    labels,
    found,
    choices: near.map((of) => new Set(of.filter((q) => isCore[q]).map((q) => labels[q]!)))
  }
}

/** Crowded spots, a thin spread, fixes at one place, and a track between. */
const crowd = (seed: number, count: number, scale: number): ReadonlyArray<readonly [number, number]> => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const kind = random()
    if (kind < 0.4)
      return [
        scale * (Math.floor(4 * random()) - 1.5) * 2 + 0.3 * scale * normal(random),
        0.3 * scale * normal(random)
      ]
    if (kind < 0.7) return [8 * scale * (random() - 0.5), 8 * scale * (random() - 0.5)]
    return kind < 0.8 ? [scale, 2 * scale] : [0.4 * scale * (i % 30) - 5 * scale, -3 * scale]
  })
}

describe("clusters", () => {
  it.each(corners)("are those of DBSCAN on all pairs, %s", (_, lon, lat) => {
    for (let seed = 1; seed <= 6; seed++) {
      const eps = [50, 100, 2000][seed % 3]!
      const minPoints = 3 + (seed % 4)
      const places = placesAt(lon, lat, crowd(seed, 180, eps))
      const expected = naive(places, eps, minPoints)
      const { core, count, labels } = clusters(places, eps, minPoints)
      assert.deepStrictEqual(
        Array.from(core, (c) => c === 1),
        expected.isCore
      )
      assert.strictEqual(count, expected.found)
      const twin = new Map<number, number>()
      labels.forEach((label, i) => {
        if (!expected.isCore[i]) return
        if (!twin.has(label)) twin.set(label, expected.labels[i]!)
        assert.strictEqual(expected.labels[i], twin.get(label))
      })
      labels.forEach((label, i) => {
        assert.strictEqual(label === -1, expected.choices[i]!.size === 0, "noise is what is near no core fix")
        if (label !== -1) assert.isTrue(expected.choices[i]!.has(twin.get(label)!))
      })
    }
  })

  it("do not depend on the order of the fixes, border fixes neither", () => {
    const points = crowd(5, 400, 100)
    const random = randomFrom(9)
    const order = points
      .map((_, i) => [random(), i] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, i]) => i)
    const one = membersOf(clusters(placesAt(8, 46, points), 100)).map((of) => [...of].join())
    const other = membersOf(
      clusters(
        placesAt(
          8,
          46,
          order.map((i) => points[i]!)
        ),
        100
      )
    ).map((of) =>
      Array.from(of, (k) => order[k]!)
        .toSorted((a, b) => a - b)
        .join()
    )
    assert.deepStrictEqual(other.toSorted(), one.toSorted())
  })

  it("count a fix itself, and a distance of exactly eps", () => {
    // on a meridian, so that the distances are known
    const step = 100 / ((6_371_008.8 * Math.PI) / 180)
    const places: Places = {
      lon: new Float64Array(5).fill(7),
      lat: Float64Array.from([0, 1, 2, 3, 4], (k) => 45 + k * step)
    }
    assert.strictEqual(clusters(places, 100.000_001, 3).count, 1)
    assert.deepStrictEqual([...clusters(places, 100.000_001, 3).core], [0, 1, 1, 1, 0])
    assert.strictEqual(clusters(places, 99.999, 2).count, 0)
    assert.strictEqual(clusters({ lon: new Float64Array(5), lat: new Float64Array(5) }, 100).count, 1)
    assert.strictEqual(clusters({ lon: new Float64Array(4), lat: new Float64Array(4) }, 100).count, 0)
    const inclusive = distance(7, 45, 7, 45.001)
    assert.strictEqual(
      clusters({ lon: Float64Array.of(7, 7), lat: Float64Array.of(45, 45.001) }, inclusive, 2).count,
      1
    )
  })

  it("hold no pair that is farther apart than eps, wherever the pair lies", () => {
    const random = randomFrom(29)
    for (let round = 0; round < 400; round++) {
      const [, lon, lat] = corners[round % corners.length]!
      // along the diagonals of the cells, where two of one cell are farthest apart
      const [x, y, way] = [
        1000 * random(),
        1000 * random(),
        (Math.PI / 4) * (1 + 2 * Math.floor(4 * random())) + 0.4 * (random() - 0.5)
      ]
      // the plane leaves the sphere of the distances by half a percent
      const pair = (apart: number) =>
        clusters(
          placesAt(lon, lat, [
            [x, y],
            [x + apart * Math.cos(way), y + apart * Math.sin(way)]
          ]),
          100,
          2
        ).count
      assert.deepStrictEqual([pair(101 + 4 * random()), pair(99 * random())], [0, 1])
    }
  })

  it("give a border fix between two of them to the one whose core fix came first", () => {
    const away = 0.0008
    const east = [away, 1.5 * away, 1.5 * away, 1.5 * away],
      west = east.map((lon) => -lon)
    const places = (lons: ReadonlyArray<number>): Places => ({
      lon: Float64Array.from(lons),
      lat: new Float64Array(lons.length)
    })
    assert.strictEqual(
      clusters(places([0, ...west, ...east]), 100, 4).labels[0],
      clusters(places([0, ...west, ...east]), 100, 4).labels[1]
    )
    const { labels } = clusters(places([...east, 0, ...west]), 100, 4)
    assert.deepStrictEqual([labels[4], labels[5]], [labels[0], 1])
  })

  it("are numbered by their first fixes, and list their fixes in order", () => {
    const places = placesAt(8, 46, [
      [5000, 0],
      [0, 0],
      [5000, 1],
      [1, 0],
      [9999, 9999],
      [0, 1],
      [5001, 0]
    ])
    const found = clusters(places, 100, 3)
    assert.deepStrictEqual([...found.labels], [0, 1, 0, 1, -1, 1, 0])
    assert.deepStrictEqual(
      membersOf(found).map((of) => [...of]),
      [
        [0, 2, 6],
        [1, 3, 5]
      ]
    )
    assert.deepStrictEqual(clusters(placesAt(8, 46, []), 100), {
      count: 0,
      labels: new Int32Array(),
      core: new Uint8Array()
    })
  })

  it("of two pens are two while the nearest fixes are farther apart than eps, however many there are", () => {
    const random = randomFrom(13)
    const pens = (gap: number) =>
      placesAt(
        8,
        46,
        Array.from({ length: 30_000 }, (_, i): readonly [number, number] => {
          // two fences along one line, so that most fixes of one pen are near the limit to some of the other
          const along = 60 * random()
          return i % 2 === 0 ? [along, along - 3 * random()] : [along + gap, along - gap + 3 * random()]
        })
      )
    assert.strictEqual(clusters(pens(74.5), 100).count, 2)
    assert.strictEqual(clusters(pens(72), 100).count, 1)
  })
})
