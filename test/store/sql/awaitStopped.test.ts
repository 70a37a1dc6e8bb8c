// A start that has migrations to apply, where processes of another version may still run.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as SqlClient from "effect/sql/SqlClient"
import { awaitStopped } from "../../../src/store/sql/awaitStopped.ts"
import { TestSql } from "../../support/sql/database.ts"

const beat = (role: string, secondsAgo: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into worker_heartbeats as w (worker, role, pid, detail, beat_at)
      values (${`range:7/${role}`}, ${role}, 7, '{}', clock_timestamp() - make_interval(secs => ${secondsAgo}::float8))
      on conflict (worker) do update set beat_at = excluded.beat_at`
  })

/** How it ends, and after how many seconds. */
const outcome = (during = Effect.void as Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const waiting = yield* Effect.forkChild(
      Effect.match(awaitStopped, { onSuccess: () => "goes on", onFailure: ({ message }) => message })
    )
    let seconds = 0
    for (; waiting.pollUnsafe() === undefined; seconds += 0.5) {
      if (seconds === 2) yield* during
      yield* TestClock.adjust("500 millis")
      // statements go over a socket
      yield* TestClock.withLive(Effect.sleep("20 millis"))
    }
    return { end: yield* Fiber.join(waiting), seconds }
  })

layer(TestSql, { timeout: "60 seconds" })("before a migration", (it) => {
  it.effect("a start waits until heartbeats of a moment ago do not come again, and not for older ones", () =>
    Effect.gen(function* () {
      yield* beat("serve", 60)
      const atOnce = yield* outcome()
      assert.strictEqual(atOnce.end, "goes on")
      assert.isBelow(atOnce.seconds, 5)
      yield* beat("engine", 1)
      const { end, seconds } = yield* outcome()
      assert.strictEqual(end, "goes on")
      assert.isAtLeast(seconds, 5)
    })
  )

  it.effect("refuses where one comes, and names the process with what it does", () =>
    Effect.gen(function* () {
      yield* beat("engine", 1)
      yield* beat("serve", 2)
      const { end } = yield* outcome(beat("engine", 0))
      assert.strictEqual(
        end,
        "the database is in use by another version: range:7 (engine, serve). Stop it, make a backup, and " +
          "start this version again. Nothing was changed."
      )
    })
  )
})
