// The tables guard themselves: what a defect in the program would write is refused by a constraint or by the
// database role.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { type DatabaseRole, DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { serverMessage } from "../../../src/store/sql/serverMessage.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, makeFarm } from "../../support/sql/farm.ts"

/** What the server says to a statement; null when it does it. */
const refusal = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.unsafe(statement).pipe(
      Effect.as(null),
      Effect.catch((e) => Effect.succeed(serverMessage(e)))
    )
  })

const as = <A, E>(role: DatabaseRole, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const url = yield* DatabaseUrl
    return yield* work.pipe(
      Effect.provide(
        pool({ role, maxConnections: 1, applicationName: "guards", statementTimeoutMs: 5000 }).pipe(
          Layer.provide(Layer.succeed(DatabaseUrl, url))
        )
      )
    )
  })

const position = (lon: string, lat: string, more = "") =>
  `insert into positions (device_id, record_type, original_time, lon, lat, received_at, ` +
  `batch_id${more === "" ? "" : ", speed_mps"}) values ('${v7()}', 'gnss', ` +
  `'2026-05-01T00:00:00Z', ${lon}, ${lat}, now(), 1${more})`

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("the data model", (it) => {
  it.effect("numbers are finite and coordinates on the earth", () =>
    Effect.gen(function* () {
      for (const [lon, lat, more] of [
        ["'NaN'", "0", ""],
        ["0", "'NaN'", ""],
        ["181", "0", ""],
        ["0", "-90.0000001", ""],
        ["0", "0", ", 'Infinity'"],
        ["0", "0", ", 'NaN'"],
        ["0", "0", ", -1"]
      ] as const) {
        assert.match(
          (yield* refusal(position(lon, lat, more))) ?? "accepted",
          /check constraint|violates/,
          `${lon} ${lat} ${more}`
        )
      }
      assert.isNull(yield* refusal(position("180", "-90", ", 0")))
    })
  )

  it.effect("a record is one of device, type and time; the same elsewhere is kept as conflicting", () =>
    Effect.gen(function* () {
      const device = v7()
      const insert = (lon: number, conflicting: boolean) =>
        refusal(
          `insert into positions (device_id, record_type, original_time, lon, lat, received_at, ` +
            `batch_id, conflicting) values ('${device}', 'gnss', '2026-05-01T00:00:00Z', ${lon}, 0, ` +
            `now(), 1, ${conflicting})`
        )
      assert.isNull(yield* insert(1, false))
      assert.match((yield* insert(2, false)) ?? "accepted", /unique/)
      assert.isNull(yield* insert(2, true))
    })
  )

  it.effect("assignments are half-open and cannot overlap", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const assign = (from: string, to: string) =>
        refusal(
          `insert into entity_assignments (id, device_id, project_id, entity_id, valid_from, valid_to)
            values ('${v7()}', '${farm.collar}', '${farm.project}', '${farm.animal}', '${from}', ${to})`
        )
      assert.isNull(yield* assign("2026-01-01", "'2026-02-01'"))
      assert.isNull(yield* assign("2026-02-01", "null"))
      assert.match((yield* assign("2026-01-31", "'2026-02-02'")) ?? "accepted", /exclusion/)
      assert.match((yield* assign("2025-02-02", "'2025-02-02'")) ?? "accepted", /check/)
    })
  )

  it.effect("a rule version never changes, and an event names one that exists", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "R", {})
      assert.match(
        (yield* refusal(`update rule_versions set document = '{"a": 1}' where rule_id = '${rule}'`)) ??
          "changed",
        /never change/
      )
      const event = (version: number) =>
        refusal(
          `insert into events (id, project_id, event_key, time, event_type, severity, title, ` +
            `source_kind, rule_id, rule_version) values ('${v7()}', '${farm.project}', ` +
            `sha256('${rule}${version}'), now(), 'SEEN', 'info', 't', 'rule', '${rule}', ${version})`
        )
      assert.isNull(yield* event(1))
      assert.match((yield* event(1)) ?? "accepted", /unique/)
      assert.match((yield* event(2)) ?? "accepted", /foreign key/)
    })
  )

  it.effect("enums are closed", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      assert.match(
        (yield* refusal(
          `insert into features (id, project_id, feature_type, name, geometry, changed_at_version) ` +
            `values ('${v7()}', '${farm.project}', 'lake', 'L', '{}', 1)`
        )) ?? "accepted",
        /check/
      )
      assert.match(
        (yield* refusal(
          `insert into automations (id, project_id, name, min_severity, actions) values ('${v7()}', ` +
            `'${farm.project}', 'A', 'loud', '[]')`
        )) ?? "accepted",
        /check/
      )
    })
  )

  it.effect("the analysis role reads core tables and writes only runs and geometries", () =>
    as(
      "pugmark_analysis",
      Effect.gen(function* () {
        for (const table of [
          "projects",
          "entities",
          "positions",
          "effective_position",
          "features",
          "analysis_runs"
        ])
          assert.isNull(yield* refusal(`select from ${table} limit 1`), table)
        for (const statement of [
          position("0", "0"),
          "delete from positions",
          "update entities set name = 'x'",
          "insert into jobs (id, kind) values (gen_random_uuid(), 'export')",
          "select from users",
          "select from api_tokens",
          "delete from analysis_runs",
          "update rules set name = 'x'"
        ]) {
          assert.match((yield* refusal(statement)) ?? "done", /permission denied/, statement)
        }
        assert.isNull(yield* refusal("update analysis_runs set progress = 1"))
        assert.isNull(yield* refusal("select beat('w', 'analyse', 1, '{}')"))
      })
    )
  )

  it.effect("audit entries, alert steps and rule versions cannot be rewritten by the API's role", () =>
    as(
      "pugmark_api",
      Effect.gen(function* () {
        assert.isNull(
          yield* refusal(
            `insert into audit_log (id, actor_kind, action, object_type) values ('${v7()}', 'system', ` +
              `'test', 'test')`
          )
        )
        for (const statement of [
          "update audit_log set action = 'x'",
          "delete from audit_log",
          "update alert_steps set note = 'x'",
          "update rule_versions set runnable = true"
        ]) {
          assert.match((yield* refusal(statement)) ?? "done", /permission denied/, statement)
        }
      })
    )
  )

  it.effect("the ingest and engine roles cannot read who may log in", () =>
    Effect.gen(function* () {
      for (const role of ["pugmark_ingest", "pugmark_engine"] as const) {
        assert.match((yield* as(role, refusal("select from users"))) ?? "done", /permission denied/)
        assert.match((yield* as(role, refusal("delete from positions"))) ?? "done", /permission denied/)
      }
    })
  )

  it.effect(
    "make_month gives a month a partition of its own, and says so when stray rows are in the way",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const make = (month: string) =>
          Effect.map(
            sql<{ made: boolean }>`select make_month('positions', ${month}::date) as made`,
            ([r]) => r!.made
          )
        assert.isTrue(yield* make("2031-01-15"))
        assert.isTrue(yield* make("2031-01-20"))
        yield* sql.unsafe(position("0", "0").replace("2026-05-01", "2031-01-31"))
        assert.strictEqual((yield* sql`select from positions_2031_01`).length, 1)
        yield* sql.unsafe(position("0", "0").replace("2026-05-01", "2031-02-01"))
        assert.isFalse(yield* make("2031-02-01"))
      })
  )
})
