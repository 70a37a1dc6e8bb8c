// The gallery of templates: each is a document, its placeholders stand in it, and the ones beside the
// specification's six fire on a track that is what they are for (those six: test/journeys/templates.test.ts).
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { gallery } from "../../../src/domain/rule/gallery.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { presets } from "../../../src/domain/rule/presets.ts"
import { scene } from "../../../src/testing/Scene.ts"
import { square } from "../../support/http/tracking.ts"

const at = (path: string, document: unknown) =>
  path
    .slice(1)
    .split("/")
    .reduce((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

const features = (["geofence", "site"] as const).map((feature_type) => ({
  name: feature_type,
  feature_type,
  geometry: square(0, 0)
}))
const START = Date.parse("2026-05-01T12:00:00Z")
interface Sent {
  readonly minute: number
  readonly lon: number
  readonly speed?: number
}
const events = (key: string, track: ReadonlyArray<Sent>) => {
  const story = scene({ rule: gallery.find((t) => t.key === key)!.document, features })
  for (const { lon, minute, speed = 0 } of track)
    story.send({
      device: "Alma",
      time: new Date(START + minute * 60_000).toISOString(),
      lat: 0.005,
      lon,
      speed_mps: speed
    })
  return story.events.map((e) => e.title)
}

describe("the gallery of templates", () => {
  it("holds six to ten, each readable, with placeholders that stand in its document", () => {
    assert.deepStrictEqual(
      gallery.slice(0, presets.length).map((t) => t.document),
      presets.map((p) => p.document)
    )
    assert.isAtMost(gallery.length, 10)
    assert.strictEqual(new Set(gallery.map((t) => t.key)).size, gallery.length)
    for (const { audiences, description, document, key, placeholders } of gallery) {
      assert.isTrue(Result.isSuccess(parseDocument(document)), key)
      assert.isAbove(description.length, 10)
      assert.isAbove(audiences.length, 0)
      for (const { path } of placeholders) assert.isDefined(at(path, document), `${key} ${path}`)
    }
  })

  it("left for good: out and away for ten minutes, not a step beside the border", () => {
    const track = (lon: number) => [0.005, lon, lon, lon].map((x, i) => ({ minute: i * 6, lon: x }))
    assert.deepStrictEqual(events("left_for_good", track(0.02)), ["Alma left geofence and stayed out"])
    assert.deepStrictEqual(events("left_for_good", track(0.0101)), [])
  })

  it("not at water: a day outside of every site", () => {
    const hours = (n: number, lon: (hour: number) => number) =>
      Array.from({ length: n }, (_, hour) => ({ minute: hour * 60, lon: lon(hour) }))
    assert.deepStrictEqual(
      events(
        "not_at_site",
        hours(30, () => 0.5)
      ),
      ["Alma has been at no site for 24 hours"]
    )
    assert.deepStrictEqual(
      events(
        "not_at_site",
        hours(30, (h) => (h === 12 ? 0.005 : 0.5))
      ),
      []
    )
  })

  it("running: fast for a minute, not for a moment", () => {
    const speeds = (...all: ReadonlyArray<number>) =>
      all.map((speed, minute) => ({ minute, lon: 0.005, speed }))
    assert.deepStrictEqual(events("running", speeds(1, 10, 10, 1)), ["Alma runs at 36 km/h"])
    assert.deepStrictEqual(events("running", speeds(1, 10, 1)), [])
  })

  it("moving outside: drives out of every fence, not within", () => {
    const drive = (lon: number) => [0, 1, 2, 3].map((minute) => ({ minute, lon, speed: 10 }))
    assert.deepStrictEqual(events("moving_outside", drive(0.5)), ["Alma drives at 36 km/h outside its fence"])
    assert.deepStrictEqual(events("moving_outside", drive(0.005)), [])
  })
})
