import { assert, describe, it } from "vitest"
import { dayName, dayOf, instantName, localDays, offsetAt, zoneBetween } from "../../src/domain/zone.ts"

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

const hoursOf = (timezone: string, from: string, to: string): Record<string, number> => {
  const days = localDays(zoneBetween(timezone, at(from), at(to)), at(from), at(to))
  return Object.fromEntries(
    days.names.map((name, i) => [name, (days.starts[i + 1]! - days.starts[i]!) / HOUR])
  )
}

describe("the names of days and instants", () => {
  it("are those of the calendar, leap years and years before 1970 included", () => {
    for (const text of [
      "1970-01-01",
      "1969-12-31",
      "2000-02-29",
      "1900-02-28",
      "1900-03-01",
      "2024-02-29",
      "2100-03-01",
      "1990-12-31"
    ]) {
      assert.strictEqual(dayName(at(text) / 86_400_000), text)
    }
  })

  it("are RFC 3339 in UTC with milliseconds", () => {
    for (const text of ["2024-05-01T00:00:00.000Z", "2022-03-27T01:59:59.999Z", "1993-07-01T12:34:56.007Z"])
      assert.strictEqual(instantName(at(text)), text)
    assert.strictEqual(instantName(at("2024-05-01T00:00:00.000Z") + 0.7), "2024-05-01T00:00:00.000Z")
  })
})

describe("the offsets of a zone", () => {
  it("change at the instant at which the clocks do", () => {
    const change = at("2022-03-27T01:00:00Z")
    const zone = zoneBetween("Europe/Madrid", at("2022-01-28"), at("2022-12-01"))
    assert.deepStrictEqual([...zone.since], [-Infinity, change, at("2022-10-30T01:00:00Z")])
    assert.deepStrictEqual([offsetAt(zone, change - 1), offsetAt(zone, change)], [HOUR, 2 * HOUR])
  })

  it("are of any fraction of an hour, east and west", () => {
    const [from, to] = [at("2024-06-01"), at("2024-06-02")]
    const offset = (zone: string) => offsetAt(zoneBetween(zone, from, to), from) / HOUR
    assert.deepStrictEqual(
      [offset("Asia/Kathmandu"), offset("America/St_Johns"), offset("Pacific/Kiritimati"), offset("UTC")],
      [5.75, -2.5, 14, 0]
    )
  })

  it("a name that is no zone is refused", () =>
    assert.throws(() => zoneBetween("Europe/Nowhere", 0, 1), RangeError))
})

describe("local days", () => {
  it("have 23 hours when clocks go forward and 25 when they go back", () => {
    assert.deepStrictEqual(hoursOf("Europe/Madrid", "2022-03-26T12:00:00Z", "2022-03-28T12:00:00Z"), {
      "2022-03-26": 24,
      "2022-03-27": 23,
      "2022-03-28": 24
    })
    assert.deepStrictEqual(hoursOf("Europe/Madrid", "2022-10-29T12:00:00Z", "2022-10-30T23:00:00Z"), {
      "2022-10-29": 24,
      "2022-10-30": 25
    })
  })

  it("begin when the clocks do that skip midnight", () => {
    const days = localDays(
      zoneBetween("America/Sao_Paulo", at("2018-11-03"), at("2018-11-06")),
      at("2018-11-03T12:00:00Z"),
      at("2018-11-05T12:00:00Z")
    )
    assert.deepStrictEqual(days.names, ["2018-11-03", "2018-11-04", "2018-11-05"])
    assert.strictEqual(days.starts[1], at("2018-11-04T03:00:00Z")) // 01:00, the first moment of that day
    assert.deepStrictEqual(hoursOf("America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04T13:00:00Z"), {
      "2018-11-04": 23
    })
  })

  it("leave out the day that Samoa skipped", () => {
    assert.deepStrictEqual(
      Object.keys(hoursOf("Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z")),
      ["2011-12-29", "2011-12-31", "2012-01-01"]
    )
  })

  it("are those that share an instant with the half-open period", () => {
    assert.deepStrictEqual(
      Object.keys(hoursOf("Europe/Madrid", "2024-04-30T22:00:00Z", "2024-05-01T22:00:00Z")),
      ["2024-05-01"]
    )
    assert.deepStrictEqual(
      Object.keys(hoursOf("Europe/Madrid", "2024-04-30T21:59:59.999Z", "2024-05-01T22:00:00.001Z")),
      ["2024-04-30", "2024-05-01", "2024-05-02"]
    )
  })

  it("an instant is in the day between whose starts it is", () => {
    const days = localDays(
      zoneBetween("Europe/Madrid", at("2022-03-20"), at("2022-04-02")),
      at("2022-03-20"),
      at("2022-04-02")
    )
    days.names.forEach((_, i) => {
      assert.strictEqual(dayOf(days, days.starts[i]!), i)
      assert.strictEqual(dayOf(days, days.starts[i + 1]! - 1), i)
    })
  })
})
