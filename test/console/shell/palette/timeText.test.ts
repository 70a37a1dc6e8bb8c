import { assert, describe, it } from "@effect/vitest"
import { timeOf } from "../../../../src/console/shell/palette/timeText.ts"

const ZONE = "Europe/Stockholm"
const now = Date.parse("2026-05-14T12:36:00Z") // 14:36 there
const told = (text: string) => {
  const at = timeOf(text, now, ZONE)
  return at === null ? null : new Date(at).toISOString()
}

describe("a time that somebody types", () => {
  it("is a clock of today, or of yesterday where it is still to come", () => {
    assert.strictEqual(told("2:31"), "2026-05-14T00:31:00.000Z")
    assert.strictEqual(told("14.36"), "2026-05-14T12:36:00.000Z")
    assert.strictEqual(told("14:37"), "2026-05-13T12:37:00.000Z")
  })

  it("is a day at noon, or a day and a clock in either order", () => {
    assert.strictEqual(told("2026-05-01"), "2026-05-01T10:00:00.000Z")
    assert.strictEqual(told("2026-05-01 03:00"), "2026-05-01T01:00:00.000Z")
    assert.strictEqual(told("03:00 2026-05-01"), "2026-05-01T01:00:00.000Z")
  })

  it("is none where it is to come, or is no time", () => {
    for (const text of ["", "2027-01-01", "231", "25:00", "3:00 tomorrow", "2026-13-40"])
      assert.isNull(told(text), text)
  })
})
