// Times of tables whose format and zone are said beside them: read so, or not at all.
import { assert, describe, it } from "vitest"
import { explainTime, tableClock, type TimeFormat } from "../../../src/domain/intake/tableClock.ts"

const read = (text: string, format: TimeFormat = "iso", zone: string | null = null) => {
  const at = tableClock(format, zone)(text)
  const iso = (ms: number) => new Date(ms).toISOString()
  if (typeof at === "object") return [iso(at.first), iso(at.second)]
  return typeof at === "number" ? iso(at) : at
}

describe("a time of a table", () => {
  it.each([
    ["2009-02-11T12:16:45.000Z", "iso", null, "2009-02-11T12:16:45.000Z"],
    ["2009-02-11 12:16:45+02:00", "iso", null, "2009-02-11T10:16:45.000Z"],
    ["2009/02/11 12:16", "iso", "UTC", "2009-02-11T12:16:00.000Z"],
    ["2009-02-11", "iso", "Europe/Berlin", "2009-02-10T23:00:00.000Z"],
    ["11.02.2009 12:16:45", "dmy", "UTC", "2009-02-11T12:16:45.000Z"],
    ["1/2/2009 9:05", "dmy", "UTC", "2009-02-01T09:05:00.000Z"],
    ["1/2/2009 9:05", "mdy", "UTC", "2009-01-02T09:05:00.000Z"],
    ["2009/1/2 9:05", "iso", "UTC", "2009-01-02T09:05:00.000Z"],
    ["01/02/2009 12:05 AM", "mdy", "UTC", "2009-01-02T00:05:00.000Z"],
    ["01/02/2009, 12:05:09 PM", "mdy", "UTC", "2009-01-02T12:05:09.000Z"],
    ["11.02.2009 12:16 +01:00", "dmy", null, "2009-02-11T11:16:00.000Z"],
    ["1234354605", "epoch-s", null, "2009-02-11T12:16:45.000Z"],
    ["1234354605.123", "epoch-s", null, "2009-02-11T12:16:45.123Z"],
    ["1234354605123", "epoch-ms", null, "2009-02-11T12:16:45.123Z"],
    ["0", "epoch-s", null, "1970-01-01T00:00:00.000Z"]
  ] as const)("%s as %s in %s is %s", (text, format, zone, expected) =>
    assert.strictEqual(read(text, format, zone), expected)
  )

  it.each([
    ["2022-03-27 01:59", "2022-03-27T00:59:00.000Z"],
    ["2022-03-27 02:30", "skipped by the clocks"],
    ["2022-03-27 03:00", "2022-03-27T01:00:00.000Z"],
    ["2022-10-30 01:59", "2022-10-29T23:59:00.000Z"],
    ["2022-10-30 02:30", ["2022-10-30T00:30:00.000Z", "2022-10-30T01:30:00.000Z"]],
    ["2022-10-30 02:00", ["2022-10-30T00:00:00.000Z", "2022-10-30T01:00:00.000Z"]],
    ["2022-10-30 03:00", "2022-10-30T02:00:00.000Z"],
    ["2021-12-31 23:59", "2021-12-31T22:59:00.000Z"],
    ["2022-01-01 00:30", "2021-12-31T23:30:00.000Z"]
  ])("%s in Berlin is %s: an hour that the clocks show twice is never guessed", (text, expected) =>
    assert.deepStrictEqual(read(text, "iso", "Europe/Berlin"), expected)
  )

  it("is one of two where clocks go back by half an hour, at midnight, or for good", () => {
    assert.deepStrictEqual(read("2024-04-07 01:45", "iso", "Australia/Lord_Howe"), [
      "2024-04-06T14:45:00.000Z",
      "2024-04-06T15:15:00.000Z"
    ])
    assert.deepStrictEqual(read("2023-11-05 00:30", "iso", "America/Havana"), [
      "2023-11-05T04:30:00.000Z",
      "2023-11-05T05:30:00.000Z"
    ])
    assert.deepStrictEqual(read("2014-10-26 01:30", "iso", "Europe/Moscow"), [
      "2014-10-25T21:30:00.000Z",
      "2014-10-25T22:30:00.000Z"
    ])
  })

  it.each([
    ["2009-02-11 12:16:45", "iso", "no zone"],
    ["11.02.2009 12:16", "iso", "day or month first"],
    ["02/11/2009", "iso", "day or month first"],
    ["1234354605", "iso", "seconds since 1970"],
    ["1234354605123", "iso", "milliseconds since 1970"],
    ["13/13/2009", "dmy", "no time"],
    ["30.02.2009", "dmy", "no time"],
    ["13/02/2009 00:00", "mdy", "no time"],
    ["2009-02-11", "dmy", "no time"],
    ["1.2.2009 13:00 PM", "dmy", "no time"],
    ["yesterday", "iso", "no time"],
    ["", "iso", "no time"],
    ["2009-02-30 12:00Z", "iso", "no time"],
    ["2009-02-11 12:00 +25:00", "iso", "no time"],
    ["2009-02/11", "iso", "no time"],
    ["1e9", "epoch-s", "no time"],
    ["99999999999999", "epoch-s", "no time"]
  ] as const)("%j as %s is none: %s", (text, format, expected) =>
    assert.strictEqual(read(text, format), expected)
  )

  it("says in words what it is not", () =>
    assert.strictEqual(explainTime("yesterday", "no time"), `"yesterday" is not a time`))
})
