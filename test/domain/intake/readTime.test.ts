import { assert, describe, it } from "@effect/vitest"
import { readTime } from "../../../src/domain/intake/readTime.ts"
import { formatInstant, parseInstant } from "../../../src/domain/time.ts"

const noon = Date.UTC(2026, 10, 20, 12)

describe("the time of an item", () => {
  it("is RFC 3339 with its offset in any common spelling, in either case, with T or a space", () => {
    for (const text of [
      "2026-11-20T12:00:00Z",
      "2026-11-20t12:00:00z",
      "2026-11-20 12:00:00Z",
      "2026-11-20T13:30:00+01:30",
      "2026-11-20T02:00:00-10:00",
      "2026-11-20T12:00:00-00:00",
      "2026-11-20T12:00:00+0000",
      "2026-11-20T12:00:00+00",
      "2026-11-20T13:00:00+0100",
      "2026-11-20T04:00:00-08",
      "2026-11-20 12:00:00.000 +0000",
      "2026-11-20 12:00:00 UTC",
      "2026-11-20 12:00:00 GMT"
    ]) {
      assert.strictEqual(readTime(text), noon, text)
    }
  })

  it("is cut to the millisecond, never rounded up", () => {
    assert.strictEqual(readTime("2026-11-20T12:00:00.1Z"), noon + 100)
    assert.strictEqual(readTime("2026-11-20T12:00:00.12Z"), noon + 120)
    assert.strictEqual(readTime("2026-11-20T12:00:00.123456789Z"), noon + 123)
    assert.strictEqual(readTime("2026-11-20T12:00:00.999999Z"), noon + 999)
    assert.strictEqual(readTime(noon + 0.9), noon)
    assert.strictEqual(readTime(1_700_000_000.1239), 1_700_000_000_123)
  })

  it("may be unix seconds or milliseconds; a fraction that binary cannot hold is not lost", () => {
    assert.strictEqual(readTime(noon), noon)
    assert.strictEqual(readTime(noon / 1000), noon)
    for (let ms = 0; ms < 1000; ms++)
      assert.strictEqual(
        readTime(Number(`1700000000.${String(ms).padStart(3, "0")}`)),
        1_700_000_000_000 + ms
      )
  })

  it("may be the digits of a unix time, whose unit its size tells", () => {
    for (const value of [
      "1795176000",
      "1795176000.000",
      "1795176000000",
      "1795176000000000",
      "1795176000000000000",
      1_795_176_000_000_000,
      1_795_176_000_000_000_000
    ])
      assert.strictEqual(readTime(value), noon, String(value))
    for (const text of ["20261120", "2026", "+1795176000", "1795176000Z", "12345678901234567890"])
      assert.isNaN(readTime(text), text)
  })

  it("knows the calendar: 29 February only in leap years, no 30 February, no 31 April, no month 13", () => {
    assert.strictEqual(readTime("2024-02-29T00:00:00Z"), Date.UTC(2024, 1, 29))
    assert.strictEqual(readTime("2000-02-29T00:00:00Z"), Date.UTC(2000, 1, 29))
    for (const day of [
      "2026-02-29",
      "2026-02-30",
      "2100-02-29",
      "2026-04-31",
      "2026-00-10",
      "2026-13-01",
      "2026-01-00",
      "2026-01-32"
    ])
      assert.isNaN(readTime(`${day}T00:00:00Z`), day)
  })

  it("is none without an offset, in a leap second, at 24 o'clock, or with anything before or after it", () => {
    for (const text of [
      "",
      "1",
      "now",
      "2026-11-20",
      "2026-11-20T12:00:00",
      "2026-12-31T23:59:60Z",
      "2026-11-20T24:00:00Z",
      "2026-11-20T12:60:00Z",
      "2026-11-20T12:00Z",
      "2026-11-20T12:00:00.Z",
      "2026-11-20T12:00:00Z ",
      " 2026-11-20T12:00:00Z",
      "2026-11-20T12:00:00+2400",
      "2026-11-20T12:00:00+1",
      "2026-11-20T12:00:00+010",
      "2026-11-20T12:00:00  +0100",
      "2026-11-20T12:00:00 CET",
      "2026-11-20T12:00:00+24:00",
      "2026-11-20T12:00:00+01:60",
      "2026-11-20T12:00:00,5Z",
      "+002026-11-20T12:00:00Z",
      "2026-11-20T12:00:00Z\0",
      "0095-11-20T12:00:00Z",
      "２０２６-11-20T12:00:00Z",
      "2026-1-20T12:00:00Z",
      "2026-11-20T1a:00:00Z"
    ]) {
      assert.isNaN(readTime(text), JSON.stringify(text))
    }
  })

  it("agrees with the times of requests wherever those take one", () => {
    for (let n = 0; n < 5000; n++) {
      const at =
        Date.UTC(1990, 0, 1) + ((n * 693_147_180_559) % (Date.UTC(2100, 0, 1) - Date.UTC(1990, 0, 1)))
      assert.strictEqual(readTime(formatInstant(at)), parseInstant(formatInstant(at)))
    }
  })
})
