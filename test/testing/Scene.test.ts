// The testing entry agrees with what it says about itself: schedules, holds, late items, carriers, mistakes.
import { assert, describe, it } from "@effect/vitest"
import { Scene, scene } from "../../src/testing/Scene.ts"

const fence = {
  name: "Home",
  feature_type: "geofence" as const,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1]
      ]
    ]
  }
}
const time = (clock: string) => `2026-05-01T${clock}Z`
const event = { event_type: "SEEN", title: "{entity} {feature}" }

describe("a scene", () => {
  it("ticks a schedule as its clock moves, and fires silence at the tick", () => {
    const quiet = scene({
      rule: {
        trigger: { kind: "schedule", every_seconds: 300 },
        conditions: { type: "no_data", for_seconds: 3600 },
        event
      }
    })
    quiet.send({ device: "Alma", time: time("12:01:00"), lat: 0.01, lon: 0 }).clock(time("12:59:00"))
    assert.deepStrictEqual(quiet.events, [])
    assert.deepStrictEqual(
      quiet.clock(time("13:20:00")).events.map((e) => e.time),
      [time("13:05:00").replace("Z", ".000Z")]
    )
  })

  it("completes a hold when nothing more is heard", () => {
    const left = scene({
      rule: {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "exit" },
        for_seconds: 60,
        event
      },
      features: [fence]
    })
    left
      .send({ device: "Alma", time: time("12:00:00"), lat: 0.01, lon: 0 })
      .send({ device: "Alma", time: time("12:10:00"), lat: 0, lon: 2 })
    assert.deepStrictEqual(left.events, [])
    assert.deepStrictEqual(
      left.clock(time("12:11:00")).events.map((e) => [e.time, e.title]),
      [[time("12:11:00").replace("Z", ".000Z"), "Alma Home"]]
    )
  })

  it("puts what came late where it belongs", () => {
    const rule = { trigger: { kind: "position" }, conditions: { type: "spatial", relation: "enter" }, event }
    const inOrder = scene({ rule, features: [fence] }),
      late = scene({ rule, features: [fence] })
    const fixes = [
      ["12:00:00", 2],
      ["12:01:00", 0],
      ["12:02:00", 2]
    ].map(([at, lon]) => ({ device: "Alma", time: time(String(at)), lat: 0.01, lon: Number(lon) }))
    for (const fix of fixes) inOrder.send(fix)
    for (const fix of [fixes[0]!, fixes[2]!]) late.send(fix)
    assert.deepStrictEqual(late.events, [])
    assert.deepStrictEqual(late.send(fixes[1]!, time("12:05:00")).events, inOrder.events)
    assert.strictEqual(late.events.length, 1)
  })

  it("takes two devices of one animal for one subject, and scopes by type and group", () => {
    const rule = {
      trigger: { kind: "measurement" },
      scope: { entity_type_ids: ["00000000-0000-7000-8000-000000000102"] },
      conditions: { type: "threshold", metric: "heat", op: ">", value: 1 },
      event
    }
    const cow = { entity_id: "Alma", entity_type_id: "00000000-0000-7000-8000-000000000102" }
    const herd = scene({ rule, carriers: { collar: cow, tag: cow } })
    for (const [device, at] of [
      ["collar", "12:00:00"],
      ["tag", "12:01:00"],
      ["stranger", "12:02:00"]
    ] as const)
      herd.send({ device, time: time(at), metric: "heat", value: 2 })
    assert.deepStrictEqual(
      herd.events.map((e) => [e.device, e.title]),
      [["collar", "Alma -"]]
    )
  })

  it("asks a schedule of a device about the animal that wears it, whichever of its devices reported last", () => {
    const rule = {
      trigger: { kind: "schedule", every_seconds: 60 },
      scope: { device_ids: ["00000000-0000-7000-8000-0000000000d1"] },
      conditions: { type: "threshold", metric: "heat", op: ">", value: 1 },
      event
    }
    const cow = { entity_id: "Alma" },
      collar = "00000000-0000-7000-8000-0000000000d1"
    const herd = scene({ rule, carriers: { [collar]: cow, tag: cow } })
    for (const [device, at] of [
      ["tag", "12:00:10"],
      [collar, "12:00:20"],
      ["tag", "12:00:30"]
    ] as const)
      herd.send({ device, time: time(at), metric: "heat", value: 2 })
    herd.send({ device: "stranger", time: time("12:00:20"), metric: "heat", value: 2 })
    assert.deepStrictEqual(
      herd.clock(time("12:01:30")).events.map((e) => [e.device, e.title]),
      [[collar, "Alma -"]]
    )
  })

  it("says what is wrong with a document, a feature or an item", () => {
    assert.throws(
      () =>
        new Scene({
          rule: {
            trigger: { kind: "position" },
            conditions: { type: "threshold", metric: "x", op: "~", value: 1 },
            event
          }
        }),
      /\/conditions\/op/
    )
    assert.throws(
      () => new Scene({ rule: { trigger: { kind: "position" }, conditions: { type: "near" }, event } }),
      /reserved/
    )
    assert.throws(
      () =>
        new Scene({
          rule: { trigger: { kind: "position" }, conditions: { type: "spatial", relation: "enter" }, event },
          features: [{ ...fence, geometry: { type: "Polygon", coordinates: [] } }]
        }),
      /Home: /
    )
    assert.throws(
      () =>
        scene({
          rule: { trigger: { kind: "position" }, conditions: { type: "spatial", relation: "enter" }, event }
        }).send({ device: "a", time: "yesterday", lat: 0.01, lon: 0 }),
      /\/time/
    )
  })
})
