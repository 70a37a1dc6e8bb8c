import { assert, describe, it } from "@effect/vitest"
import { type Metric, settle } from "../../../src/domain/tracking/Metric.ts"
import { convert } from "../../../src/domain/tracking/units.ts"

const voltage: Metric = { key: "battery_voltage", valueType: "number", unit: "V" }

describe("a value of a metric", () => {
  it("in another unit is converted, never compared as it stands", () => {
    assert.strictEqual(settle(voltage, 3100, "mV"), 3.1)
    assert.strictEqual(settle(voltage, 3.1, "V"), 3.1)
    assert.strictEqual(settle(voltage, 3.1, null), 3.1)
  })

  it("in a unit that does not convert is METRIC_UNIT", () => {
    for (const unit of ["°C", "furlong", "v", "%"])
      assert.deepInclude(settle(voltage, 1, unit), { code: "METRIC_UNIT" })
    assert.deepInclude(settle({ ...voltage, unit: "mV" }, 1e308, "kV"), { code: "METRIC_UNIT" })
  })

  it("of another type is METRIC_TYPE: nothing is coerced", () => {
    for (const value of [true, "3.1", "Infinity", ""])
      assert.deepInclude(settle(voltage, value, null), { code: "METRIC_TYPE" })
    assert.deepInclude(settle({ key: "ignition", valueType: "boolean", unit: null }, 1, null), {
      code: "METRIC_TYPE"
    })
    assert.strictEqual(settle({ key: "note", valueType: "text", unit: null }, "x", null), "x")
  })
})

describe("units", () => {
  // NIST Special Publication 811 (2008), appendix B, where it gives the figure; fixed points of the
  // temperature scales.
  it("convert by their definitions", () => {
    for (const [value, from, to, expected] of [
      [32, "°F", "°C", 0],
      [212, "°F", "°C", 100],
      [-40, "°F", "°C", -40],
      [0, "K", "°C", -273.15],
      [100, "°C", "°F", 212],
      [273.15, "K", "°F", 32],
      [36, "km/h", "m/s", 10],
      [1, "kn", "km/h", 1.852],
      [1, "mph", "km/h", 1.609344],
      [1, "g", "m/s²", 9.80665],
      [250, "g", "kg", 0.25],
      [5, "mi", "km", 8.04672],
      [0.5, "ratio", "%", 50],
      [1, "bar", "hPa", 1000],
      [90, "min", "h", 1.5]
    ] as const)
      assert.strictEqual(convert(value, from, to), expected, `${value} ${from}`)
  })

  it("of different kinds do not convert, and one without a kind converts to itself only", () => {
    assert.isNull(convert(1, "V", "°C"))
    assert.isNull(convert(1, "dBm", "dB"))
    assert.strictEqual(convert(-70, "dBm", "dBm"), -70)
  })
})
