// Visits from fixes, held against a plain reference: the track is cut at every fix outside and every break.
import { describe, expect, it } from "@effect/vitest"
import { visitsOf } from "../../../src/domain/tracking/visits.ts"
import { randomFrom } from "../geo/random.ts"

interface Fix {
  readonly at: number
  readonly inside: boolean
}

const visits = (fixes: ReadonlyArray<Fix>, breakMs: number) =>
  visitsOf(
    fixes.map(({ at }) => at),
    (i) => fixes[i]!.inside,
    breakMs
  )

/** Groups neighbours with no break between them; then drops the fixes outside, which part groups too. */
const reference = (fixes: ReadonlyArray<Fix>, breakMs: number) => {
  const groups: Array<Array<number>> = []
  fixes.forEach(({ at, inside }, i) => {
    if (!inside) return
    const before = fixes[i - 1]
    if (before !== undefined && before.inside && at - before.at <= breakMs) groups.at(-1)!.push(at)
    else groups.push([at])
  })
  const steps = fixes.slice(1).map(({ at }, i) => at - fixes[i]!.at)
  const found = groups.map((group) => ({ from: group[0]!, to: group.at(-1)! }))
  return {
    visits: found,
    insideMs: found.reduce((sum, { from, to }) => sum + to - from, 0),
    knownMs: steps.filter((step) => step <= breakMs).reduce((sum, step) => sum + step, 0),
    isInside: fixes.at(-1)?.inside ?? false
  }
}

const track = (text: string): ReadonlyArray<Fix> =>
  text.split("").flatMap((sign, at) => (sign === " " ? [] : [{ at, inside: sign === "#" }]))

describe("visits", () => {
  it("run from the first fix inside to the last", () => {
    expect(visits(track(".##.###."), 2).visits).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 6 }
    ])
  })

  it("end at a break, and not at a shorter one", () => {
    expect(visits(track("## ##   ##"), 3).visits).toEqual([
      { from: 0, to: 4 },
      { from: 8, to: 9 }
    ])
  })

  it("may be of one fix, which takes no time", () => {
    expect(visits(track("..#.."), 9)).toEqual({
      visits: [{ from: 2, to: 2 }],
      insideMs: 0,
      knownMs: 4,
      isInside: false
    })
  })

  it("are none of no fixes", () => {
    expect(visits([], 9)).toEqual({ visits: [], insideMs: 0, knownMs: 0, isInside: false })
  })

  it("are those of the reference, for random tracks", () => {
    const random = randomFrom(5)
    for (let i = 0; i < 2000; i++) {
      let at = 0
      const stay = random()
      const fixes = Array.from({ length: Math.floor(random() * 30) }, (): Fix => {
        at += Math.floor(random() * 6)
        return { at, inside: random() < stay }
      })
      const breakMs = Math.floor(random() * 6)
      const found = visits(fixes, breakMs)
      expect(found, JSON.stringify({ fixes, breakMs })).toEqual(reference(fixes, breakMs))
      expect(found.insideMs).toBeLessThanOrEqual(found.knownMs)
    }
  })
})
