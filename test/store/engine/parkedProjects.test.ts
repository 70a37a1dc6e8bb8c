// A project whose rule set cannot be loaded, as its people see it: a matter of its own, the reason on its rules, a
// failed trace; and what happened meanwhile, once it is mended.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { engineLayer } from "../../../src/roles/engine.ts"
import { MAX_DOCUMENT_BYTES } from "../../../src/domain/rule/limits.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { addFence, addRule, ingest, makeFarm } from "../../support/sql/farm.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"
import { until } from "../../support/until.ts"

const leaves = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
  event: { event_type: "LEFT", title: "{entity} left {feature}" }
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a rule set that cannot be loaded",
  (it) => {
    it.effect("parks its own project and says so; when the feature is gone, what waited is judged", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const [farm, neighbour] = [yield* makeFarm, yield* makeFarm]
        const ids = new Map<string, string>()
        for (const one of [farm, neighbour]) {
          yield* addFence(one, "Paddock", 0)
          ids.set(one.project, yield* addRule(one, "Leaves", leaves))
        }
        const broken = v7()
        yield* sql`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
        values (${broken}::uuid, ${farm.project}::uuid, 'zone', 'Torn', '{"type":"Polygon","coordinates":5}', 1)`
        yield* Layer.build(
          engineLayer({ tickGraceSeconds: 0 }).pipe(
            Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl))
          )
        )
        const now = Date.now()
        for (const one of [farm, neighbour])
          yield* ingest(one, [
            { at: now - 60_000, lon: 0 },
            { at: now - 30_000, lon: 9 }
          ])
        const eventsOf = (project: string) => sql<{ readonly title: string }>`
        select title from events where project_id = ${project}::uuid`
        yield* until(eventsOf(neighbour.project), (rows) => rows.length === 1)

        const attention = Effect.map(
          expectStatus(200, "GET", `/projects/${farm.project}/needs-attention`),
          ({ items }) =>
            items as ReadonlyArray<{
              readonly code: string
              readonly detail: string
              readonly [member: string]: unknown
            }>
        )
        const [matter, ...others] = yield* until(attention, (items) => items.length > 0)
        assert.deepInclude(matter, {
          code: "RULE_SET_UNUSABLE",
          severity: "critical",
          object: { type: "project", id: farm.project, name: "Farm" }
        })
        assert.include(matter!.detail, `the shape of the area Torn (${broken}) cannot be read`)
        assert.deepStrictEqual(others, [])
        const rulePath = `/projects/${farm.project}/rules/${ids.get(farm.project)}`
        assert.include((yield* expectStatus(200, "GET", rulePath)).last_error, "RULE_SET_UNUSABLE: ")
        const traces = yield* expectStatus(
          200,
          "GET",
          `/projects/${farm.project}/traces?code=RULE_SET_UNUSABLE&status=failed`
        )
        assert.lengthOf(traces.items, 1)
        assert.deepStrictEqual(yield* eventsOf(farm.project), [])

        // the remedy of the matter
        assert.strictEqual(
          (yield* send("DELETE", `/projects/${farm.project}/features/${broken}`)).status,
          204
        )
        const late = yield* until(eventsOf(farm.project), (rows) => rows.length > 0)
        assert.deepStrictEqual(
          late.map((row) => row.title),
          ["Alma left Paddock"]
        )
        yield* until(attention, (items) => items.length === 0)
        assert.isNull((yield* expectStatus(200, "GET", rulePath)).last_error)
        const [{ epoch }] = (yield* sql`select max(epoch)::int as epoch from partition_cursor`) as [
          { epoch: number }
        ]
        assert.strictEqual(epoch, 1)
      }).pipe(Effect.scoped)
    )

    it.effect(
      "a document of more bytes than may be is refused with the figure; one that was saved before runs on",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const farm = yield* makeFarm
          const padded = {
            ...leaves,
            schema_version: 1,
            scope: { entity_ids: Array.from({ length: 1000 }, () => v7()) },
            conditions: {
              all: Array.from({ length: 3 }, () => ({
                ...leaves.conditions,
                relation: "inside",
                feature_ids: Array.from({ length: 1000 }, () => v7())
              }))
            }
          }
          const bytes = Buffer.byteLength(JSON.stringify(padded))
          assert.isAbove(bytes, MAX_DOCUMENT_BYTES)
          const path = `/projects/${farm.project}/rules`
          const refused = yield* send("POST", path, { body: { name: "Long", document: padded } })
          assert.strictEqual(refused.status, 422)
          for (const words of ["RULE_TOO_LARGE", "98,304", "feature_type instead of many feature_ids"])
            assert.include(JSON.stringify(refused.body), words)
          const old = yield* addRule(farm, "Old", padded)
          yield* expectStatus(200, "PATCH", `${path}/${old}`, { name: "Renamed" })
          const again = yield* send("PUT", `${path}/${old}/document`, { body: { document: padded } })
          assert.strictEqual(again.status, 422)
        })
    )
  }
)
