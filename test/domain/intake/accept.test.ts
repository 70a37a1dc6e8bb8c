import { assert, describe, it } from "@effect/vitest"
import { accept } from "../../../src/domain/intake/accept.ts"
import type { Item, Refusal, Report } from "../../../src/domain/intake/Report.ts"

const received = Date.UTC(2026, 10, 20, 12)
const fix = { device: "dev-1", time: "2026-11-20T11:00:00Z", lon: 10.1, lat: 53.5 } as const

const take = (item: Item): Report => {
  const verdict = accept(item, received, 300_000)
  if (verdict._tag === "Refusal") throw new Error(JSON.stringify(verdict))
  return verdict
}

const refusal = (item: Item): Pick<Refusal, "code" | "pointer"> => {
  const verdict = accept(item, received, 300_000)
  if (verdict._tag === "Report") throw new Error(`taken: ${JSON.stringify(verdict)}`)
  assert.isNotEmpty(verdict.detail)
  return { code: verdict.code, pointer: verdict.pointer }
}

describe("an item", () => {
  it("becomes a report under its own names and under the accepted aliases alike", () => {
    const report = take({
      ...fix,
      altitude_m: 300,
      speed_mps: 1.5,
      heading_deg: 12,
      accuracy_m: 5,
      satellites: 7,
      record_type: "network"
    })
    assert.deepStrictEqual(report, {
      _tag: "Report",
      device: "dev-1",
      at: received - 3_600_000,
      readings: [],
      states: [],
      events: [],
      remark: null,
      fix: {
        lon: 10.1,
        lat: 53.5,
        altitudeM: 300,
        speedMps: 1.5,
        headingDeg: 12,
        accuracyM: 5,
        satellites: 7,
        network: true,
        valid: true,
        attributes: null
      }
    })
    const aliases = {
      device_id: "dev-1",
      time: received / 1000 - 3600,
      altitude: 300,
      speed: 1.5,
      heading: 12,
      accuracy: 5,
      satellites: 7,
      record_type: "network"
    } as const
    assert.deepStrictEqual(take({ ...aliases, latitude: 53.5, longitude: 10.1 }), report)
    assert.deepStrictEqual(take({ ...aliases, latitude: 53.5, lng: 10.1 }), report)
  })

  it("carries a position, measurements, states and events together or alone", () => {
    const only = { device: "dev-1", time: received }
    assert.deepStrictEqual(
      take({ ...only, measurements: { battery_voltage: 3.7, ignition: true, note: "x" } }).readings,
      [
        { metric: "battery_voltage", value: 3.7, unit: null },
        { metric: "ignition", value: true, unit: null },
        { metric: "note", value: "x", unit: null }
      ]
    )
    assert.deepStrictEqual(take({ ...only, metric: "temperature_c", value: 70, unit: "°F" }).readings, [
      { metric: "temperature_c", value: 70, unit: "°F" }
    ])
    assert.deepStrictEqual(take({ ...only, state: { door: "open", load: { kg: 5 }, gone: null } }).states, [
      { key: "door", value: '"open"' },
      { key: "load", value: '{"kg":5}' },
      { key: "gone", value: "null" }
    ])
    assert.deepStrictEqual(take({ ...only, events: [{ type: "SOS", title: "Button" }] }).events, [
      { type: "SOS", title: "Button", severity: "info", context: "{}" }
    ])
    assert.deepStrictEqual(refusal(only), { code: "ITEM_INVALID", pointer: "" })
  })

  it("keeps unknown members, id included, as attributes beside its own; the own win", () => {
    assert.strictEqual(
      take({ ...fix, id: "p1", hdop: 1, attributes: { hdop: 2, fixed: true } }).fix!.attributes,
      '{"id":"p1","hdop":2,"fixed":true}'
    )
    assert.isNull(take({ ...fix, attributes: {} }).fix!.attributes)
  })

  it("takes __proto__ as plain data, at every level, and pollutes nothing", () => {
    const hostile = JSON.parse(
      `{"device":"d","time":${received},"lat":1,"lon":1,"__proto__":{"admin":true},"attributes":{"__proto__":{"root":true},"constructor":{"prototype":{"x":1}}}}`
    ) as Item
    assert.deepStrictEqual(
      JSON.parse(take(hostile).fix!.attributes!),
      JSON.parse('{"__proto__":{"root":true},"constructor":{"prototype":{"x":1}}}')
    )
    const alone = JSON.parse(
      `{"device":"d","time":${received},"lat":1,"lon":1,"__proto__":{"admin":true}}`
    ) as Item
    assert.strictEqual(take(alone).fix!.attributes, '{"__proto__":{"admin":true}}')
    assert.isUndefined(({} as Record<string, unknown>)["admin"])
    assert.isUndefined(({} as Record<string, unknown>)["root"])
  })

  it("is refused without a device, and with half a position", () => {
    assert.deepStrictEqual(refusal({ time: received, lat: 1, lon: 1 }), {
      code: "ITEM_INVALID",
      pointer: "/device"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, lat: 1 }), {
      code: "ITEM_INVALID",
      pointer: "/lon"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, lon: 1, measurements: { a: 1 } }), {
      code: "ITEM_INVALID",
      pointer: "/lat"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, metric: "a" }), {
      code: "ITEM_INVALID",
      pointer: "/value"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, value: 1 }), {
      code: "ITEM_INVALID",
      pointer: "/metric"
    })
  })
})

describe("a device clock", () => {
  it("more than MAX_FUTURE_SECONDS ahead of receipt, or before 1990, is refused with TIMESTAMP_INVALID", () => {
    assert.strictEqual(take({ ...fix, time: received + 300_000 }).at, received + 300_000)
    assert.deepStrictEqual(refusal({ ...fix, time: received + 300_001 }), {
      code: "TIMESTAMP_INVALID",
      pointer: "/time"
    })
    assert.strictEqual(take({ ...fix, time: "1990-01-01T00:00:00Z" }).at, Date.UTC(1990, 0, 1))
    assert.deepStrictEqual(refusal({ ...fix, time: "1989-12-31T23:59:59.999Z" }), {
      code: "TIMESTAMP_INVALID",
      pointer: "/time"
    })
    assert.deepStrictEqual(refusal({ ...fix, time: 0 }), { code: "TIMESTAMP_INVALID", pointer: "/time" })
    assert.deepStrictEqual(refusal({ ...fix, time: "2026-02-30T00:00:00Z" }), {
      code: "TIMESTAMP_INVALID",
      pointer: "/time"
    })
  })
})

describe("numbers", () => {
  it("of a position outside the earth are POSITION_OUT_OF_RANGE; its edges are not", () => {
    for (const [lat, lon] of [
      [90, 180],
      [-90, -180],
      [0, 1]
    ] as const)
      assert.isNull(take({ ...fix, lat, lon }).remark)
    assert.deepStrictEqual(refusal({ ...fix, lat: 90.0000001 }), {
      code: "POSITION_OUT_OF_RANGE",
      pointer: "/lat"
    })
    assert.deepStrictEqual(refusal({ ...fix, lon: -180.0000001 }), {
      code: "POSITION_OUT_OF_RANGE",
      pointer: "/lon"
    })
  })

  it("within 0.001° of 0/0 are accepted, remarked upon, and used by nothing", () => {
    for (const [lat, lon] of [
      [0, 0],
      [-0, 0],
      [0.001, -0.001]
    ] as const) {
      const report = take({ ...fix, lat, lon })
      assert.deepStrictEqual([report.remark, report.fix!.valid], ["NULL_ISLAND", false])
    }
    assert.isNull(take({ ...fix, lat: 0.0011, lon: 0 }).remark)
  })

  it("that no tracker can mean are refused: negative speed and accuracy, speeds that overflow, headings off the compass", () => {
    for (const speed_mps of [-2, 3000.1, 1e308])
      assert.deepStrictEqual(refusal({ ...fix, speed_mps }), { code: "ITEM_INVALID", pointer: "/speed_mps" })
    assert.deepStrictEqual(refusal({ ...fix, speed: -0.1 }), { code: "ITEM_INVALID", pointer: "/speed" })
    assert.deepStrictEqual(refusal({ ...fix, accuracy_m: -5 }), {
      code: "ITEM_INVALID",
      pointer: "/accuracy_m"
    })
    for (const heading_deg of [-90, 361])
      assert.deepStrictEqual(refusal({ ...fix, heading_deg }), {
        code: "ITEM_INVALID",
        pointer: "/heading_deg"
      })
    for (const satellites of [7.5, -2, 40_000])
      assert.deepStrictEqual(refusal({ ...fix, satellites }), {
        code: "ITEM_INVALID",
        pointer: "/satellites"
      })
    assert.strictEqual(take({ ...fix, heading_deg: 360 }).fix!.headingDeg, 0)
    assert.strictEqual(take({ ...fix, speed_mps: 3000 }).fix!.speedMps, 3000)
  })
})

describe("values that are not known", () => {
  it("leave their own field empty and name it, the first of them where there are more", () => {
    const report = take({ ...fix, speed: -1, heading: -1, accuracy_m: 5 })
    assert.deepInclude(report.fix, { speedMps: null, headingDeg: null, accuracyM: 5, valid: true })
    assert.deepStrictEqual(report.remark, "FIELD_UNKNOWN")
    assert.deepStrictEqual(report.unknown, {
      pointer: "/speed",
      detail: '-1 stands for "not known": the value is left out, and 1 more of the item'
    })
  })

  it("of metrics are no values at all, by the names of metrics and in texts that can mean nothing else", () => {
    const only = { device: "dev-1", time: received }
    const report = take({
      ...only,
      measurements: { battery: 255, battery_percent: "87", humidity: -1, note: "n/a", mode: "none", rpm: 255 }
    })
    assert.deepStrictEqual(
      report.readings.map(({ metric, value }) => [metric, value]),
      [
        ["battery_percent", 87],
        ["mode", "none"],
        ["rpm", 255]
      ]
    )
    assert.strictEqual(report.unknown!.pointer, "/measurements/battery")
    assert.deepStrictEqual(refusal({ ...only, metric: "battery", value: -1 }), {
      code: "ITEM_INVALID",
      pointer: "/value"
    })
  })

  it("of a place leave a report without one, or none at all", () => {
    const nowhere = { device: "dev-1", time: received, lat: null, lon: null }
    assert.deepInclude(take({ ...nowhere, measurements: { temperature_c: 20 } }), {
      fix: null,
      remark: "FIELD_UNKNOWN"
    })
    assert.deepStrictEqual(refusal(nowhere), { code: "ITEM_INVALID", pointer: "/lat" })
  })

  it("are nothing new where a member is null: that is how JSON says that it is not there", () => {
    assert.isNull(take({ ...fix, speed_mps: null, heading: null }).remark)
  })
})

describe("a device", () => {
  it("may be named by a whole number, of which JSON keeps every digit", () => {
    assert.strictEqual(take({ ...fix, device: 2_130_621_128 }).device, "2130621128")
    for (const device of [1.5, 2 ** 53])
      assert.deepStrictEqual(refusal({ ...fix, device }), { code: "ITEM_INVALID", pointer: "/device" })
  })
})

describe("sizes and names", () => {
  it("attributes of more than 16 KiB refuse the item, counted in UTF-8 bytes", () => {
    assert.isNotNull(take({ ...fix, attributes: { x: "a".repeat(16_384 - 8) } }).fix!.attributes)
    assert.deepStrictEqual(refusal({ ...fix, attributes: { x: "a".repeat(16_384 - 7) } }), {
      code: "ITEM_TOO_LARGE",
      pointer: "/attributes"
    })
    assert.deepStrictEqual(refusal({ ...fix, attributes: { x: "ß".repeat(8192) } }), {
      code: "ITEM_TOO_LARGE",
      pointer: "/attributes"
    })
    assert.deepStrictEqual(refusal({ ...fix, blob: "a".repeat(1024 * 1024) }), {
      code: "ITEM_TOO_LARGE",
      pointer: "/attributes"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, state: { x: "a".repeat(20_000) } }), {
      code: "ITEM_TOO_LARGE",
      pointer: "/state/x"
    })
    assert.deepStrictEqual(refusal({ device: "d", time: received, measurements: { x: "a".repeat(1001) } }), {
      code: "ITEM_TOO_LARGE",
      pointer: "/measurements/x"
    })
  })

  it("metrics and states are named by a pattern; another name is METRIC_KEY", () => {
    const only = { device: "d", time: received }
    for (const key of ["", "1a", "a b", "m".repeat(65), "battery_vоltage", "__proto__", 'a"b']) {
      assert.deepStrictEqual(
        refusal({ ...only, metric: key, value: 1 }),
        { code: "METRIC_KEY", pointer: "/metric" },
        key
      )
      assert.strictEqual(
        refusal({ ...only, measurements: JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, number> })
          .code,
        "METRIC_KEY",
        key
      )
      assert.deepStrictEqual(
        refusal({ ...only, state: JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, number> }),
        { code: "METRIC_KEY", pointer: "/state" },
        key
      )
    }
    assert.lengthOf(take({ ...only, measurements: { ["m".repeat(64)]: 1, "a.b:c-d_e": 2 } }).readings, 2)
  })
})
