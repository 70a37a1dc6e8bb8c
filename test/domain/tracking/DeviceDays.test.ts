// How a device reported, day by day.
import { assert, describe, it } from "vitest"
import { deviceDays } from "../../../src/domain/tracking/DeviceDays.ts"
import { localDays, zoneBetween } from "../../../src/domain/zone.ts"

const HOUR = 3_600_000
const begin = Date.parse("2026-05-01T00:00:00Z")
const at = (hour: number) => begin + hour * HOUR
const days = (hours: ReadonlyArray<number>, to: number) =>
  deviceDays(localDays(zoneBetween("UTC", begin, at(to)), begin, at(to)), hours.map(at), at(to))
const each = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe("the days of a device", () => {
  it("have the records that came, and those that were to be expected by the usual wait", () => {
    assert.deepStrictEqual(
      days(each(12, 48), 48).map(({ date, expected, records }) => [date, records, expected]),
      [
        ["2026-05-01", 12, 12],
        ["2026-05-02", 24, 24]
      ]
    )
  })

  it("have its silences, cut where a day ends, and the one that lasts", () => {
    const found = days([...each(0, 12), ...each(30, 40)], 48)
    assert.deepStrictEqual(
      found.map(({ silences }) => silences.map(({ from, to }) => [from.slice(8, 13), to.slice(8, 13)])),
      [
        [["01T11", "02T00"]],
        [
          ["02T00", "02T06"],
          ["02T15", "03T00"]
        ]
      ]
    )
  })

  it("expect nothing of a device that nobody knows", () => {
    assert.deepStrictEqual(
      days([3], 24).map(({ expected, records, silences }) => [records, expected, silences]),
      [[1, null, []]]
    )
    assert.lengthOf(days([], 24), 1)
  })
})
