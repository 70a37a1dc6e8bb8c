// Who is where, by what was read and what the stream tells: on a map that only keeps what it is given.
import { assert, describe, it } from "vitest"
import { LiveMap } from "../../../../src/console/pages/live/LiveMap.ts"
import type { Alert } from "../../../../src/console/data/alerts.ts"
import type { Seen } from "../../../../src/console/data/mapQueries.ts"
import type { Fix } from "../../../../src/console/data/stream.ts"

const timeAt = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()

/** Of an animal, or of a device where none is named. */
const seen = (of: string, minute: number, lon: number, silent = false): Seen => ({
  type: "Feature",
  id: of,
  geometry: { type: "Point", coordinates: [lon, 51] },
  properties: {
    entity_id: of.startsWith("device") ? null : of,
    entity_name: of.startsWith("device") ? null : of,
    entity_type: null,
    group_id: null,
    device_id: of.startsWith("device") ? of : `device of ${of}`,
    device_name: null,
    time: timeAt(minute),
    speed_mps: null,
    heading_deg: null,
    accuracy_m: null,
    record_type: "gnss",
    reporting: silent ? "silent" : "on_time",
    battery: null,
    still_since: null,
    open_alerts: 0
  }
})

const fix = (of: string, minute: number, lon: number, more: Partial<Fix> = {}): Fix => ({
  entity_id: of,
  device_id: `device of ${of}`,
  time: timeAt(minute),
  lon,
  lat: 51,
  heading_deg: null,
  speed_mps: null,
  record_type: "gnss",
  ...more
})

const alert = (severity: Alert["severity"], entity: string | null, device: string | null) =>
  ({ severity, entity_id: entity, device_id: device }) as Alert

const makeLive = () =>
  new LiveMap({ setPlaces: () => undefined, move: () => undefined, choose: () => undefined })

const lonOf = (live: LiveMap, id: string) => live.place(id)?.at[0]

describe("the live map", () => {
  it("follows the fixes of receivers; what a network guesses moves nobody and wakes nobody", () => {
    const live = makeLive()
    live.setAll([seen("Alma", 0, 14, true)], 0)
    live.move([fix("Alma", 2, 99, { record_type: "network" })], 1)
    assert.deepInclude(live.place("Alma"), { at: [14, 51], silent: true })
    live.move([fix("Alma", 1, 15)], 2)
    assert.deepInclude(live.place("Alma"), { at: [15, 51], silent: false })
    live.leave()
  })

  it("keeps what it heard after a read had begun, where that is newer than what was read", () => {
    const live = makeLive()
    live.setAll([seen("Alma", 0, 14), seen("Berta", 0, 14)], 0)
    live.move([fix("Alma", 2, 16), fix("Berta", 2, 16)], 150)
    live.setAll([seen("Alma", 1, 15), seen("Berta", 3, 17)], 100)
    assert.strictEqual(lonOf(live, "Alma"), 16)
    assert.strictEqual(live.seenAt("Alma"), Date.parse(timeAt(2)))
    assert.strictEqual(lonOf(live, "Berta"), 17)
    live.leave()
  })

  it("forgets a fix that a later read does not know: it was corrected, or is wrong", () => {
    const live = makeLive()
    live.setAll([seen("Alma", 0, 14)], 0)
    live.move([fix("Alma", 50, 99)], 50)
    live.setAll([seen("Alma", 1, 15)], 100)
    assert.strictEqual(lonOf(live, "Alma"), 15)
    assert.strictEqual(live.seenAt("Alma"), Date.parse(timeAt(1)))
    live.move([fix("Alma", 2, 16)], 150)
    assert.strictEqual(lonOf(live, "Alma"), 16, "and goes on from there")
    live.leave()
  })

  it("shows by its device whom one may not see as an animal", () => {
    const live = makeLive()
    live.setAll([seen("device of Alma", 0, 14), seen("Berta", 0, 14)], 0)
    live.move([fix("Alma", 1, 15), fix("Berta", 1, 16)], 1)
    assert.strictEqual(lonOf(live, "device of Alma"), 15)
    assert.strictEqual(lonOf(live, "Berta"), 16)
    live.leave()
  })

  it("draws each by the worst of their alerts, whichever was read first", () => {
    const alerts = [
      alert("info", "Alma", "device of Alma"),
      alert("critical", "Alma", "device of Alma"),
      alert("warning", "Berta", "device of Berta"),
      alert("critical", null, null)
    ]
    const all = [seen("device of Alma", 0, 14), seen("Berta", 0, 14), seen("Cora", 0, 14)]
    const first = makeLive(),
      last = makeLive()
    first.setAlerts(alerts)
    first.setAll(all, 0)
    last.setAll(all, 0)
    last.setAlerts(alerts)
    for (const live of [first, last])
      assert.deepStrictEqual(
        all.map(({ id }) => live.place(id)?.severity),
        ["critical", "warning", null]
      )
    last.setAlerts([])
    assert.isNull(last.place("Berta")?.severity)
  })

  it("shows the past as it is told, and goes on where everybody is by now", () => {
    const live = makeLive()
    live.setAll([seen("Alma", 0, 14)], 0)
    live.pause([])
    live.move([fix("Alma", 1, 15)], 1)
    assert.isUndefined(live.place("Alma"))
    live.resume()
    assert.strictEqual(lonOf(live, "Alma"), 15)
    live.leave()
  })
})
