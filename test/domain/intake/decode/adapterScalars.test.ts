// Single values as senders write them, through every adapter: a value that is not known empties its own field, a
// place that is not known is none, and times, numbers and identities are read in each of their spellings.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { accept } from "../../../../src/domain/intake/accept.ts"
import { type Message, UnreadablePart } from "../../../../src/domain/intake/decode/Decoder.ts"
import { decoders } from "../../../../src/domain/intake/decode/registry.ts"
import type { Refusal, Report, ReportedFix } from "../../../../src/domain/intake/Report.ts"
import type { AdapterKey } from "../../../../src/domain/tracking/DataSource.ts"
import { readItem } from "../../../../src/intake/receive.ts"

const received = Date.UTC(2026, 10, 20, 12),
  hourBefore = received - 3_600_000

interface Values {
  readonly device?: unknown
  readonly time?: unknown
  readonly lat?: unknown
  readonly lon?: unknown
  readonly speed?: unknown
  readonly heading?: unknown
  readonly accuracy?: unknown
  readonly altitude?: unknown
  readonly satellites?: unknown
  readonly battery?: unknown
}
type Quantity = "speed" | "heading" | "accuracy" | "altitude" | "satellites" | "battery"

/** A way in: how it writes values, and the quantities that its format has. */
interface Way {
  readonly adapter: AdapterKey
  readonly quantities: ReadonlyArray<Quantity>
  readonly message: (values: Values) => Partial<Message>
}

const minor: ReadonlyArray<Quantity> = ["speed", "heading", "accuracy", "altitude", "satellites", "battery"]
const json = (body: unknown): Partial<Message> => ({ body: JSON.stringify(body) })

const generic = ({
  accuracy,
  altitude,
  battery,
  device,
  heading,
  lat,
  lon,
  satellites,
  speed,
  time
}: Values) => ({
  device,
  time,
  lat,
  lon,
  speed,
  heading,
  accuracy,
  altitude,
  satellites,
  measurements: { battery_percent: battery, temperature_c: 20 }
})

const fields = {
  device: "d",
  time: "t",
  lat: "gps.0.y",
  lon: "gps.0.x",
  speed_mps: { path: "gps.0.v", factor: 0.277778 },
  heading_deg: "gps.0.h",
  accuracy_m: { path: "gps.0.a", factor: 0.1 },
  altitude_m: { path: "gps.0.z", factor: 0.3048 },
  satellites: "gps.0.s",
  "measurements.battery_percent": { path: "b", factor: 1 },
  "measurements.temperature_c": "k"
}

const decoded = ({ accuracy, altitude, battery, heading, lat, lon, satellites, speed }: Values) => ({
  latitude: lat,
  longitude: lon,
  speedMps: speed,
  headingDeg: heading,
  accuracy,
  altitude,
  satellites,
  battery_percent: battery,
  temperature: 20
})

/** A number in the steps that a sender counts in; a text of one stays text. */
const inSteps = (value: unknown, steps: number): unknown => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  if (typeof number !== "number" || Number.isNaN(number) || number === -1) return value
  const counted = Math.round(number * steps)
  return typeof value === "string" ? String(counted) : counted
}

const ways: Readonly<Record<string, Way>> = {
  generic_http: { adapter: "generic_http", quantities: minor, message: (v) => json(generic(v)) },
  "generic_http with fields": {
    adapter: "generic_http",
    quantities: minor,
    message: (v) => ({
      ...json({
        d: v.device,
        t: v.time,
        b: v.battery,
        k: 20,
        gps: [{ y: v.lat, x: v.lon, v: v.speed, h: v.heading, a: v.accuracy, z: v.altitude, s: v.satellites }]
      }),
      config: { fields }
    })
  },
  generic_mqtt: {
    adapter: "generic_mqtt",
    quantities: minor,
    message: (v) => ({ ...json(generic(v)), topic: "farm/a" })
  },
  generic_websocket: {
    adapter: "generic_websocket",
    quantities: minor,
    message: (v) => ({
      ...json({ reports: [generic(v)] }),
      config: { websocket: { url: "wss://a.example", items: "reports" } }
    })
  },
  "generic_http by a form": {
    adapter: "generic_http",
    quantities: minor,
    message: ({ battery, device, heading, time, ...values }) => ({
      contentType: "application/x-www-form-urlencoded",
      body: Object.entries({ ...values, imei: device, time, heading, bat: battery, temp: 20 })
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
        .join("&"),
      config: {
        fields: {
          device: "imei",
          "measurements.battery_percent": "bat",
          "measurements.temperature_c": "temp"
        }
      }
    })
  },
  "generic_http with items and device": {
    adapter: "generic_http",
    quantities: minor,
    message: ({ device, ...values }) => ({
      ...json({ collar: { id: device }, data: { reports: [generic(values)] } }),
      config: { items: "data.reports", device: "collar.id" }
    })
  },
  "generic_mqtt with items and device": {
    adapter: "generic_mqtt",
    quantities: minor,
    message: ({ device, ...values }) => ({
      ...json({ id: device, reports: [generic(values)] }),
      topic: "farm/b",
      config: { items: "reports", device: "id" }
    })
  },
  overland: {
    adapter: "overland",
    quantities: ["speed", "heading", "accuracy", "altitude", "battery"],
    message: (v) =>
      json({
        locations: [
          {
            type: "Feature",
            geometry: { type: "Point", coordinates: [v.lon, v.lat] },
            properties: {
              timestamp: v.time,
              device_id: v.device,
              speed: v.speed,
              course: v.heading,
              horizontal_accuracy: v.accuracy,
              altitude: v.altitude,
              battery_level: v.battery,
              battery_state: "full"
            }
          }
        ]
      })
  },
  meshtastic: {
    adapter: "meshtastic",
    quantities: ["speed", "heading", "altitude", "satellites"],
    message: (v) =>
      json({
        from: v.device,
        type: "position",
        rssi: -90,
        timestamp: 0,
        payload: {
          timestamp: v.time,
          latitude_i: inSteps(v.lat, 1e7),
          longitude_i: inSteps(v.lon, 1e7),
          ground_speed: v.speed,
          ground_track: inSteps(v.heading, 1e5),
          altitude: v.altitude,
          sats_in_view: v.satellites
        }
      })
  },
  "osmand by query": {
    adapter: "osmand",
    quantities: ["speed", "heading", "accuracy", "altitude", "battery"],
    message: ({ accuracy, altitude, battery, device, heading, lat, lon, speed, time }) => ({
      query: Object.entries({
        id: device,
        timestamp: time,
        lat,
        lon,
        speed,
        bearing: heading,
        accuracy,
        altitude,
        batt: battery,
        temp: 20
      })
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
        .join("&")
    })
  },
  "osmand in JSON": {
    adapter: "osmand",
    quantities: ["speed", "heading", "accuracy", "altitude"],
    message: ({ accuracy, altitude, device, heading, lat, lon, speed, time }) =>
      json({
        device_id: device,
        location: {
          timestamp: time,
          coords: { latitude: lat, longitude: lon, speed, heading, accuracy, altitude },
          battery: { level: 0.5 }
        }
      })
  },
  owntracks: {
    adapter: "owntracks",
    quantities: ["speed", "heading", "accuracy", "altitude", "battery"],
    message: (v) =>
      json({
        _type: "location",
        tid: v.device,
        tst: v.time,
        lat: v.lat,
        lon: v.lon,
        vel: v.speed,
        cog: v.heading,
        acc: v.accuracy,
        alt: v.altitude,
        batt: v.battery,
        bs: 1
      })
  },
  traccar: {
    adapter: "traccar",
    quantities: minor,
    message: (v) =>
      json({
        position: {
          fixTime: v.time,
          latitude: v.lat,
          longitude: v.lon,
          speed: v.speed,
          course: v.heading,
          accuracy: v.accuracy,
          altitude: v.altitude,
          valid: true,
          attributes: { sat: v.satellites, batteryLevel: v.battery, temp1: 20 }
        },
        device: { uniqueId: v.device }
      })
  },
  chirpstack: {
    adapter: "chirpstack",
    quantities: minor,
    message: (v) => ({
      ...json({ deviceInfo: { devEui: v.device }, time: v.time, fPort: 2, data: "AA==", object: decoded(v) }),
      query: "event=up"
    })
  },
  tts: {
    adapter: "tts",
    quantities: minor,
    message: (v) =>
      json({
        end_device_ids: { dev_eui: v.device, device_id: "one" },
        uplink_message: { f_port: 2, frm_payload: "AA==", decoded_payload: decoded(v) },
        received_at: v.time
      })
  }
}

const itemsOf = ({ adapter }: Way, message: Partial<Message>): ReadonlyArray<unknown> =>
  Result.getOrThrow(
    decoders[adapter].decode({
      body: "",
      contentType: "application/json",
      query: "",
      topic: "",
      retained: false,
      receivedAt: received,
      config: {},
      ...message
    })
  )

const judge = (item: unknown): Report | Refusal => {
  assert.notInstanceOf(item, UnreadablePart)
  const read = readItem(item)
  return Result.isFailure(read) ? read.failure : accept(read.success, received, 300_000)
}

const sane: Values = { device: "a", time: "2026-11-20T11:00:00Z", lat: 51.05, lon: 14.05 }

const verdictOf = (way: Way, values: Values): Report | Refusal => {
  const [item, ...others] = itemsOf(way, way.message({ ...sane, ...values }))
  assert.isEmpty(others)
  return judge(item)
}

const take = (way: Way, values: Values): Report => {
  const verdict = verdictOf(way, values)
  if (verdict._tag === "Refusal") throw new Error(JSON.stringify({ values, verdict }))
  return verdict
}

const members: Readonly<Record<Exclude<Quantity, "battery">, keyof ReportedFix>> = {
  speed: "speedMps",
  heading: "headingDeg",
  accuracy: "accuracyM",
  altitude: "altitudeM",
  satellites: "satellites"
}

const words = ["n/a", "NaN", "#N/A", "null", "-"]
const sentinels: Readonly<Record<Quantity, ReadonlyArray<unknown>>> = {
  speed: [-1, "-1", 255, -9999, ...words],
  heading: [-1, "-1", 511, 360.5, 65_535, ...words],
  accuracy: [-1, "-1", -999, ...words],
  altitude: [-9999, "-9999", ...words],
  satellites: [-1, 255, ...words],
  battery: [-1, "-1", 255, ...words]
}

describe.each(Object.keys(ways))("%s", (name) => {
  const way = ways[name]!

  it.each(way.quantities)(
    "keeps the position where the %s is not known, and says which field it left out",
    (each) => {
      for (const sentinel of sentinels[each]) {
        const { fix, readings, remark, unknown } = take(way, { [each]: sentinel })
        const seen = JSON.stringify([each, sentinel, unknown])
        assert.deepInclude(fix, { lat: 51.05, lon: 14.05, valid: true }, seen)
        if (each === "battery")
          assert.isUndefined(
            readings.find((r) => r.metric === "battery_percent"),
            seen
          )
        else assert.isNull(fix![members[each]], seen)
        // Traccar Client writes its -1 in a format of its own, where it is no news
        if (name === "osmand in JSON" && sentinel === -1) continue
        assert.strictEqual(remark, "FIELD_UNKNOWN", seen)
        assert.match(unknown!.pointer, /^\//u)
        assert.include(unknown!.detail, "not known")
      }
    }
  )

  it("still refuses what is no sentinel and cannot be, naming the member", () => {
    for (const [each, value] of [
      ["speed", 40_000],
      ["speed", "fast"],
      ["heading", 400],
      ["accuracy", -50]
    ] as const) {
      if (!way.quantities.includes(each)) continue
      const verdict = verdictOf(way, { [each]: value })
      // a text that is no number is a state of its own to a reader of decoded payloads
      if (value === "fast" && ["chirpstack", "tts"].includes(name)) continue
      assert.deepInclude(verdict, { _tag: "Refusal", code: "ITEM_INVALID" }, `${each} ${value}`)
      assert.include((verdict as Refusal).pointer, each)
    }
  })

  it("takes a place that is not known for none, and keeps what else there is", () => {
    for (const nowhere of [Number.NaN, "n/a", "NaN", "null", -9999]) {
      const { fix, readings, states } = take(way, { lat: nowhere, lon: nowhere })
      assert.isNull(fix, String(nowhere))
      assert.isAbove(readings.length + states.length, 0)
    }
    assert.isNull(take(way, { lat: 91, lon: 181 }).fix)
  })

  it("marks a place at 0/0, which nothing may use then, and none at latitude 48, longitude 0", () => {
    for (const [lat, lon] of [
      [0, 0],
      ["0.0", "0.0"],
      [0.0009, -0.001]
    ]) {
      const { fix, remark } = take(way, { lat, lon })
      assert.deepStrictEqual([fix!.valid, remark], [false, "NULL_ISLAND"])
    }
    assert.deepInclude(take(way, { lat: 48, lon: 0 }), { remark: null })
  })

  it("reads numbers from their texts, with the place and all that comes with it", () => {
    const { fix } = take(way, { lat: "51.05", lon: "14.05", altitude: "100", heading: "90", accuracy: "5" })
    assert.deepInclude(fix, { lat: 51.05, lon: 14.05, headingDeg: 90 })
    assert.isNumber(fix!.altitudeM)
    if (way.quantities.includes("accuracy")) assert.isNumber(fix!.accuracyM)
  })

  it("reads a device that is named by a number", () => {
    // a node of Meshtastic is called as its apps call it
    const name = way.adapter === "meshtastic" ? "!7efeb2c8" : "2130621128"
    assert.strictEqual(take(way, { device: 2_130_621_128 }).device, name)
  })

  it("reads a time in every common spelling of its offset, and in unix time as a number or its digits", () => {
    for (const time of [
      "2026-11-20T11:00:00Z",
      "2026-11-20T11:00:00.000+00:00",
      "2026-11-20T11:00:00.000+0000",
      "2026-11-20T11:00:00+00",
      "2026-11-20T12:00:00+0100",
      "2026-11-20 11:00:00Z",
      hourBefore,
      hourBefore / 1000,
      String(hourBefore),
      String(hourBefore / 1000)
    ])
      assert.strictEqual(take(way, { time }).at, hourBefore, String(time))
  })

  it("refuses a time without a zone, but where its format says that it is UTC", () => {
    const verdict = verdictOf(way, { time: "2026-11-20T11:00:00" })
    if (name === "osmand by query") assert.deepInclude(verdict, { _tag: "Report", at: hourBefore })
    else assert.deepInclude(verdict, { _tag: "Refusal", code: "TIMESTAMP_INVALID", pointer: "/time" })
  })
})

describe("a unit", () => {
  const speedOf = (name: string, speed: unknown) => take(ways[name]!, { speed }).fix!.speedMps

  it("is the sender's: km/h of OwnTracks, knots of Traccar and OsmAnd, metres a second of our own format", () => {
    assert.strictEqual(speedOf("owntracks", 36), 10)
    assert.strictEqual(speedOf("traccar", 36), 18.52)
    assert.strictEqual(speedOf("osmand by query", 36), 18.52)
    assert.strictEqual(speedOf("generic_http", 36), 36)
    assert.strictEqual(speedOf("generic_http", "36 km/h"), 10)
  })

  it("is looked at before -1 is converted: -1 m/s in knots, and 102.3 knots of AIS", () => {
    for (const [name, speed] of [
      ["traccar", -1.943844],
      ["osmand by query", -1.943844],
      ["osmand by query", 102.3],
      ["owntracks", -3.6]
    ] as const)
      assert.isNull(speedOf(name, speed), name)
    assert.strictEqual(speedOf("generic_http", 102.3), 102.3)
  })
})

describe("an offset in a query", () => {
  it("is read where its sender did not encode the plus", () => {
    const [item] = itemsOf(ways["osmand by query"]!, {
      query: "id=a&lat=51&lon=14&timestamp=2026-11-20T12:00:00+01:00"
    })
    assert.deepInclude(judge(item), { at: hourBefore })
  })
})

describe("a position", () => {
  const http = ways["generic_http"]!
  const remarkOn = (values: object) => {
    const { fix, remark } = judge({ ...sane, ...values }) as Report
    return [fix?.valid, remark]
  }

  it("is no fix where its message says so: no satellite, no fix, an older place", () => {
    for (const values of [
      { satellites: 0 },
      { fix: false },
      { gps_fix: 0 },
      { attributes: { fixType: "none" } },
      { measurements: { fix: false } },
      { state: { fix: "none" } },
      { outdated: true },
      { last_known: "true" }
    ])
      assert.deepStrictEqual(remarkOn(values), [false, "NO_FIX"], JSON.stringify(values))
    assert.deepStrictEqual(take(http, { lat: 0, lon: 0, satellites: 0 }).remark, "NULL_ISLAND")
    for (const values of [
      { satellites: 0, record_type: "network" },
      { satellites: 0, valid: true },
      { fix: true },
      { fixType: 3 },
      { outdated: false },
      { motion: false }
    ])
      assert.deepStrictEqual(remarkOn(values), [true, null], JSON.stringify(values))
  })

  it("that a Traccar server repeats is a status, in every spelling of no", () => {
    for (const status of [{ valid: false }, { outdated: true }, { valid: "false" }]) {
      const [item] = itemsOf(ways["traccar"]!, {
        body: JSON.stringify({
          position: {
            fixTime: "2026-11-20T10:00:00+0000",
            deviceTime: "2026-11-20T11:00:00+0000",
            latitude: 51,
            longitude: 14,
            attributes: { batteryLevel: 80 },
            ...status
          },
          device: { uniqueId: "a" }
        })
      })
      assert.deepInclude(judge(item), { at: hourBefore, fix: null })
    }
  })
})

describe("a decoded payload", () => {
  const chirpstack = ways["chirpstack"]!
  const placeOf = (object: unknown, rest: object = {}) => {
    const body = JSON.stringify({
      deviceInfo: { devEui: "a" },
      time: sane.time,
      fPort: 2,
      data: "AA==",
      object,
      ...rest
    })
    return judge(itemsOf(chirpstack, { body, query: "event=up" })[0]) as Report
  }

  it("gives both degrees of a place from one object, the outermost that is whole", () => {
    for (const object of [
      { latitude: 49.3, last_fix: { latitude: 49.1, longitude: 7 }, longitude: 8.5 },
      { last_fix: { latitude: 49.1, longitude: 7 }, latitude: 49.3, longitude: 8.5 },
      { a: { b: { lat: 1, lon: 1 } }, gps: { lat: 49.3, lon: 8.5 } },
      { latitude: 1, gps: { latitude: 49.3, longitude: 8.5 } },
      { latitude: null, longitude: null, gps: { latitudeDeg: 49.3, longitudeDeg: "8.5" } },
      { latitudeE7: 493_000_000, longitudeE7: 85_000_000 }
    ])
      assert.deepInclude(placeOf(object).fix, { lat: 49.3, lon: 8.5, network: false }, JSON.stringify(object))
  })

  it("gives other quantities outermost first too, by names with their unit at the end", () => {
    const { fix, readings } = placeOf({
      gps: { latitudeDeg: 49.3, longitudeDeg: 8.5, headingDeg: 10, altitudeM: 1 },
      headingDeg: 90,
      altitude_ft: 100,
      speedKmh: 36,
      accuracyM: 5,
      battery: { voltage_mv: 1 },
      battery_mv: 3712
    })
    assert.deepInclude(fix, { headingDeg: 90, altitudeM: 30.48, speedMps: 10, accuracyM: 5 })
    assert.deepInclude(readings, { metric: "battery_voltage", value: 3.712, unit: null })
  })

  it("gives no place where it knows only one of before", () => {
    for (const object of [
      { battery: 1, last_fix: { latitude: 49.1, longitude: 7 } },
      { latitude: null, longitude: null, lastKnownPosition: { latitude: 49.1, longitude: 7 } }
    ])
      assert.isNull(placeOf(object).fix)
  })

  it("of a device without a fix is where its best gateway stands, unless that has no place either", () => {
    const heard = (location: object) => ({ rxInfo: [{ gatewayId: "g", rssi: -80, snr: 5, location }] })
    const nowhere = { latitude: null, longitude: null, temperature: 20 }
    assert.deepInclude(placeOf(nowhere, heard({ latitude: 50, longitude: 9 })).fix, {
      lat: 50,
      network: true
    })
    assert.isNull(placeOf(nowhere, heard({ latitude: 0, longitude: 0 })).fix)
  })
})

describe("an uplink of which nothing can be read", () => {
  const chirpstack = (rest: object): ReadonlyArray<unknown> =>
    itemsOf(ways["chirpstack"]!, {
      body: JSON.stringify({ deviceInfo: { devEui: "a" }, time: sane.time, fPort: 2, data: "AA==", ...rest }),
      query: "event=up"
    })
  const tts = (rest: object): ReadonlyArray<unknown> =>
    itemsOf(ways["tts"]!, {
      body: JSON.stringify({
        end_device_ids: { dev_eui: "a" },
        uplink_message: { f_port: 2, frm_payload: "AA==", received_at: sane.time, ...rest }
      })
    })
  const unread = (items: ReadonlyArray<unknown>): UnreadablePart => {
    const found = items.at(-1)
    if (!(found instanceof UnreadablePart)) throw new Error(JSON.stringify(items))
    return found
  }

  it("says so, whose it is, and that a codec or fields help", () => {
    for (const items of [
      chirpstack({}),
      chirpstack({ object: {} }),
      chirpstack({ object: { positions: [{ lat: 1, lon: 1 }] } }),
      tts({}),
      tts({ decoded_payload: {} })
    ]) {
      assert.lengthOf(items, 1)
      assert.strictEqual(unread(items).device, "a")
      assert.match(unread(items).detail, /codec|payload formatter/u)
      assert.include(unread(items).detail, "config.fields")
    }
  })

  it("keeps how it was heard beside that", () => {
    const [item, ...rest] = chirpstack({ rxInfo: [{ gatewayId: "g", rssi: -80, snr: 5 }] })
    assert.deepInclude(judge(item), {
      readings: [
        { metric: "rssi_dbm", value: -80, unit: null },
        { metric: "snr_db", value: 5, unit: null }
      ]
    })
    assert.instanceOf(rest[0], UnreadablePart)
  })

  it("is read with the path that the message proposes", () => {
    const object = { positions: [{ lat: 51.05, lon: 14.05 }] }
    const [item, ...rest] = itemsOf(ways["chirpstack"]!, {
      body: JSON.stringify({ deviceInfo: { devEui: "a" }, time: sane.time, fPort: 2, data: "AA==", object }),
      query: "event=up",
      config: { fields: { lat: "object.positions.0.lat", lon: "object.positions.0.lon" } }
    })
    assert.isEmpty(rest)
    assert.deepInclude((judge(item) as Report).fix, { lat: 51.05, lon: 14.05 })
  })

  it("is silent where there is nothing to read: of the network itself, without data, left out on purpose", () => {
    assert.isEmpty(chirpstack({ fPort: 0 }))
    assert.isEmpty(chirpstack({ data: "" }))
    assert.isEmpty(tts({ f_port: 0 }))
    assert.isEmpty(tts({ frm_payload: undefined }))
    const dropped = itemsOf(ways["chirpstack"]!, {
      body: JSON.stringify({ deviceInfo: { devEui: "a" }, fPort: 2, data: "AA==", object: { noise: 1 } }),
      query: "event=up",
      config: { other_fields: "drop" }
    })
    assert.isEmpty(dropped)
  })
})
