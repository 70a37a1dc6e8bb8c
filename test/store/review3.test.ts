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

  it.effect("R5 renew against commit", () => Effect.gen(function*() {
    const { Ownership, Journal } = yield* Effect.promise(() => import("../../src/engine/ports.ts"))
    const { Changes } = yield* Effect.promise(() => import("../../src/engine/Changes.ts"))
    const own = Context.get(yield* Layer.build(OwnershipSql("probe")), Ownership)
    const journal = Context.get(yield* Layer.build(JournalSql), Journal)
    const held = (yield* own.claim)!
    const at = new Map(held.cursors.map((c) => [c.partition, c.position]))
    let n = 0, renewed = 0
    const commits = Effect.gen(function*() {
      for (; n < 1500; n++) {
        const changes = new Changes(0)
        const parts = [...at.keys()].sort(() => Math.random() - 0.5).slice(0, 12)
        for (const p of parts) changes.cursors.push({ partition: p, from: at.get(p)!, to: at.get(p)! + 1 })
        yield* journal.commit(held, changes)
        for (const p of parts) at.set(p, at.get(p)! + 1)
      }
    })
    const renews = Effect.gen(function*() { for (;;) { yield* own.renew(held); renewed++ } })
    const exit = yield* Effect.exit(Effect.raceFirst(commits, renews))
    console.log("PROBE", n, renewed, exit._tag, exit._tag === "Failure" ? String(exit.cause).slice(0, 300) : "")
  }))
})
