// How many rules a project may have, and what becomes of one that had more before there was a bound. Finding
// A1.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { MAX_RULES } from "../../../../src/domain/rule/limits.ts"
import { DatabaseUrl } from "../../../../src/store/sql/Pg.ts"
import { type Farm, ingest, makeFarm } from "../../../support/sql/farm.ts"
import { untilWaiting } from "../../../support/sql/locks.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

const speeding = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "SPEEDING", title: "{entity} too fast" }
}

/** As the rules table keeps it. */
const canonical = {
  ...speeding,
  schema_version: 1,
  scope: {},
  for_seconds: 0,
  cooldown_seconds: 0,
  event: { ...speeding.event, severity: "info", description: "", create_alert: false }
}

const at = (farm: Farm, path = "") => `/projects/${farm.project}/rules${path}`

/** Rules in force, as a release without a bound left them. */
const plant = Effect.fnUntraced(function* (farm: Farm, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update projects set rule_set_version = rule_set_version + 1 where id = ${farm.project}::uuid`
  yield* sql`
    with new as (insert into rules (id, project_id, name, enabled, current_version, blank_from_version,
      created_at)
        select gen_random_uuid(), p.id, 'Rule ' || i, true, 1, p.rule_set_version,
          '2026-01-01'::timestamptz + i * interval '1 second'
        from generate_series(1, ${count}::int4) i, projects p where p.id = ${farm.project}::uuid
          returning id, blank_from_version),
      versions as (insert into rule_versions (rule_id, version, document, runnable)
        select id, 1, ${JSON.stringify(canonical)}::jsonb, true from new)
    insert into rule_activations (rule_id, rule_set_version, version, blank_from_version, at)
      select id, blank_from_version, 1, blank_from_version, '2026-01-01' from new`
  return (yield* sql<{
    id: string
  }>`select id from rules where project_id = ${farm.project}::uuid order by created_at`).map((r) => r.id)
})

const rulesOf = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    n: number
  }>`select count(*)::int as n from rules where project_id = ${farm.project}::uuid and archived_at is null`
  return row!.n
})

const create = (farm: Farm, name = "One more") =>
  Effect.flatMap(TestServer, ({ send }) => send("POST", at(farm), { body: { name, document: speeding } }))

/** The line of needs-attention about the number of rules. */
const overLimit = (farm: Farm) =>
  Effect.map(expectStatus(200, "GET", `/projects/${farm.project}/needs-attention`), ({ items }) =>
    items.filter((line: { readonly code: string }) => line.code === "RULES_OVER_LIMIT")
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "rules of a project are bounded",
  (it) => {
    it.effect(
      "the one beyond them is refused with 422, the number and what to do; archiving one makes room",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const [farm, neighbour] = [yield* makeFarm, yield* makeFarm]
          const [oldest] = yield* plant(farm, MAX_RULES - 1)
          const last = yield* create(farm)
          assert.strictEqual(last.status, 201, JSON.stringify(last.body))

          const refused = yield* create(farm)
          assert.strictEqual(refused.status, 422)
          const { code, detail, errors } = refused.body
          assert.strictEqual(code, "RULE_LIMIT")
          assert.match(
            detail,
            /^The project has 500 rules, and 500 may be\. Archive rules that are no longer needed/
          )
          assert.include(detail, "one rule with a scope or several fences can often replace many")
          assert.deepStrictEqual(errors, [{ pointer: "", code, detail }])
          assert.strictEqual(yield* rulesOf(farm), MAX_RULES)
          assert.deepStrictEqual(yield* overLimit(farm), [], "at the bound nothing is wrong")

          yield* expectStatus(201, "POST", at(neighbour), { name: "Theirs", document: speeding })
          yield* expectStatus(200, "PATCH", at(farm, `/${oldest}`), { enabled: false })
          assert.strictEqual((yield* create(farm)).status, 422, "a disabled rule is one")
          assert.strictEqual((yield* send("DELETE", at(farm, `/${oldest}`))).status, 204)
          assert.strictEqual((yield* create(farm)).status, 201)
        })
    )

    it.effect("of two made at once where there is room for one, one is made", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        yield* plant(farm, MAX_RULES - 1)
        const both = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from projects where id = ${farm.project}::uuid for update`
            const fiber = yield* Effect.forkScoped(
              Effect.all([create(farm, "First"), create(farm, "Second")], { concurrency: "unbounded" })
            )
            yield* untilWaiting(2)
            return fiber
          })
        )
        const answers = yield* Fiber.join(both)
        assert.sameMembers(
          answers.map((a) => a.status),
          [201, 422]
        )
        assert.strictEqual(answers.find((a) => a.status === 422)!.body.code, "RULE_LIMIT")
        assert.strictEqual(yield* rulesOf(farm), MAX_RULES)
      }).pipe(Effect.scoped)
    )

    it.effect(
      "a project that had more before keeps them: all are judged, and may be changed, disabled and " +
        "archived; only none is made",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const farm = yield* makeFarm
          const many = MAX_RULES + 3
          const [first, second, third] = yield* plant(farm, many)
          yield* Layer.build(
            engineLayer({ tickGraceSeconds: 0 }).pipe(
              Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl))
            )
          )
          const now = Date.now()
          yield* ingest(farm, [
            { at: now - 60_000, lon: 0, speedMps: 1 },
            { at: now - 30_000, lon: 0.001, speedMps: 20 }
          ])
          yield* until(
            sql`select distinct rule_id from events where project_id = ${farm.project}::uuid`,
            (rows) => rows.length === many
          )

          const [line] = yield* overLimit(farm)
          assert.deepInclude(line, {
            severity: "warning",
            count: many,
            since: "2026-01-01T00:08:21.000Z",
            object: { type: "project", id: farm.project, name: "Farm" },
            detail:
              "Farm has 503 rules; at most 500 are allowed. All of them keep working, but no new one can be made."
          })
          assert.include(line.remedy, "Archive rules that are no longer needed")

          const refused = yield* create(farm)
          assert.deepInclude(refused.body, { status: 422, code: "RULE_LIMIT" })
          assert.include(refused.body.detail, "The project has 503 rules, and 500 may be.")
          yield* expectStatus(200, "PATCH", at(farm, `/${first}`), { name: "Renamed" })
          yield* expectStatus(200, "PATCH", at(farm, `/${second}`), { enabled: false })
          yield* expectStatus(200, "PATCH", at(farm, `/${second}`), { enabled: true })
          yield* expectStatus(200, "PUT", at(farm, `/${third}/document`), {
            document: { ...speeding, cooldown_seconds: 60 }
          })
          for (const id of [first, second, third])
            assert.strictEqual((yield* send("DELETE", at(farm, `/${id}`))).status, 204)
          assert.deepStrictEqual(yield* overLimit(farm), [])
          assert.strictEqual((yield* create(farm)).status, 422)
        }).pipe(Effect.scoped),
      60_000
    )
  }
)
