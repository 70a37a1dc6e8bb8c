// How much geometry a project may have: refused where it is saved, with the figure and what to do; and a project
// that had more before goes on, its rules with it.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { DEFAULT_MAX_GEOMETRY_BYTES } from "../../../../src/domain/tracking/geometryLimit.ts"
import { DatabaseUrl } from "../../../../src/store/sql/Pg.ts"
import { addFence, addRule, type Farm, ingest, makeFarm } from "../../../support/sql/farm.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

const VERTICES = 9990

/** A round fence of many vertices. */
const round = (lon: number, vertices = VERTICES) => ({
  type: "Polygon",
  coordinates: [
    Array.from({ length: vertices + 1 }, (_, i) => {
      const angle = (2 * Math.PI * (i % vertices)) / vertices
      return [Number((lon + 0.5 * Math.cos(angle)).toFixed(6)), Number((0.5 * Math.sin(angle)).toFixed(6))]
    })
  ]
})

/** Such fences as a release without a bound left them. */
const plant = Effect.fnUntraced(function* (farm: Farm, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with p as (update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid
      returning id, rule_set_version)
    insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
    select gen_random_uuid(), p.id, 'geofence', 'Fence ' || i, ${JSON.stringify(round(0))}::jsonb, rule_set_version
    from p, generate_series(1, ${count}::int4) i`
})

const bytesOf = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly bytes: number; readonly n: number }>`
    select sum(octet_length(geometry::text))::float8 as bytes, count(*)::int as n
    from features
    where project_id = ${farm.project}::uuid`
  return row!
})

const leaves = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
  event: { event_type: "LEFT", title: "{entity} left {feature}" }
}
const enters = {
  ...leaves,
  conditions: { type: "spatial", relation: "enter", feature_type: "geofence" },
  event: { event_type: "CAME", title: "{entity} entered {feature}" }
}

const issueOf = (body: {
  readonly issues?: ReadonlyArray<unknown>
  readonly errors?: ReadonlyArray<unknown>
}) => JSON.stringify(body)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "geometry of a project is bounded",
  (it) => {
    it.effect(
      "of 80 fences of 9,990 vertices those beyond the limit are refused on every path, with the figure",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const farm = yield* makeFarm
          yield* plant(farm, 30)
          const path = `/projects/${farm.project}/features`
          const fence = (name: string) => ({ feature_type: "geofence", name, geometry: round(1) })
          let refused = yield* send("POST", path, { body: fence("Fence 31") })
          for (let i = 32; refused.status === 201 && i <= 80; i++)
            refused = yield* send("POST", path, { body: fence(`Fence ${i}`) })
          assert.strictEqual(refused.status, 422)
          const before = yield* bytesOf(farm)
          assert.isAtMost(before.bytes, DEFAULT_MAX_GEOMETRY_BYTES)
          for (const words of [
            "GEOMETRY_LIMIT",
            "8 MiB (8,388,608 bytes)",
            `(${before.bytes.toLocaleString("en")} bytes) now`,
            "fewer vertices",
            "MAX_GEOMETRY_BYTES"
          ])
            assert.include(issueOf(refused.body), words)

          const small = yield* expectStatus(201, "POST", path, { ...fence("Small"), geometry: round(1, 4) })
          const collection = JSON.stringify({
            type: "FeatureCollection",
            features: [{ type: "Feature", properties: { name: "From a file" }, geometry: round(1) }]
          })
          for (const [method, at, body] of [
            ["PATCH", `${path}/${small.id}`, { geometry: round(1) }],
            ["POST", `${path}/import`, { text: collection, feature_type: "geofence" }],
            ["POST", `${path}/import?dry_run=true`, { text: collection, feature_type: "geofence" }]
          ] as const) {
            const answer = yield* send(method, at, { body })
            assert.strictEqual(answer.status, 422, at)
            assert.include(issueOf(answer.body), "GEOMETRY_LIMIT")
          }
          assert.strictEqual((yield* bytesOf(farm)).n, before.n + 1)

          // what the message proposes: fewer vertices, or room made
          yield* expectStatus(201, "POST", path, { ...fence("Drawn simpler"), geometry: round(1, 99) })
          const { items } = yield* expectStatus(200, "GET", `${path}?limit=1`)
          yield* expectStatus(200, "PATCH", `${path}/${items[0].id}`, { name: "Renamed" })
          const sql = yield* SqlClient.SqlClient
          const [large] = yield* sql<{ readonly id: string }>`
        select id from features where project_id = ${farm.project}::uuid and name = 'Fence 2'`
          assert.strictEqual((yield* send("DELETE", `${path}/${large!.id}`)).status, 204)
          yield* expectStatus(201, "POST", path, fence("In its place"))
        })
    )

    it.effect(
      "a project that had 80 before goes on: its two rules fire, no engine starts again, and only growth is refused",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const farm = yield* makeFarm
          yield* plant(farm, 79)
          yield* addFence(farm, "The paddock", 5)
          yield* addRule(farm, "Leaves", leaves)
          yield* addRule(farm, "Comes", enters)
          assert.isAbove((yield* bytesOf(farm)).bytes, 16 * 1024 * 1024)
          yield* Layer.build(
            engineLayer({ tickGraceSeconds: 0 }).pipe(
              Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl))
            )
          )
          const now = Date.now()
          yield* ingest(farm, [
            { at: now - 90_000, lon: 0 },
            { at: now - 60_000, lon: 5 },
            { at: now - 30_000, lon: 20 }
          ])
          const fired = sql<{ readonly title: string }>`
          select title from events where project_id = ${farm.project}::uuid`
          const titles = (yield* until(fired, (rows) => rows.length === 81)).map((row) => row.title)
          assert.includeMembers(titles, [
            "Alma left Fence 79",
            "Alma entered The paddock",
            "Alma left The paddock"
          ])
          const [{ epoch }] = (yield* sql`select max(epoch)::int as epoch from partition_cursor`) as [
            { epoch: number }
          ]
          assert.strictEqual(epoch, 1)
          assert.deepStrictEqual(yield* sql`select 1 from rules where last_error is not null`, [])

          const path = `/projects/${farm.project}/features`
          const refused = yield* send("POST", path, {
            body: { feature_type: "site", name: "One more", geometry: round(1, 4) }
          })
          assert.strictEqual(refused.status, 422)
          const [large] = yield* sql<{ readonly id: string }>`
          select id from features where project_id = ${farm.project}::uuid and name = 'Fence 2'`
          yield* expectStatus(200, "PATCH", `${path}/${large!.id}`, { name: "Renamed" })
          yield* expectStatus(200, "PATCH", `${path}/${large!.id}`, { geometry: round(0, 500) })
        }).pipe(Effect.scoped),
      60_000
    )
  }
)
