// The payload of a log row: what was packed is read as it was, rows of an older release are read too, and what
// cannot be read is refused in words.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { PACKED_VERSION, LogPacker } from "../../../../src/domain/intake/log/packedLog.ts"
import { decodeLog, decodePositions } from "../../../../src/domain/intake/LogEntry.ts"
import { chance } from "../../../chaos/chance.ts"
import { jsonLog, type Logged, packLog, subjectOf } from "../../../support/engine/logPayload.ts"
import { hostileNumber, pick } from "../../../support/hostileNumbers.ts"

const uuid = (n: number) => `0190a000-00ff-7abc-8def-${n.toString(16).padStart(12, "0")}`
const TEXTS = ["", "door", "a\0b", "\ud800", "\ufeffé", "🐄", '"\\', "__proto__", "\u2028"]
const JSON_VALUES: ReadonlyArray<unknown> = [
  null,
  true,
  "open",
  "\ud800 \0 🐄",
  1e308,
  0.1,
  [],
  [null, { a: [1] }],
  { __proto__: null, "": { "\ud800": "x" } }
]

/** Observations of a few subjects; `number`: of the measured members. */
const drawLog = (draw: () => number, number: () => number): ReadonlyArray<Logged> => {
  const whole = (below: number) => Math.floor(draw() * below)
  const orNull = () => (draw() < 0.3 ? null : number())
  const kinds = pick(draw, [
    ["Position"],
    ["Measurement"],
    ["DeviceState"],
    ["Position", "Position", "Measurement", "DeviceState"]
  ] as const)
  return Array.from({ length: whole(40) }, (): Logged => {
    const head = {
      subject: subjectOf(
        uuid(whole(3)),
        uuid(0x10 + whole(4)),
        draw() < 0.3 ? null : uuid(0xfff_ffff_0000 + whole(3))
      ),
      at: 1_793_000_000_000 + whole(2 ** pick(draw, [1, 16, 40])) * pick(draw, [1, -1]),
      receivedAt: 1_793_000_000_000 + whole(2 ** pick(draw, [1, 16, 40])),
      recordId: whole(2 ** pick(draw, [8, 50]))
    }
    switch (pick(draw, kinds)) {
      case "Position":
        return {
          _tag: "Position",
          ...head,
          lon: number(),
          lat: number(),
          altitudeM: orNull(),
          speedMps: orNull(),
          accuracyM: orNull(),
          headingDeg: orNull(),
          recordType: draw() < 0.2 ? "network" : "gnss"
        }
      case "Measurement":
        return { _tag: "Measurement", ...head, metric: pick(draw, TEXTS), value: number() }
      case "DeviceState":
        return { _tag: "DeviceState", ...head, key: pick(draw, TEXTS), value: pick(draw, JSON_VALUES) }
    }
  })
}

const withoutHeading = (o: Logged) => {
  const { headingDeg: _, ...observation } = o
  return observation
}
const positionsIn = (log: ReadonlyArray<Logged>) => log.filter((o) => o._tag === "Position")

describe("a packed log row", () => {
  it.prop(
    "gives back every observation as it was, whatever its numbers, texts and states are",
    { seed: Schema.Int },
    ({ seed }) => {
      const draw = chance(seed)
      const log = drawLog(draw, () => hostileNumber(draw))
      // wherever the driver puts it in a buffer
      const bytes = packLog(log),
        elsewhere = new Uint8Array(bytes.length + 3)
      elsewhere.set(bytes, 3)
      assert.deepStrictEqual(decodeLog(elsewhere.subarray(3), subjectOf), log.map(withoutHeading))
      assert.deepStrictEqual(decodePositions(bytes, subjectOf), positionsIn(log))
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "says what the row of an older release said of the same observations",
    { seed: Schema.Int },
    ({ seed }) => {
      const draw = chance(seed)
      const log = drawLog(draw, () => Math.round(draw() * 1e9) / 1e7)
      const json = jsonLog(log)
      assert.deepStrictEqual(decodeLog(json, subjectOf), decodeLog(packLog(log), subjectOf))
      assert.deepStrictEqual(decodePositions(json, subjectOf), positionsIn(log))
    }
  )

  it("does not hold anything of the row that was packed before it, nor of one that was given up", () => {
    const packer = new LogPacker()
    const add = (device: number, entity: number | null, at: number) =>
      packer.add(uuid(1), uuid(device), entity === null ? null : uuid(entity), at, at, at)
    add(2, 3, 10)
    packer.measurement("a", 1)
    add(4, null, 11)
    packer.state("b", "{}")
    const first = packer.pack()
    add(4, 3, 20)
    packer.measurement("given up", 2)
    packer.clear()
    add(4, 5, 30)
    packer.measurement("c", 3)
    const second = packer.pack()
    assert.deepStrictEqual(
      decodeLog(first, subjectOf).map((o) => [o.subject.deviceId, o.subject.entityId, o.at]),
      [
        [uuid(2), uuid(3), 10],
        [uuid(4), null, 11]
      ]
    )
    assert.deepStrictEqual(decodeLog(second, subjectOf), [
      {
        _tag: "Measurement",
        subject: subjectOf(uuid(1), uuid(4), uuid(5)),
        at: 30,
        receivedAt: 30,
        recordId: 30,
        metric: "c",
        value: 3
      }
    ])
    assert.deepStrictEqual(decodeLog(packer.pack(), subjectOf), [])
  })

  it("holds more subjects than two bytes can count, in a payload larger than the writer's block", () => {
    const log = Array.from({ length: 70_000 }, (_, i): Logged => ({
      _tag: "Measurement",
      subject: subjectOf(uuid(1), uuid(i), i % 2 === 0 ? null : uuid(0xf_0000_0000 + i)),
      at: i,
      receivedAt: i,
      recordId: i,
      metric: `m${i % 300}`,
      value: i / 8
    }))
    assert.deepStrictEqual(decodeLog(packLog(log), subjectOf), log)
  })

  it("is refused if it is cut short or goes on after its end", () => {
    const draw = chance(3)
    for (let row = 0; row < 20; row++) {
      const bytes = packLog(drawLog(draw, () => Math.round(draw() * 1e4) / 100))
      for (let size = 0; size < bytes.length; size++)
        assert.throws(() => decodeLog(bytes.subarray(0, size), subjectOf), RangeError)
      assert.throws(() => decodeLog(Uint8Array.of(...bytes, 0), subjectOf), RangeError)
    }
  })

  it("of a newer program is refused in words that say what to do", () => {
    const bytes = packLog([])
    bytes[0] = PACKED_VERSION + 1
    for (const decode of [decodeLog, decodePositions])
      assert.throws(
        () => decode(bytes, subjectOf),
        RangeError,
        `a row of the log has a payload of version 2, which this program does not know: start the newer program`
      )
  })
})
