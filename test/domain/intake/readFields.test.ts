// Which member of an item became which field, as people are shown it.
import { assert, describe, it } from "@effect/vitest"
import { accept } from "../../../src/domain/intake/accept.ts"
import { readFields } from "../../../src/domain/intake/readFields.ts"
import type { FieldMap } from "../../../src/domain/tracking/SourceConfig.ts"
import { mapFields } from "../../../src/domain/intake/decode/mapFields.ts"

const shown = (payload: unknown, fields?: FieldMap) => {
  const config = fields === undefined ? {} : { fields }
  const { decoded, not_read } = readFields(payload, { adapter: "generic_http", config })
  return { fields: decoded.map(({ field, from, value }) => [field, value, from]), not_read }
}

describe("the fields of an item", () => {
  it("are told with the member that gave each; of two spellings the first counts", () => {
    assert.deepStrictEqual(
      shown({
        device_id: "collar",
        time: 1_700_000_000,
        latitude: 51,
        lat: 50,
        lng: 10,
        speed: 2,
        altitude: null,
        measurements: { battery_voltage: 3.4 },
        metric: "rumen_ph",
        value: 6.1,
        state: { mode: "grazing" },
        events: [{ type: "FALL", title: "It fell" }],
        firmware: "2.4",
        attributes: { gateway: "g-03" }
      }),
      {
        fields: [
          ["device", "collar", "device_id"],
          ["time", "2023-11-14T22:13:20.000Z", "time"],
          ["lat", 50, "lat"],
          ["lon", 10, "lng"],
          ["speed_mps", 2, "speed"],
          ["measurements.battery_voltage", 3.4, "measurements.battery_voltage"],
          ["measurements.rumen_ph", 6.1, "value"],
          ["state.mode", "grazing", "state.mode"],
          ["events.0", "It fell", "events.0"],
          ["attributes.firmware", "2.4", "firmware"],
          ["attributes.gateway", "g-03", "attributes.gateway"]
        ],
        not_read: ["latitude"]
      }
    )
  })

  it("of an item without a place leave what belongs to one unread, as it is stored", () => {
    const item = { device: "a", time: 1_700_000_000, speed: 3, firmware: "2.4", measurements: { t: 1 } }
    assert.deepStrictEqual(shown(item).not_read, ["speed", "firmware"])
    const report = accept(item, Date.now(), 0)
    assert.deepInclude(report, { fix: null })
  })

  it("that the source's configuration found are told with their path in the payload", () => {
    const fields = { lat: "gps.lat", lon: "gps.lon", "measurements.kmh": { path: "v", factor: 0.5 } }
    const item = mapFields(
      { device: "a", time: 1, gps: { lat: 51, lon: 10 }, v: 8 },
      { gps: { lat: 51, lon: 10 }, v: 8 },
      fields
    )
    const { fields: found } = shown(item, fields)
    assert.deepInclude(found, ["lat", 51, "gps.lat"])
    assert.deepInclude(found, ["measurements.kmh", 4, "v"])
    // of an adapter that keeps its own item the payload has no such path
    assert.deepInclude(shown({ device: "a", time: 1, lat: 51, lon: 10 }, fields).fields, ["lat", 51, "lat"])
  })

  it("are none of what nobody could read, or of which the beginning was kept", () => {
    for (const payload of ["nonsense", null, [1], { cut: true, characters: 9000, start: "{" }])
      assert.deepStrictEqual(readFields(payload, null), { decoded: [], not_read: [] })
  })
})
