// A database that fails: whoever sends is told to come again, the log says once what is wrong and what to do.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Logger, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { explainDatabase } from "../../../src/store/sql/explainDatabase.ts"
import { makeOutage } from "../../../src/store/intake/outage.ts"
import { isUnavailable, isTransient } from "../../../src/store/sql/isTransient.ts"
import { TestSql } from "../../support/sql/database.ts"

/** A failure of the real server, with the state it would have. */
const raise = (state: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`do $$ begin raise exception using errcode = '${state}', message = 'so it is'; end $$`)
  )

/** Nobody listens at port 1. */
const knockInVain = Effect.scoped(
  Effect.flatMap(
    PgClient.makeClient({ url: Redacted.make("postgresql://nobody@127.0.0.1:1/nothing") }),
    (sql) => sql`select 1`
  )
).pipe(Effect.provide(Reactivity.layer))

const listening = () => {
  const lines: Array<unknown> = []
  return {
    lines,
    logger: Logger.layer([
      Logger.make<unknown, void>(({ message }) => {
        lines.push(message)
      })
    ])
  }
}

layer(TestSql)("a database that fails", (it) => {
  it.effect.each([
    ["53100", "Its disk is full. Free space where its data lie"],
    ["53300", "raise max_connections"],
    ["53200", "out of memory"],
    ["58030", "Its disk fails or has become read-only"],
    ["57P03", "It is stopping or starting"]
  ] as const)("with %s is away, and what to do is said", ([state, remedy]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(raise(state))
      assert.isTrue(isUnavailable(error))
      assert.isTrue(isTransient(error))
      const { code, detail, remedy: said } = explainDatabase(error)
      assert.deepStrictEqual([code, detail], [state, "so it is"])
      assert.include(said, remedy)
    })
  )

  it.effect("by not being there is away, and what to do is said", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(knockInVain)
      assert.isTrue(isUnavailable(error))
      assert.include(explainDatabase(error).remedy, "Start PostgreSQL, or correct DATABASE_URL.")
    })
  )

  it.effect("by a mistake of ours is not away", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(raise("22012"))
      assert.isFalse(isTransient(error))
    })
  )

  it.effect("is told to the log once for each cause, and once when it is over", () => {
    const { lines, logger } = listening()
    return Effect.gen(function* () {
      const { reading, writing } = makeOutage(() => "not now" as const)
      for (const state of ["53100", "53100", "53300", "53300"])
        assert.strictEqual(yield* Effect.flip(writing(raise(state))), "not now")
      yield* TestClock.adjust("40 seconds")
      yield* writing(Effect.void)
      yield* writing(Effect.void)
      yield* reading(Effect.void)
      assert.deepStrictEqual(
        lines
          .map(
            (line) => (line as ReadonlyArray<{ readonly code?: string; readonly after_seconds?: number }>)[1]
          )
          .map((facts) => facts?.code ?? facts?.after_seconds),
        ["53100", "53300", 40]
      )
    }).pipe(Effect.provide(logger))
  })

  it.effect("that is full can still be read, which does not end the outage", () => {
    const { lines, logger } = listening()
    return Effect.gen(function* () {
      const { reading, writing } = makeOutage(() => "not now" as const)
      yield* Effect.flip(writing(raise("53100")))
      yield* reading(Effect.void)
      yield* Effect.flip(writing(raise("53100")))
      assert.lengthOf(lines, 1)
    }).pipe(Effect.provide(logger))
  })

  it.effect("and says nothing is away after ten seconds", () => {
    const { lines, logger } = listening()
    return Effect.gen(function* () {
      const sending = yield* Effect.forkChild(
        Effect.flip(makeOutage(() => "not now" as const).writing(Effect.never))
      )
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* Fiber.join(sending), "not now")
      assert.include(JSON.stringify(lines), "Look whether it runs, is frozen, or waits for its disk")
    }).pipe(Effect.provide(logger))
  })
})
