// The edges of a period on the strip of weeks.
import { assert, describe, it } from "@effect/vitest"
import {
  anchorFor,
  dayNumber,
  daysOf,
  stepOf,
  weeksShown,
  withEdge
} from "../../../../src/console/pages/analyses/new/weekSpan.ts"

const NOW = Date.parse("2026-05-14T12:36:00Z")
const at = (text: string) => Date.parse(text)

describe("an edge of the period", () => {
  const shown = { from: "2025-05-05", to: "2026-05-14" }
  const span = { from: "2026-03-10", to: "2026-03-20" }
  const moved = (edge: "from" | "to", key: string) =>
    withEdge(span, edge, dayNumber(span[edge]) + stepOf(key)!, shown)[edge]

  it("moves by a day, by a week, or as far as it goes", () => {
    assert.strictEqual(moved("from", "ArrowRight"), "2026-03-11")
    assert.strictEqual(moved("to", "PageUp"), "2026-03-27")
    assert.strictEqual(moved("from", "Home"), "2025-05-05")
    assert.strictEqual(moved("to", "End"), "2026-05-14")
    assert.isUndefined(stepOf("Enter"))
  })

  it("never goes past the other edge", () => {
    assert.strictEqual(moved("from", "End"), "2026-03-20")
    assert.strictEqual(moved("to", "Home"), "2026-03-10")
  })

  it("stands on days of the project, the last of which is included", () => {
    assert.deepStrictEqual(
      daysOf({ from: at("2026-03-09T23:00:00Z"), to: at("2026-03-20T23:00:00Z") }, "Europe/Oslo"),
      span
    )
  })
})

describe("the strip", () => {
  it("begins with the first fix, shows a quarter of a year at least, and never hides the period", () => {
    const WEEK_MS = 7 * 86_400_000
    const weeks = Array.from({ length: 54 }, (_, n) => ({
      from: new Date(NOW - (53 - n) * WEEK_MS).toISOString(),
      fixes: n >= 50 ? 9 : 0
    }))
    const shown = (begin: number) => weeksShown(weeks, begin).length
    assert.strictEqual(shown(NOW), 13)
    assert.strictEqual(shown(NOW - 30 * WEEK_MS), 32)
    assert.strictEqual(shown(NOW - 400 * WEEK_MS), 54)
  })

  const of = (from: string, to: string) => ({ from: at(from), to: at(to) })

  it("ends with the present week, and after a period of long ago where there is one", () => {
    assert.strictEqual(anchorFor(NOW, undefined, NOW), NOW)
    assert.strictEqual(anchorFor(NOW, of("2026-05-01T00:00:00Z", "2026-05-14T00:00:00Z"), NOW), NOW)
    const past = of("2005-04-10T00:00:00Z", "2005-06-20T00:00:00Z")
    const anchor = anchorFor(NOW, past, NOW)
    assert.strictEqual(anchor, at("2005-07-18T00:00:00Z"))
    assert.strictEqual(anchorFor(anchor, past, NOW), anchor, "and stays")
    assert.strictEqual(anchorFor(NOW, of("2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"), NOW), NOW)
  })
})
