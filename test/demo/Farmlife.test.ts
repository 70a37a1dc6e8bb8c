// The demo farm: the same every time, believable, and with something to see in its first minute.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { cast, fading, type Member, restless } from "../../src/demo/cast.ts"
import { features, fence, onEarth, pastures, type Place } from "../../src/demo/farm.ts"
import { farmlife, past, reads, TICK_MS } from "../../src/demo/Farmlife.ts"
import { pastureAt } from "../../src/demo/graze.ts"
import { solarDay } from "../../src/demo/rhythm.ts"
import { shapeOf } from "../../src/domain/tracking/Feature.ts"

const start = Date.UTC(2026, 9, 5, 9, 0, 3)
const HOUR = 3_600_000
const life = farmlife(7, start)

/** Even-odd ray casting, on purpose not the program's own. */
const within = (
  corners: ReadonlyArray<readonly [number, number]>,
  [x, y]: readonly [number, number]
): boolean => {
  let inside = false
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [xi, yi] = corners[i]!,
      [xj, yj] = corners[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

const distance = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1])
const grazers = cast.filter((m) => m.kind === "cow" || m.kind === "sheep")
const herdOf = (m: Member) => (m.kind === "cow" ? 0 : 1)
const vehicle = cast.find((m) => m.kind === "vehicle")!
const ranger = cast.find((m) => m.kind === "person")!

/** First starts at every hour of two days, on crooked seconds. */
const starts = Array.from({ length: 48 }, (_, i) => start + i * (HOUR + 7321))

/** Instants of six days round the start, one each `step` ms. */
const instants = (step: number) =>
  Array.from({ length: Math.floor((6 * 24 * HOUR) / step) }, (_, i) => start - 3 * 24 * HOUR + i * step)

describe("the demo farm", () => {
  it("is the same, byte for byte, for the same seed and start", () => {
    const told = () => JSON.stringify([...past(farmlife(7, start), -2000, 0)])
    assert.strictEqual(told(), told())
    assert.notStrictEqual(told(), JSON.stringify([...past(farmlife(8, start), -2000, 0)]))
  })

  it("answers a question the same whatever was asked before", () => {
    const backwards = farmlife(7, start)
    const ticks = [30_000, 5, 0, -40_000]
    const answers = ticks.map((tick) => cast.map((m) => backwards.report(m, tick)))
    assert.deepStrictEqual(
      ticks
        .toReversed()
        .map((tick) => cast.map((m) => life.report(m, tick)))
        .toReversed(),
      answers
    )
  })

  it("tells the past in the words that were said when it was the present", () => {
    for (const report of past(life, -600, 0)) {
      const tick = (Date.parse(report.time) - start) / TICK_MS
      assert.deepStrictEqual(
        life.report(
          cast.find((m) => m.device.external_id === report.device)!,
          tick
        ),
        report
      )
      assert.isDefined(report.measurements)
    }
  })

  it("keeps each herd inside its pasture, but for the half hour of moving on", () => {
    for (const member of grazers.filter((m) => m !== restless)) {
      for (const at of instants(10 * 60_000)) {
        const hour = solarDay(at).moment * 24
        if (hour >= 7 && hour <= 7.5) continue
        assert.isTrue(
          within(pastureAt(herdOf(member), at).corners, life.placeOf(member, at)),
          `${member.name} at ${new Date(at).toISOString()}`
        )
      }
    }
  })

  it("puts both herds on all three pastures within six days, and never two herds on one", () => {
    const used = [0, 1].map((herd) => new Set(instants(HOUR).map((at) => pastureAt(herd, at).name)))
    assert.deepStrictEqual(
      used.map((names) => names.size),
      [pastures.length, pastures.length]
    )
    assert.isTrue(instants(HOUR).every((at) => pastureAt(0, at) !== pastureAt(1, at)))
  })

  it("lets animals rest at night and graze in the morning", () => {
    const walked = (m: Member, from: number, to: number) =>
      instants(5 * 60_000)
        .filter((at) => solarDay(at).moment * 24 >= from && solarDay(at).moment * 24 < to)
        .reduce((sum, at) => sum + distance(life.placeOf(m, at), life.placeOf(m, at + 5 * 60_000)), 0)
    for (const member of grazers.filter((m) => m !== restless)) {
      assert.isBelow(walked(member, 0, 5), 1e-6)
      assert.isAbove(walked(member, 8, 10), 6 * 300)
      assert.isBelow(walked(member, 12, 14), walked(member, 8, 10) / 4)
    }
  })

  it("keeps every speed believable and every step joined to the last", () => {
    const limits = { cow: 2, sheep: 2, person: 1.5, vehicle: 16 }
    for (const member of cast) {
      for (const at of instants(97_000)) {
        assert.isAtMost(
          distance(life.placeOf(member, at), life.placeOf(member, at + 5000)) / 5,
          limits[member.kind],
          `${member.name} at ${new Date(at).toISOString()}`
        )
      }
    }
  })

  it("joins one day to the next without a jump", () => {
    for (const member of grazers) {
      for (let day = solarDay(start).day - 3; day < solarDay(start).day + 3; day++) {
        const midnight = (day - -5.94 / 360) * 24 * HOUR
        assert.isBelow(
          distance(life.placeOf(member, midnight - 500), life.placeOf(member, midnight + 500)),
          2
        )
      }
    }
  })

  it("walks a cow out over the fence within the first minute, and back in", () => {
    const ring = fence.map(onEarth)
    for (const life of starts.map((at) => farmlife(7, at))) {
      const inside = (tick: number) => {
        const { lat, lon } = life.report(restless, tick)
        return within(ring, [lon, lat])
      }
      const crossings = Array.from({ length: 1440 }, (_, i) => i - 720).filter(
        (tick) => inside(tick) !== inside(tick + 1)
      )
      assert.strictEqual(crossings.length, 2, "one exit and one return in two hours")
      assert.isTrue(inside(0))
      assert.isTrue(crossings[0]! >= 0 && crossings[0]! < 12)
    }
  })

  it("keeps everybody else inside the fence", () => {
    for (const member of cast.filter((m) => m !== restless)) {
      for (const at of instants(5 * 60_000))
        assert.isTrue(within(fence, life.placeOf(member, at)), member.name)
    }
  })

  it("drives faster than 40 km/h in a zone for more than 30 s within the first minute", () => {
    const road = Result.getOrThrow(shapeOf(features.find((f) => f.name === "Farm road")!.geometry, {}))
    const corners = road.type === "Polygon" ? road.coordinates[0]! : []
    for (const life of starts.map((at) => farmlife(7, at))) {
      const fast = Array.from({ length: 12 }, (_, tick) => life.report(vehicle, tick)).map(
        (r) => r.speed_mps * 3.6 > 40 && within(corners, [r.lon, r.lat])
      )
      const first = fast.indexOf(true)
      assert.deepStrictEqual(
        fast.slice(first, first + 7),
        Array.from({ length: 7 }, () => true),
        "seven reports, 30 s from first to last"
      )
    }
  })

  it("reads a battery under 3.2 V within the first minute, that of the fading collar alone, and none before", () => {
    const low = (m: Member, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => from + i)
        .filter((tick) => reads(m, tick))
        .some((tick) => life.report(m, tick).measurements!["battery_voltage"]! < 3.2)
    assert.deepStrictEqual(
      cast.filter((m) => low(m, 0, 12)),
      [fading]
    )
    assert.deepStrictEqual(
      cast.filter((m) => low(m, -10_000, 0)),
      []
    )
  })

  it("sends the ranger round by day and to the yard by night", () => {
    const at = (hour: number) =>
      life.placeOf(ranger, (solarDay(start).day + hour / 24 + 5.94 / 360) * 24 * HOUR)
    assert.deepStrictEqual(at(3), at(23))
    assert.isAbove(distance(at(9), at(3)), 300)
  })

  it("draws features that are valid, each with a name of its own", () => {
    assert.deepStrictEqual(
      features.filter((f) => Result.isFailure(shapeOf(f.geometry, {}))),
      []
    )
    assert.strictEqual(features.filter((f) => f.feature_type === "zone").length, 4)
    assert.strictEqual(new Set(features.map((f) => f.name)).size, features.length)
  })
})
