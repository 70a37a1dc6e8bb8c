// Features over HTTP: shapes accepted and refused, circles, revisions, and what an edition of the rule set means
// for rules.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, fresh, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

interface Stored {
  readonly revision: number
  readonly changed: number
  readonly version: number
}

const stored = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<Stored>`
    select f.revision, f.changed_at_version::int4 as changed, p.rule_set_version::int4 as version from features f
      join projects p on p.id = f.project_id where f.id = ${id}`,
      ([row]) => row!
    )
  )

const revisions = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ revision: number; geometry: unknown }>`
    select distinct revision, geometry from feature_editions where feature_id = ${id} order by revision`,
      (rows) => rows.map((row) => row.revision)
    )
  )

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("features", (it) => {
  it.effect("a geofence is stored wound the right way and told as it is stored", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/features`
      const clockwise = {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [0, 1],
            [1, 1],
            [1, 0],
            [0, 0]
          ]
        ]
      }
      const made = yield* expectStatus(201, "POST", path, {
        feature_type: "geofence",
        name: "Fence",
        geometry: clockwise,
        attributes: { colour: "red" }
      })
      assert.deepStrictEqual(made.geometry, {
        type: "Polygon",
        coordinates: [clockwise.coordinates[0]!.toReversed()]
      })
      assert.deepInclude(made, { revision: 1, feature_type: "geofence", attributes: { colour: "red" } })
      assert.deepStrictEqual(yield* expectStatus(200, "GET", `${path}/${made.id}`), made)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?feature_type=geofence`)).items, 1)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?feature_type=route`)).items, 0)
    })
  )

  it.effect("a circle is a polygon made of the shape, centre and radius_m in its attributes", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/features`
      const round = { shape: "circle", centre: [10.1, 53.5], radius_m: 250 }
      const made = yield* expectStatus(201, "POST", path, {
        feature_type: "zone",
        name: "Well",
        attributes: round
      })
      assert.strictEqual(made.geometry.type, "Polygon")
      assert.lengthOf(made.geometry.coordinates[0], 65)
      const wider = yield* expectStatus(200, "PATCH", `${path}/${made.id}`, {
        attributes: { ...round, radius_m: 500 }
      })
      assert.strictEqual(wider.revision, 2)
      assert.notDeepEqual(wider.geometry, made.geometry)
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${made.id}`, { geometry: square(0, 0) })).errors[0]
          .pointer,
        "/geometry"
      )
      for (const [attributes, pointer] of [
        [{ shape: "circle", centre: [1, 1], radius_m: 1e9 }, "/attributes/radius_m"],
        [{ shape: "circle", centre: [1, 1] }, "/attributes/radius_m"],
        [{ shape: "circle", centre: [1, 91], radius_m: 5 }, "/attributes/centre"],
        [{ shape: "circle", centre: "here", radius_m: 5 }, "/attributes/centre"]
      ] as const) {
        assert.strictEqual(
          (yield* expectStatus(422, "POST", path, { feature_type: "zone", name: "Bad", attributes }))
            .errors[0].pointer,
          pointer
        )
      }
    })
  )

  it.effect("only a change of the shape is a new revision; the ones before are kept", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const made = yield* expectStatus(201, "POST", `/projects/${project.id}/features`, {
        feature_type: "zone",
        name: fresh("Zone"),
        geometry: square(0, 0)
      })
      const path = `/projects/${project.id}/features/${made.id}`
      const first = yield* stored(made.id)
      assert.strictEqual(first.changed, first.version)
      yield* expectStatus(200, "PATCH", path, { name: "Renamed", attributes: { colour: "blue" } })
      assert.deepStrictEqual(yield* stored(made.id), { ...first, version: first.version + 1 })
      yield* expectStatus(200, "PATCH", path, { geometry: square(0, 0) })
      assert.deepStrictEqual(yield* stored(made.id), { ...first, version: first.version + 2 })
      assert.strictEqual((yield* expectStatus(200, "PATCH", path, { geometry: square(1, 1) })).revision, 2)
      assert.deepStrictEqual(yield* stored(made.id), {
        revision: 2,
        changed: first.version + 3,
        version: first.version + 3
      })
      assert.deepStrictEqual(yield* revisions(made.id), [1, 2])
    })
  )

  it.effect("the radius of a line is part of its shape", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/features`
      const line = {
        type: "LineString",
        coordinates: [
          [0, 0],
          [1, 1]
        ]
      }
      const made = yield* expectStatus(201, "POST", path, {
        feature_type: "route",
        name: "Trail",
        geometry: line,
        attributes: { radius_m: 30 }
      })
      assert.strictEqual(
        (yield* expectStatus(200, "PATCH", `${path}/${made.id}`, { attributes: { radius_m: 60 } })).revision,
        2
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${made.id}`, { attributes: { radius_m: "60" } }))
          .errors[0].pointer,
        "/attributes/radius_m"
      )
    })
  )

  it.effect("what is wrong with a shape is said where it is wrong", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/features`
      const post = (geometry: unknown) =>
        expectStatus(422, "POST", path, { feature_type: "zone", name: "Bad", geometry })
      assert.strictEqual(
        (yield* post({ type: "Point", coordinates: [1, "2"] })).errors[0].pointer,
        "/geometry/coordinates/1"
      )
      assert.strictEqual(
        (yield* post({
          type: "Polygon",
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0]
            ]
          ]
        })).errors[0].code,
        "RING_UNCLOSED"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, { feature_type: "zone", name: "Bad" })).errors[0].pointer,
        "/geometry"
      )
      assert.lengthOf((yield* expectStatus(200, "GET", path)).items, 0)
    })
  )

  it.effect("a feature that an enabled rule names is not removed", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const made = yield* expectStatus(201, "POST", `/projects/${project.id}/features`, {
        feature_type: "zone",
        name: "Needed",
        geometry: square(0, 0)
      })
      const document = {
        trigger: { kind: "position" },
        scope: {},
        conditions: { type: "spatial", relation: "enter", feature_ids: [made.id] },
        for_seconds: 0,
        cooldown_seconds: 0,
        event: { event_type: "ENTERED", severity: "info", title: "{entity} entered", create_alert: false }
      }
      const rule = yield* expectStatus(201, "POST", `/projects/${project.id}/rules`, {
        name: "Watch",
        document,
        enabled: true
      })
      const path = `/projects/${project.id}/features/${made.id}`
      assert.deepInclude(yield* expectStatus(409, "DELETE", path), {
        code: "IN_USE",
        conflicting_id: rule.id
      })
      yield* expectStatus(200, "PATCH", `/projects/${project.id}/rules/${rule.id}`, { enabled: false })
      yield* expectStatus(204, "DELETE", path)
      yield* expectStatus(404, "DELETE", path)
      yield* expectStatus(404, "PATCH", `/projects/${project.id}/features/${NOBODY}`, { name: "x" })
    })
  )
})
