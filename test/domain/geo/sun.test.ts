// The light of a place over time.
import { assert, describe, it } from "@effect/vitest"
import { lightsBetween } from "../../../src/domain/geo/sun.ts"

const day = (date: string) => {
  const from = Date.parse(`${date}T00:00:00Z`)
  return [from, from + 86_400_000] as const
}

describe("lightsBetween", () => {
  it("finds the borders of a day in Berlin as the almanac has them", () => {
    const [from, to] = day("2026-06-21")
    const stretches = lightsBetween(from, to, [13.405, 52.52])
    assert.deepStrictEqual(
      stretches.map(({ light }) => light),
      ["night", "twilight", "day", "twilight", "night"]
    )
    const at = (time: string) => Date.parse(`2026-06-21T${time}:00Z`)
    for (const [i, time] of ["01:52", "02:43", "19:33", "20:24"].entries())
      assert.closeTo(stretches[i]!.to, at(time), 3 * 60_000, time)
  })

  it("has every moment of a year in one stretch, each next one of another light", () => {
    const from = Date.parse("2026-01-01T05:13:00Z"),
      to = from + 366 * 86_400_000
    const stretches = lightsBetween(from, to, [36.8, -1.3])
    assert.strictEqual(stretches[0]!.from, from)
    assert.strictEqual(stretches.at(-1)!.to, to)
    assert.isTrue(stretches.every((s, i) => i === 0 || s.from === stretches[i - 1]!.to))
    assert.isTrue(stretches.every((s, i) => i === 0 || s.light !== stretches[i - 1]!.light))
    assert.lengthOf(
      stretches.filter(({ light }) => light === "twilight"),
      2 * 366
    )
  })

  it("is one night at the pole in winter, and one day in summer", () => {
    for (const [date, light] of [
      ["2026-12-21", "night"],
      ["2026-06-21", "day"]
    ] as const) {
      const [from, to] = day(date)
      assert.deepStrictEqual(lightsBetween(from, to, [15.6, 85]), [{ from, to, light }])
    }
  })
})
