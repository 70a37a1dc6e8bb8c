// A report and an area that somebody has begun come back as they were, and are sent as they would have been.
import { assert, describe, it } from "@effect/vitest"
import { isMembers, type Members } from "../../../../src/console/writing.ts"
import { begin, begunIn, changeOf, kindOf, placeOf } from "../../../../src/console/pages/areas/draft.ts"
import { tellingIn } from "../../../../src/console/pages/areas/report.ts"
import type { Feature } from "../../../../src/console/data/areas.ts"

/** As a tab keeps it. */
const again = (value: object): Members => {
  const read: unknown = JSON.parse(JSON.stringify(value))
  return isMembers(read) ? read : {}
}

const ring = [
  [14.04, 51.04],
  [14.06, 51.04],
  [14.06, 51.06],
  [14.04, 51.04]
]

const meadow: Feature = {
  id: "0197a000-0000-7000-8000-000000000001",
  project_id: "0197a000-0000-7000-8000-000000000002",
  name: "Meadow",
  feature_type: "zone",
  geometry: { type: "Polygon", coordinates: [ring] },
  attributes: { owner: "Berg", hectares: 4 },
  revision: 1,
  created_at: "2026-05-14T12:00:00.000Z",
  updated_at: "2026-05-14T12:00:00.000Z"
}

describe("a report", () => {
  it("is empty at first, with a key of its own", () => {
    const first = tellingIn({})
    assert.deepInclude(first, { type: "SIGHTING", severity: "info", title: "", shape: null, alert: null })
    assert.notStrictEqual(first.key, tellingIn({}).key)
  })

  it("comes back whole, and with the key that it may have been sent with", () => {
    const told = {
      ...tellingIn({}),
      type: "FENCE_BROKEN",
      severity: "critical" as const,
      title: "North fence",
      note: "Two posts are down.",
      time: "2026-05-14T14:36",
      alert: false,
      subject: "Alma",
      shape: { kind: "geometry" as const, geometry: { type: "Point" as const, coordinates: [14.02, 51.02] } }
    }
    assert.deepStrictEqual(tellingIn(again(told)), told)
  })

  it("is as bad as usual where what was kept says nothing that is known", () => {
    assert.deepInclude(tellingIn({ type: "PREDATOR", severity: "awful", note: 4, shape: "here" }), {
      type: "PREDATOR",
      severity: "warning",
      note: "",
      shape: null
    })
    assert.strictEqual(tellingIn({ type: "METEOR" }).type, "SIGHTING")
  })
})

describe("an area", () => {
  it("that is new comes back with its shape, as what it was drawn", () => {
    const drawn = {
      ...begin(null),
      name: "Well",
      shape: { kind: "circle" as const, centre: [14.05, 51.05] as const, radius_m: 80 },
      rows: [{ id: 0, key: "owner", text: "Berg" }]
    }
    const back = begunIn(again(drawn))!
    assert.deepStrictEqual(back, drawn)
    assert.strictEqual(kindOf(back).name, "circle")
    assert.strictEqual(kindOf({ ...back, shape: null }).name, "fence")
    assert.isNotNull(placeOf(back.shape!))
  })

  it("that is changed goes on from the edition that it was begun from, and sends what is other", () => {
    const begun = begin({ record: meadow, edition: '"3"' })
    const back = begunIn(again({ ...begun, name: "West meadow" }))!
    assert.strictEqual(back.before?.edition, '"3"')
    assert.deepStrictEqual(changeOf(meadow, back), { name: "West meadow" })
    assert.deepStrictEqual(changeOf(meadow, begunIn(again(begun))!), {})
    const moved = [[14.03, 51.04], ...ring.slice(1, -1), [14.03, 51.04]]
    const geometry = { type: "Polygon" as const, coordinates: [moved] }
    assert.deepStrictEqual(changeOf(meadow, { ...back, shape: { kind: "geometry", geometry } }), {
      name: "West meadow",
      geometry
    })
  })

  it("is begun anew where nothing was kept, or not all of it", () => {
    assert.isNull(begunIn({}))
    assert.isNull(begunIn(again({ ...begin(null), before: undefined })))
    assert.isNull(begunIn(again({ ...begin(null), type: "moat" })))
    assert.isNull(begunIn(again({ ...begin(null), before: { edition: '"3"' } })))
  })
})
