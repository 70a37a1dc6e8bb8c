// Times as people type them, in the hour that comes twice too.
import { assert, describe, it } from "vitest"
import { clockAfter, momentOf, wallTime, weekdayIn } from "../../../src/console/time/wallTime.ts"

const at = (written: string, zone: string): string => new Date(momentOf(written, zone)!).toISOString()

describe("a time on the wall", () => {
  it("is a moment in the project's zone", () => {
    assert.strictEqual(at("2026-05-14T14:36", "Europe/Stockholm"), "2026-05-14T12:36:00.000Z")
    assert.strictEqual(at("2026-01-14T14:36", "Europe/Stockholm"), "2026-01-14T13:36:00.000Z")
    assert.strictEqual(at("2026-05-14T14:36", "Asia/Kathmandu"), "2026-05-14T08:51:00.000Z")
    assert.strictEqual(wallTime(Date.parse("2026-05-14T12:36:40Z"), "Europe/Stockholm"), "2026-05-14T14:36")
    assert.isUndefined(momentOf("soon", "UTC"))
    assert.isUndefined(momentOf("0202-05-14T14:36", "Europe/Stockholm"), "a year that is half typed")
  })

  it("is the first of an hour that comes twice, and none that does not come", () => {
    assert.strictEqual(at("2026-10-25T02:30", "Europe/Stockholm"), "2026-10-25T00:30:00.000Z")
    assert.strictEqual(at("2026-03-29T02:30", "Europe/Stockholm"), "2026-03-29T01:30:00.000Z")
  })

  it("goes into a field and back", () => {
    for (const zone of ["UTC", "Europe/Stockholm", "Asia/Kathmandu"])
      for (const moment of ["2026-05-01T04:30:00Z", "2026-03-29T01:30:00Z", "2026-10-25T03:30:00Z"])
        assert.strictEqual(momentOf(wallTime(Date.parse(moment), zone), zone), Date.parse(moment), zone)
    assert.isUndefined(momentOf("", "UTC"))
  })

  it.each([
    ["Europe/Stockholm", "2026-03-28T12:00:00Z", "2026-03-29T04:00:00.000Z"], // summer time begins that night
    ["Europe/Stockholm", "2026-10-24T12:00:00Z", "2026-10-25T05:00:00.000Z"], // and ends
    ["Pacific/Kiritimati", "2026-05-01T11:00:00Z", "2026-05-02T16:00:00.000Z"], // it is the second there already
    ["America/St_Johns", "2026-05-01T01:00:00Z", "2026-05-01T08:30:00.000Z"],
    ["UTC", "2026-12-31T23:59:59Z", "2027-01-01T06:00:00.000Z"]
  ])("six in the morning of tomorrow, in %s from %s on, is %s", (zone, now, then) => {
    assert.strictEqual(new Date(clockAfter(Date.parse(now), zone, 6, 1)).toISOString(), then)
  })

  it("is on a day of the week", () => {
    const noon = Date.parse("2026-05-17T12:00:00Z")
    assert.deepStrictEqual([weekdayIn(noon, "UTC"), weekdayIn(noon, "Pacific/Kiritimati")], [0, 1])
  })
})
