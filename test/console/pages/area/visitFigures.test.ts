// Figures of visits as the page of an area adds them up.
import { assert, describe, it } from "vitest"
import type { AreaPresence, Visitor } from "../../../../src/console/data/areas.ts"
import {
  lastInside,
  presentByBin,
  typesOf,
  visitFigures
} from "../../../../src/console/pages/area/visitFigures.ts"

const at = (hour: number) => new Date(hour * 3_600_000).toISOString()

const visitor = (
  name: string,
  isInside: boolean,
  ...hours: ReadonlyArray<readonly [number, number]>
): Visitor => ({
  id: name,
  name,
  type: name.startsWith("Cow") ? "cow" : "sheep",
  visit_count: hours.length,
  inside_seconds: hours.reduce((sum, [from, to]) => sum + (to - from) * 3600, 0),
  share: 0.1,
  is_inside: isInside,
  since: null,
  left_at: null,
  visits: hours.map(([from, to]) => ({ from: at(from), to: at(to) }))
})

const presence = (fixes: number, ...subjects: ReadonlyArray<Visitor>): AreaPresence => ({
  from: at(0),
  to: at(24),
  break_seconds: 3600,
  fixes,
  tracked: 4,
  subjects,
  is_cut: false
})

describe("the figures of visits", () => {
  it("are the number of visits and visitors, who is inside, and how long a visit lasts on average", () => {
    const { meanSeconds, ...counts } = visitFigures(
      presence(96, visitor("Cow 1", true, [0, 2], [20, 24]), visitor("Sheep 7", false, [3, 6]))
    )!
    assert.deepStrictEqual(counts, { visits: 3, visitors: 2, inside: 1 })
    assert.strictEqual(meanSeconds, 3 * 3600)
  })

  it("are unknown without a position, and zero where animals stayed away", () => {
    assert.isNull(visitFigures(presence(0)))
    assert.deepStrictEqual(visitFigures(presence(12)), {
      visits: 0,
      visitors: 0,
      inside: 0,
      meanSeconds: null
    })
  })

  it("count how many animals were inside at a time, each once", () => {
    const two = [visitor("Cow 1", false, [0, 1], [2, 3]), visitor("Cow 2", false, [3, 12])]
    assert.deepStrictEqual(presentByBin(two, 0, 24 * 3_600_000, 4), [2, 1, 1, 0])
    assert.deepStrictEqual(presentByBin(two, 6 * 3_600_000, 24 * 3_600_000, 2), [1, 0])
  })

  it("name the types of those inside, or of the visitors where nobody is", () => {
    const sheep = visitor("Sheep 7", true, [0, 1])
    assert.deepStrictEqual(typesOf(presence(9, visitor("Cow 1", false, [0, 1]), sheep)), ["sheep"])
    assert.deepStrictEqual(
      typesOf(presence(9, { ...sheep, is_inside: false }, visitor("Cow 1", false, [0, 1]))),
      ["cow", "sheep"]
    )
  })

  it("leave people and vehicles out, unless nothing else was inside", () => {
    const ranger = { ...visitor("Ranger", true, [0, 1]), type: "person" }
    assert.deepStrictEqual(typesOf(presence(9, ranger, visitor("Cow 1", false, [0, 1]))), ["cow"])
    assert.deepStrictEqual(typesOf(presence(9, ranger)), ["person"])
  })

  it("know when an animal was inside last", () => {
    assert.strictEqual(lastInside(visitor("Cow 1", false, [0, 1], [2, 3])), 3 * 3_600_000)
    assert.isNull(lastInside(visitor("Cow 1", false)))
  })
})
