// The engine on real PostgreSQL: what a batch decides is committed whole, once, and only by the owner.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { presets } from "../../src/domain/rule/presets.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { Ids } from "../../src/engine/ports.ts"
import { FactsSql } from "../../src/store/FactsSql.ts"
import { JournalSql } from "../../src/store/JournalSql.ts"
import { ObservationFeed } from "../../src/store/ObservationFeed.ts"
import { OwnershipSql } from "../../src/store/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../src/store/Pg.ts"
import { RuleBookSql } from "../../src/store/RuleBookSql.ts"
import { TestSql } from "../support/database.ts"
import { addFence, addRule, ingest, makeFarm } from "../support/farm.ts"

const engineOn = (url: typeof DatabaseUrl.Service, owner: string) => Engine.layer.pipe(
  Layer.provide(Layer.mergeAll(ObservationFeed, RuleBookSql, FactsSql, JournalSql, OwnershipSql(owner), Layer.succeed(Ids, { next: () => v7() }))),
  Layer.provide(pool({ role: "pugmark_engine", maxConnections: 4, applicationName: owner, statementTimeoutMs: 30_000 })),
  Layer.provide(Layer.succeed(DatabaseUrl, url))
)

/** An engine in its own scope; `kill` drops it without a goodbye to its lease. */
const start = Effect.fnUntraced(function*(owner: string) {
  const scope = yield* Scope.make()
  const engine = Context.get(yield* Layer.buildWithScope(engineOn(yield* DatabaseUrl, owner), scope), Engine)
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, stop: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

const until = <A, E, R>(what: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  what.pipe(Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }), Effect.timeout("10 seconds"))

const drained = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* until(sql<{ n: number }>`select count(*)::int as n from observation_log l join partition_cursor c using (partition) where l.id > c.position`, ([r]) => r!.n === 0)
})

const minute = (n: number) => Date.parse("2026-05-01T12:00:00Z") + n * 60_000
const exitRule = presets.find((p) => p.key === "geofence_exit")!.document
const fast = { ...presets.find((p) => p.key === "speed_limit")!.document, conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }, for_seconds: 0, cooldown_seconds: 0 } as const

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("the engine on PostgreSQL", (it) => {

  it.effect("R1 state of edited rule survives", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const farm = yield* makeFarm
    const rule = yield* addRule(farm, "Fast", fast)
    const first = yield* start("first")
    yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
    yield* drained
    yield* sql.withTransaction(Effect.gen(function*() {
      const [v] = yield* sql<{ v: number }>`update projects set book_version = book_version + 1 where id = ${farm.project}::uuid returning book_version::float8 as v`
      yield* sql`insert into rule_versions (rule_id, version, document, runnable) values (${rule}::uuid, 2, ${JSON.stringify({ ...fast, conditions: { ...fast.conditions, value: 30 } })}::jsonb, true)`
      yield* sql`update rules set current_version = 2, blank_from_version = ${v!.v} where id = ${rule}::uuid`
    }))
    yield* ingest(farm, [{ at: minute(1), lon: 0, speedMps: 20 }])
    yield* drained
    const rows = yield* sql`select version, active from rule_states where rule_id = ${rule}::uuid`
    assert.strictEqual(rows.length, 1)
    yield* first.stop
  }))

  it.effect("R2 title with a cut surrogate", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const farm = yield* makeFarm
    yield* sql`update entities set name = ${"🐮".repeat(200)} where id = ${farm.animal}::uuid`
    const rule = yield* addRule(farm, "Fast", { ...fast, event: { ...fast.event, title: "x" + "{entity}".repeat(37) } })
    const first = yield* start("first")
    yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
    yield* drained
    assert.strictEqual((yield* sql`select from events where rule_id = ${rule}::uuid`).length, 1)
    yield* first.stop
  }))

  it.effect("R3 ended_at stays", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const farm = yield* makeFarm
    // two animals of one partition
    const calf = farm.animal.slice(0, 30) + "abcde" + farm.animal.slice(-1)
    yield* sql`insert into entities (id, project_id, entity_type_id, name) select ${calf}::uuid, ${farm.project}::uuid, id, 'Berta' from entity_types where key = 'cow'`
    yield* sql`insert into devices (id, name) values (${farm.collar.slice(0, 30) + "abcdef"}::uuid, 'Collar 2')`
    const other = { ...farm, animal: calf, collar: farm.collar.slice(0, 30) + "abcdef" }
    const rule = yield* addRule(farm, "Fast", fast)
    const first = yield* start("first")
    yield* ingest(farm, [{ at: minute(0), lon: 0, speedMps: 20 }])
    yield* ingest(other, [{ at: minute(0), lon: 0, speedMps: 20 }])
    yield* drained
    yield* sql`update rules set enabled = false where id = ${rule}::uuid`
    yield* sql`update projects set book_version = book_version + 1 where id = ${farm.project}::uuid`
    yield* ingest(farm, [{ at: minute(1), lon: 0, speedMps: 20 }])
    yield* drained
    const ends = sql<{ ended_at: Date }>`select ended_at from events where rule_id = ${rule}::uuid order by entity_id`
    const one = (yield* ends).map((e) => e.ended_at?.getTime())
    yield* Effect.sleep("50 millis")
    yield* ingest(other, [{ at: minute(1), lon: 0, speedMps: 20 }])
    yield* drained
    assert.deepStrictEqual((yield* ends).map((e) => e.ended_at?.getTime()), one)
    yield* first.stop
  }))
})
