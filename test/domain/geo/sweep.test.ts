import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { checkGeometry } from "../../../src/domain/geo/validity.ts"
import { boxOf, randomFrom, ringOf, starRing } from "./random.ts"

type Pair = [number, number]
type Edge = readonly [Pair, Pair]

const cross = (a: Pair, b: Pair, p: Pair): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
const edgesOf = (ring: ReadonlyArray<Pair>): ReadonlyArray<Edge> =>
  ring
    .slice(1)
    .map((b, i) => [ring[i]!, b] as const)
    .filter(([a, b]) => a[0] !== b[0] || a[1] !== b[1])

const meetBadly = ([a, b]: Edge, [c, d]: Edge): "cross" | "along" | undefined => {
  const [s, t, u, v] = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(Math.sign)
  if (s! * t! < 0 && u! * v! < 0) return "cross"
  if (s !== 0 || t !== 0) return undefined
  const axis = a[0] !== b[0] ? 0 : 1
  return Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis])) <
    Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]))
    ? "along"
    : undefined
}

const turnsRound = (ring: ReadonlyArray<Pair>, p: Pair): number => {
  let turns = 0
  for (const [a, b] of edgesOf(ring)) {
    if (a[1] <= p[1] && b[1] > p[1] && cross(a, b, p) > 0) turns++
    if (a[1] > p[1] && b[1] <= p[1] && cross(a, b, p) < 0) turns--
  }
  return turns
}

/**
 * Sample places that lie on no line through two points of a small grid, close enough together to find every
 * face.
 */
const samples: ReadonlyArray<Pair> = Array.from({ length: 70 * 70 }, (_, i): Pair => [
  (i % 70) * 0.0601 - 0.0437,
  Math.floor(i / 70) * 0.0607 - 0.0391
])

/**
 * The same question by brute force: no edges cross, none run along each other within a polygon, each ring
 * turns round every place never or once and always the same way, holes lie in their shell and apart, parts
 * apart.
 */
const isSound = (parts: ReadonlyArray<ReadonlyArray<ReadonlyArray<Pair>>>): boolean => {
  const edges = parts.flatMap((rings, part) =>
    rings.flatMap((ring) => edgesOf(ring).map((edge) => ({ edge, part })))
  )
  for (let i = 0; i < edges.length; i++) {
    for (let k = 0; k < i; k++) {
      const meeting = meetBadly(edges[i]!.edge, edges[k]!.edge)
      if (meeting === "cross" || (meeting === "along" && edges[i]!.part === edges[k]!.part)) return false
    }
  }
  const directions = parts.map((rings) => rings.map(() => new Set<number>()))
  for (const p of samples) {
    let inParts = 0
    for (const [i, rings] of parts.entries()) {
      const turns = rings.map((ring) => turnsRound(ring, p))
      turns.forEach((turn, k) => turn !== 0 && directions[i]![k]!.add(turn))
      const [shell, ...holes] = turns
      const inHoles = holes.filter((turn) => turn !== 0).length
      if (inHoles > 1 || (inHoles === 1 && shell === 0)) return false
      if (shell !== 0 && inHoles === 0) inParts++
    }
    if (inParts > 1) return false
  }
  return directions.flat().every((turns) => turns.size === 1 && (turns.has(1) || turns.has(-1)))
}

const gridRing = (random: () => number, corners: number): Array<Pair> => {
  const points = Array.from({ length: corners }, (): Pair => [
    Math.floor(random() * 5),
    Math.floor(random() * 5)
  ])
  return [...points, points[0]!]
}

/** The same place two grid steps west of the antimeridian. */
const overAntimeridian = ([x, y]: Pair): Pair => [x > 2 ? x - 182 : x + 178, y]

const distinct = (ring: ReadonlyArray<Pair>): number => new Set(ring.map(String)).size

const tally = (
  seed: number,
  rounds: number,
  make: (random: () => number) => ReadonlyArray<ReadonlyArray<ReadonlyArray<Pair>>>
) => {
  const random = randomFrom(seed)
  const counts = { sound: 0, unsound: 0 }
  const judgedOtherwise: Array<unknown> = []
  for (let i = 0; i < rounds; i++) {
    const parts = make(random)
    if (parts.some((rings) => rings.some((ring) => distinct(ring) < 3))) continue
    const expected = isSound(parts)
    counts[expected ? "sound" : "unsound"]++
    for (const coordinates of [
      parts,
      parts.map((rings) => rings.map((ring) => ring.map(overAntimeridian)))
    ]) {
      if (Result.isSuccess(checkGeometry({ type: "MultiPolygon", coordinates })) !== expected)
        judgedOtherwise.push({ coordinates, expected })
    }
  }
  expect(judgedOtherwise).toEqual([])
  return counts
}

describe("validity agrees with brute force on a small grid, where rings touch, cross in corners and run along each other all the time", () => {
  it.each([4, 5, 6, 7, 8])("one ring of %d corners", (corners) => {
    const { sound, unsound } = tally(corners, 800, (random) => [[gridRing(random, corners)]])
    expect(Math.min(sound, unsound)).toBeGreaterThan(5)
  })

  it("a shell of many shapes with two holes", () => {
    const shells: ReadonlyArray<Array<Pair>> = [
      boxOf(0, 0, 4, 4),
      ringOf([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]),
      ringOf([0, 2], [2, 0], [4, 2], [2, 4]),
      ringOf([0, 0], [4, 0], [4, 4], [3, 4], [2, 2], [1, 4], [0, 4])
    ]
    const { sound, unsound } = tally(77, 2_000, (random) => [
      [shells[Math.floor(random() * 4)]!, gridRing(random, 3), gridRing(random, 3 + Math.floor(random() * 2))]
    ])
    expect(Math.min(sound, unsound)).toBeGreaterThan(15)
  })

  it("three parts", () => {
    const { sound, unsound } = tally(99, 3_000, (random) =>
      [0, 1, 2].map(() => [gridRing(random, 3 + Math.floor(random() * 2))])
    )
    expect(Math.min(sound, unsound)).toBeGreaterThan(15)
  })

  it("a part beside and within another that has a hole", () => {
    const { sound, unsound } = tally(55, 1_000, (random) => [
      [boxOf(0, 0, 4, 4), ringOf([1, 1], [3, 1], [3, 3], [1, 3])],
      [gridRing(random, 3 + Math.floor(random() * 3))]
    ])
    expect(Math.min(sound, unsound)).toBeGreaterThan(5)
  })
})

describe("10,000 positions are checked in well under a second", () => {
  const teeth = (lean: number) =>
    ringOf(
      ...Array.from({ length: 9_990 }, (_, i): Pair => [i / 9_990 + (i % 2) * lean, i % 2]),
      [1, -1],
      [0, -1]
    )
  it.each<[string, Array<Pair>]>([
    ["a star", starRing(randomFrom(1), 9_999, [0, 0], 0.5, 1)],
    ["a comb of upright teeth", teeth(0)],
    ["a comb of long, slanting teeth, whose boxes all overlap", teeth(30)]
  ])("%s", (_, ring) => {
    const started = performance.now()
    expect(Result.isSuccess(checkGeometry({ type: "Polygon", coordinates: [ring] }))).toBe(true)
    expect(performance.now() - started).toBeLessThan(500)
  })

  it("a tangle of random corners", () => {
    const random = randomFrom(6)
    const started = performance.now()
    const ring = ringOf(...Array.from({ length: 9_999 }, (): Pair => [random(), random()]))
    expect(Result.isFailure(checkGeometry({ type: "Polygon", coordinates: [ring] }))).toBe(true)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
