// What was read of an item, as rows for people: fields with units, where each comes from, and what is only kept.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import { type DecodedField, decodedRows } from "../../../../src/console/pages/traces/decodedRows.ts"

const first = (member: string, sent?: number | string) =>
  ({ members: [member], of: "first", ...(sent === undefined ? {} : { sent }) }) as const

const field = (
  name: string,
  value: DecodedField["value"],
  origin?: DecodedField["origin"]
): DecodedField => ({
  field: name,
  value,
  from: name,
  ...(origin === undefined ? {} : { origin })
})

const shown = (of: ReadonlyArray<DecodedField>, marked: string | null = null) =>
  decodedRows(of, marked).rows.map(({ from, name, value }) => [name, value, from])

describe("the rows of what was read", () => {
  it("have values in units, and members with what was sent and how it was converted", () => {
    const speed = { ...first("vel", 4), unit: "km/h", factor: 0.277777777778 }
    assert.deepStrictEqual(
      shown([
        field("lat", 61.60713, first("lat", 61.60713)),
        field("lon", 10.91884, first("lon", 10.91884)),
        field("speed_mps", 1.11111111111, speed),
        field("measurements.battery_percent", 78, first("batt", 78)),
        field("state.connection", "mobile", first("conn", "m")),
        field("device", "erik/phone", first("device", "erik/phone"))
      ]),
      [
        ["position", "61.60713, 10.91884", "lat, lon"],
        ["speed_mps", "1.11 m/s", "vel 4 km/h × 0.2778"],
        ["battery_percent", "78 %", "batt 78"],
        ["connection", "mobile", "conn “m”"],
        ["device", "erik/phone", "device"]
      ]
    )
  })

  it("say what is found within a member, made of several, or of none", () => {
    assert.deepStrictEqual(
      shown([
        field("measurements.rssi_dbm", -97, { members: ["object", "rxInfo"], of: "within" }),
        field("events.0", "Left Hut", { members: ["event", "desc"], of: "all" }),
        field("record_type", "network", { members: [], of: "first", otherwise: "adapter" }),
        field("time", "2026-05-14T12:35:41.000Z", { ...first("timestamp"), otherwise: "arrival" })
      ]).map(([, , from]) => from),
      ["in object or rxInfo", "event, desc", "the kind of message", "timestamp, or when it came"]
    )
  })

  it("leave out what is kept as it came, and what other fields were read of", () => {
    const { kept, rows } = decodedRows(
      [
        field("lat", 51, first("gps.lat", 51)),
        field("attributes.gps", { lat: 51 }, first("gps")),
        field("attributes.tid", "EH", first("tid", "EH"))
      ],
      null
    )
    assert.deepStrictEqual(kept, ["tid"])
    assert.deepStrictEqual(
      rows.map(({ name }) => name),
      ["lat"]
    )
  })

  it("keep a degree that was refused in a row of its own, and mark it", () => {
    const { rows } = decodedRows([field("lat", 95), field("lon", 10)], "/lat")
    assert.deepStrictEqual(
      rows.map(({ isRefused, name }) => [name, isRefused]),
      [
        ["lat", true],
        ["lon", false]
      ]
    )
  })
})
