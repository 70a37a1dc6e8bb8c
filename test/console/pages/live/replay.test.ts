// Who is where at a moment of the past, and who is silent then.
import { assert, describe, it } from "vitest"
import { Replay } from "../../../../src/console/pages/live/Replay.ts"
import type { Seen, Ways } from "../../../../src/console/data/mapQueries.ts"

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 5, 1)
const at = (hours: number) => BEGIN + hours * HOUR
const timeAt = (hours: number) => new Date(at(hours)).toISOString()

const way = (id: string, ...fixes: ReadonlyArray<readonly [hours: number, lon: number, lat?: number]>) => ({
  entity_id: id,
  device_id: `collar of ${id}`,
  name: id,
  times: fixes.map(([hours]) => timeAt(hours)),
  coordinates: fixes.map(([, lon, lat = 0]) => [lon, lat] as const)
})

const seen = (id: string, hours: number, lon: number): Seen => ({
  type: "Feature",
  id,
  geometry: { type: "Point", coordinates: [lon, 0] },
  properties: {
    entity_id: id,
    entity_name: id,
    entity_type: "cow",
    group_id: null,
    device_id: `collar of ${id}`,
    device_name: null,
    time: timeAt(hours),
    speed_mps: 0,
    heading_deg: null,
    accuracy_m: null,
    record_type: "gnss",
    reporting: "on_time",
    battery: null,
    still_since: null,
    open_alerts: 0
  }
})

const replay = (
  subjects: Ways["subjects"],
  before: ReadonlyArray<Seen> = [],
  { hours = 6, truncated = false } = {}
) => new Replay({ subjects, truncated, before, silentMs: hours * HOUR, typeOf: () => "cow" })

const told = (of: Replay, hours: number) =>
  of.at(at(hours)).map(({ at: [lon], id, silent }) => `${id} at ${lon}${silent ? ", silent" : ""}`)

describe("a moment of the past", () => {
  it("has everybody at their last fix by then, also at one from before the window", () => {
    const of = replay([way("Alma", [2, 14], [4, 15])], [seen("Alma", -1, 13), seen("Berta", -2, 12)])
    assert.deepStrictEqual(told(of, 1), ["Alma at 13", "Berta at 12"])
    assert.deepStrictEqual(told(of, 3), ["Alma at 14", "Berta at 12"])
    assert.deepStrictEqual(told(of, 4), ["Alma at 15", "Berta at 12"])
    assert.deepStrictEqual(told(replay([way("Alma", [2, 14])]), 1), [])
  })

  it("has only the ways of the window", () => {
    const of = replay([way("Alma", [2, 14], [4, 15])], [seen("Alma", -1, 13), seen("Berta", -2, 12)])
    assert.deepStrictEqual(of.trails(at(1)), [])
    assert.deepStrictEqual(
      of.trails(at(3)).map(({ at: places, id }) => [id, places]),
      [["Alma", [[14, 0]]]]
    )
  })

  it("shows who was silent then, before their first fix, between two and after the last", () => {
    const of = replay([way("Alma", [1, 14], [9, 15])], [seen("Alma", -6, 13), seen("Berta", -2, 12)])
    assert.deepStrictEqual(told(of, 0.5), ["Alma at 13, silent", "Berta at 12"])
    assert.deepStrictEqual(told(of, 7), ["Alma at 14", "Berta at 12, silent"])
    assert.deepStrictEqual(told(of, 8), ["Alma at 14, silent", "Berta at 12, silent"])
    assert.deepStrictEqual(told(of, 10), ["Alma at 15", "Berta at 12, silent"])
    assert.deepStrictEqual(told(of, 16), ["Alma at 15, silent", "Berta at 12, silent"])
  })

  it("calls nobody silent whose fixes may have been left out", () => {
    const thinned = { truncated: true }
    const of = replay([way("Alma", [1, 14], [9, 15])], [seen("Alma", -6, 13), seen("Berta", -2, 12)], thinned)
    assert.deepStrictEqual(told(of, 0.5), ["Alma at 13, silent", "Berta at 12"])
    assert.deepStrictEqual(told(of, 8), ["Alma at 14", "Berta at 12"])
    assert.deepStrictEqual(told(of, 16), ["Alma at 15, silent", "Berta at 12"])
  })

  it("heads the short way over the antimeridian", () => {
    const of = replay([way("Alma", [1, 179.9], [2, -179.9]), way("Berta", [1, -179.9], [2, 179.9])])
    assert.deepStrictEqual(
      of.at(at(3)).map(({ heading }) => Math.round(heading ?? NaN)),
      [90, 270]
    )
  })
})
