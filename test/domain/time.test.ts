// Instants on the wire.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EARLIEST_MS, formatInstant, LATEST_MS, parseInstant } from "../../src/domain/time.ts"

const accepted: ReadonlyArray<readonly [text: string, iso: string]> = [
  ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31t12:00:00z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
  ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"],
  ["2026-01-31T12:00:00-09:30", "2026-01-31T21:30:00.000Z"],
  ["2026-01-31T12:00:00.1Z", "2026-01-31T12:00:00.100Z"],
  ["2026-01-31T12:00:00.123999999Z", "2026-01-31T12:00:00.123Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ["1990-01-01T00:00:00Z", "1990-01-01T00:00:00.000Z"],
  ["2100-01-01T00:00:00Z", "2100-01-01T00:00:00.000Z"]
]

const refused = [
  "",
  "now",
  "infinity",
  "2026-01-31",
  "2026-01-31T12:00Z",
  "2026-01-31T12:00:00",
  "2026-01-31 12:00:00Z",
  "2026-01-31T12:00:00 02:00",
  "2026-01-31T12:00:00+0200",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-10T00:00:00Z",
  "2026-01-00T00:00:00Z",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  "2026-12-31T23:59:60Z",
  "2026-01-31T12:00:00+24:00",
  "2026-01-31T12:00:00+01:60",
  "1989-12-31T23:59:59Z",
  "0095-06-01T00:00:00Z",
  "2100-01-01T00:00:01Z",
  "1735689600000",
  "+275760-09-13T00:00:00Z",
  "-271821-04-20T00:00:00Z",
  "2026-03-29T02:30:00[Europe/Berlin]",
  "2026-01-31T12:00:00.Z",
  "2026-01-31T12:00:00Z\n",
  "２０２６-01-31T12:00:00Z"
]

describe("an instant", () => {
  it.each(accepted)("%s is %s", (text, iso) => {
    const instant = parseInstant(text)
    assert.isNotNull(instant)
    assert.strictEqual(formatInstant(instant), iso)
  })

  it("is written the same again, and after one that is none", () => {
    const [text, iso] = accepted[5]!
    const instant = parseInstant(text)!
    assert.strictEqual(formatInstant(instant), iso)
    assert.throws(() => formatInstant(Number.NaN), RangeError)
    assert.strictEqual(formatInstant(instant), iso)
    assert.strictEqual(formatInstant(0), "1970-01-01T00:00:00.000Z")
  })

  it.each(refused)("%j is none", (text) => {
    assert.isNull(parseInstant(text))
  })

  it.prop(
    "comes back as it was written, to the millisecond",
    { ms: Schema.Int.check(Schema.isBetween({ minimum: EARLIEST_MS, maximum: LATEST_MS })) },
    ({ ms }) => {
      assert.strictEqual(parseInstant(formatInstant(ms)), ms)
    }
  )
})
