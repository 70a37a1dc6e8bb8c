// Partitions over several engine processes on PostgreSQL: who is granted what, and how a partition moves.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import type { Grant } from "../../../src/engine/ports.ts"
import { PartitionPlacement } from "../../../src/engine/ports.ts"
import { ClusterPlacement } from "../../../src/store/engine/placement/ClusterPlacement.ts"
import { ShutdownLogFilter } from "../../../src/store/engine/placement/ShutdownLogFilter.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { TestSql } from "../../support/sql/database.ts"

/** A process that takes every partition it is granted, and lets go of what is revoked unless it hangs. */
const join = Effect.fnUntraced(function* (owner: string, state = { hangs: false }) {
  const scope = yield* Scope.make()
  const database = pool({
    role: "pugmark_engine",
    maxConnections: 2,
    applicationName: owner,
    statementTimeoutMs: 30_000
  }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl)))
  const placement = Context.get(
    yield* Layer.buildWithScope(ClusterPlacement(owner).pipe(Layer.provide(database)), scope),
    PartitionPlacement
  )
  const taken = new Map<number, Grant>()
  const follow = Effect.sync(() => {
    for (const [partition, grant] of taken)
      if (grant.isRevoked && !state.hangs) {
        taken.delete(partition)
        grant.release()
      }
    for (const grant of placement.look().values())
      if (!taken.has(grant.partition)) {
        grant.take()
        taken.set(grant.partition, grant)
      }
  })
  yield* follow.pipe(Effect.andThen(placement.changed), Effect.forever, Effect.forkIn(scope))
  return { taken, leave: Effect.andThen(placement.close, Scope.close(scope, Exit.void)) }
})

const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("20 seconds")
  )

/** Collects the warnings of an effect. */
const warningsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const warnings: Array<string> = []
    const collector = Logger.make<unknown, void>(({ logLevel, message }) => {
      if (logLevel === "Warn" || logLevel === "Error") warnings.push(String(message))
    })
    return effect.pipe(Effect.provide(Logger.layer([collector])), Effect.as(warnings))
  })

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("partitions over processes", (it) => {
  it.effect(
    "one alone has all of them; two share them, none is in both, and who leaves gives them back",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const one = yield* join("one:1")
        yield* until(() => one.taken.size === ALL_PARTITIONS.length)
        const two = yield* join("two:2")
        yield* until(() => two.taken.size > 0 && one.taken.size + two.taken.size === ALL_PARTITIONS.length)
        assert.deepStrictEqual(
          [...one.taken.keys(), ...two.taken.keys()].toSorted((a, b) => a - b),
          ALL_PARTITIONS
        )
        assert.isAtLeast(Math.min(one.taken.size, two.taken.size), ALL_PARTITIONS.length / 4)
        const runners = yield* sql<{ address: string }>`select address from cluster_runners order by address`
        assert.deepStrictEqual(
          runners.map(({ address }) => address.split("/")[0]),
          ["one:1", "two:2"]
        )
        yield* one.leave
        yield* until(() => two.taken.size === ALL_PARTITIONS.length)
        yield* two.leave
        assert.deepStrictEqual(yield* sql`select from cluster_runners`, [])
      })
  )

  it.effect("a partition that is not let go is given to another all the same, after four seconds", () =>
    Effect.gen(function* () {
      const state = { hangs: false },
        one = yield* join("one:1", state)
      yield* until(() => one.taken.size === ALL_PARTITIONS.length)
      state.hangs = true
      const two = yield* join("two:2")
      yield* until(() => two.taken.size > 0)
      assert.strictEqual(one.taken.size, ALL_PARTITIONS.length)
      yield* two.leave
      yield* one.leave
    })
  )

  it.effect("a heartbeat that a clock left in the future keeps nothing for longer than two seconds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into cluster_runners (address, runner, healthy, last_heartbeat)
        values ('dead/1:0', '{"address":{"host":"dead/1","port":0},"groups":["engine"],"weight":1}', true,
          now() + interval '1 hour')`
      const one = yield* join("one:1")
      yield* until(() => one.taken.size === ALL_PARTITIONS.length)
      yield* one.leave
    })
  )

  it.effect("the only process stops without a warning", () =>
    Effect.gen(function* () {
      const warnings = yield* warningsOf(
        Effect.gen(function* () {
          const one = yield* join("one:1")
          yield* until(() => one.taken.size === ALL_PARTITIONS.length)
          yield* one.leave
        })
      )
      assert.deepStrictEqual(warnings, [])
      const library = readFileSync(new URL(import.meta.resolve("effect/cluster/Sharding")), "utf8")
      assert.include(library, '"No healthy runners available"', "the words of the library have changed")
    })
  )

  it.effect("only that no process is left is kept out of the log, and only while this one stops", () =>
    Effect.gen(function* () {
      const filter = new ShutdownLogFilter()
      const say = (module: string, ...lines: ReadonlyArray<string>) =>
        Effect.forEach(lines, (line) => Effect.logWarning(line)).pipe(Effect.annotateLogs({ module }))
      const none = "No healthy runners available",
        library = "effect/cluster/Sharding"
      const warnings = yield* warningsOf(
        say(library, none).pipe(
          Effect.andThen(filter.stop),
          Effect.andThen(say(library, none, "Failed to release a shard")),
          Effect.andThen(say("another", none)),
          Effect.provide(filter.layer)
        )
      )
      assert.deepStrictEqual(warnings, [none, "Failed to release a shard", none])
    })
  )
})
