// The summary of a feature: its size, the rules that watch it, its neighbours, and who changed it when.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

const rule = (conditions: object) => ({
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "inside", ...conditions },
  event: { event_type: "SEEN", title: "{entity}" }
})

const makeArea = (project: string, name: string, geometry: object, type = "geofence") =>
  Effect.map(
    expectStatus(201, "POST", `/projects/${project}/features`, { feature_type: type, name, geometry }),
    (made) => made.id as string
  )

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("the summary of a feature", (it) => {
  it.effect("has its size on the ground, and its corners", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const id = yield* makeArea(project.id, "Lower", square(10, 0))
      const summary = yield* expectStatus(200, "GET", `/projects/${project.id}/features/${id}/summary`)
      assert.approximately(summary.area_m2, 1_230_900, 500)
      assert.approximately(summary.length_m, 4438, 2)
      assert.strictEqual(summary.corners, 4)
      const well = yield* makeArea(project.id, "Well", { type: "Point", coordinates: [10, 1] })
      const point = yield* expectStatus(200, "GET", `/projects/${project.id}/features/${well}/summary`)
      assert.deepInclude(point, { area_m2: null, length_m: null, corners: 1 })
    })
  )

  it.effect("names the rules that watch it, by name or as any of its kind, and those of other features", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const own = yield* makeArea(project, "Own", square(0, 0))
      const others = [
        yield* makeArea(project, "Second", square(1, 0)),
        yield* makeArea(project, "Third", square(2, 0))
      ]
      const save = (name: string, conditions: object, enabled = true) =>
        expectStatus(201, "POST", `/projects/${project}/rules`, {
          name,
          document: rule(conditions),
          enabled
        })
      const named = yield* save("Named", { feature_ids: [own, others[0]] })
      const any = yield* save("Any", {}, false)
      const elsewhere = yield* save("Elsewhere", { feature_ids: others })
      yield* save("Zones", { feature_type: "zone" })
      const summary = yield* expectStatus(200, "GET", `/projects/${project}/features/${own}/summary`)
      assert.deepStrictEqual(
        summary.rules.map((one: Record<string, unknown>) => [one.id, one.name, one.enabled, one.watches]),
        [
          [any.id, "Any", false, "any"],
          [named.id, "Named", true, "named"]
        ]
      )
      assert.include(JSON.stringify(summary.rules[1].sentence), "Second")
      assert.strictEqual(typeof summary.rules[1].sentence_message, "object")
      assert.deepStrictEqual(summary.other_rules, [
        { id: elsewhere.id, name: "Elsewhere", enabled: true, features: 2 }
      ])
    })
  )

  it.effect("names the features that it shares ground with, and how they lie to it", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const own = yield* makeArea(project, "Own", square(10, 0, 0.1))
      yield* makeArea(project, "Farm", square(9, -1, 3), "site")
      yield* makeArea(project, "Field", square(10.05, 0.05, 0.1))
      yield* makeArea(project, "Well", { type: "Point", coordinates: [10.01, 0.01] })
      yield* makeArea(project, "Neighbour", square(10.1, 0, 0.1))
      yield* makeArea(project, "Far", square(50, 0))
      const { overlaps } = yield* expectStatus(200, "GET", `/projects/${project}/features/${own}/summary`)
      assert.sameDeepMembers(
        overlaps.map((one: Record<string, unknown>) => [one.name, one.type, one.relation]),
        [
          ["Field", "geofence", "overlaps"],
          ["Farm", "site", "inside"],
          ["Well", "geofence", "contains"]
        ]
      )
      const areaOf = (name: string) => overlaps.find((one: { name: string }) => one.name === name).area_m2
      assert.approximately(areaOf("Field"), 123_090_000, 50_000)
      assert.isNull(areaOf("Well"))
    })
  )

  it.effect("tells who changed it when, newest first", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const id = yield* makeArea(project, "Own", square(0, 0))
      const path = `/projects/${project}/features/${id}`
      yield* expectStatus(200, "PATCH", path, { name: "Renamed" })
      yield* expectStatus(200, "PATCH", path, { geometry: square(0, 0, 0.02) })
      // the shape as it is, is no other shape
      yield* expectStatus(200, "PATCH", path, { geometry: square(0, 0, 0.02) })
      const { history } = yield* expectStatus(200, "GET", `${path}/summary`)
      assert.deepStrictEqual(
        history.map((one: Record<string, unknown>) => [one.edition, one.what]),
        [
          [2, "properties"],
          [2, "shape"],
          [1, "properties"],
          [1, "created"]
        ]
      )
      for (const { changed_at, changed_by } of history) {
        assert.isNotNull(changed_by)
        assert.match(changed_at, /^\d{4}-.*Z$/)
      }
    })
  )

  it.effect("tells who imported it", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const text = JSON.stringify({
        type: "FeatureCollection",
        features: [{ type: "Feature", properties: { name: "Upper" }, geometry: square(1, 1) }]
      })
      const { items } = yield* expectStatus(200, "POST", `/projects/${project}/features/import`, {
        text,
        feature_type: "zone"
      })
      const path = `/projects/${project}/features/${items[0].id}/summary`
      const { history } = yield* expectStatus(200, "GET", path)
      assert.lengthOf(history, 1)
      assert.deepInclude(history[0], { edition: 1, what: "created" })
      assert.isNotNull(history[0].changed_by)
    })
  )

  it.effect("is 404 where there is no such feature", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* makeProject(), yield* makeProject()]
      const id = yield* makeArea(one.id, "Own", square(0, 0))
      yield* expectStatus(404, "GET", `/projects/${other.id}/features/${id}/summary`)
      yield* expectStatus(404, "GET", `/projects/${one.id}/features/${NOBODY}/summary`)
    })
  )
})
