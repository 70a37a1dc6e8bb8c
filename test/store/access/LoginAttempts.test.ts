// What the database remembers of tries to log in: who comes by which lane, and whom the failures of others
// hold up.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { FREE_FAILURES_PER_ADDRESS } from "../../../src/domain/access/throttle.ts"
import { LoginAttempts } from "../../../src/store/access/LoginAttempts.ts"
import { TestSql } from "../../support/sql/database.ts"

const one = (address: string, account: string, cameBack = false) => ({
  address,
  account,
  cameBack,
  isKnown: false
})

/** The lane of a try, or for how many seconds it waits. */
const laneOf = (address: string, account: string, cameBack = false) =>
  Effect.flatMap(LoginAttempts, ({ look }) =>
    Effect.match(look(one(address, account, cameBack)), {
      onSuccess: (lane) => lane as string,
      onFailure: (why) => `${why._tag} ${why.seconds}`
    })
  )

const fails = (address: string, account: string) =>
  Effect.flatMap(LoginAttempts, ({ begin }) => begin(one(address, account)))

/** So much of the hour is over. */
const later = (seconds: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
  update login_attempts set last_at = last_at - make_interval(secs => ${seconds}),
    blocked_until = blocked_until - make_interval(secs => ${seconds})`
  )

layer(Layer.provideMerge(LoginAttempts.layer, TestSql), { excludeTestServices: true, timeout: "60 seconds" })(
  "a try to log in",
  (it) => {
    it.effect(
      "comes by the lane of those without failures unless its address or its account has failed of late, wherever from",
      () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* laneOf("192.0.2.1", "ines@example.org"), "clean")
          yield* fails("192.0.2.66", "ines@example.org")
          assert.strictEqual(
            yield* laneOf("192.0.2.1", "ines@example.org"),
            "doubtful",
            "her account is being guessed at"
          )
          assert.strictEqual(
            yield* laneOf("192.0.2.66", "jan@example.org"),
            "doubtful",
            "his neighbour guesses"
          )
          assert.strictEqual(yield* laneOf("192.0.2.1", "jan@example.org"), "clean")
          yield* Effect.flatMap(LoginAttempts, ({ succeeded }) =>
            succeeded(one("192.0.2.66", "ines@example.org"))
          )
          assert.deepStrictEqual(
            [yield* laneOf("192.0.2.1", "ines@example.org"), yield* laneOf("192.0.2.66", "jan@example.org")],
            ["clean", "clean"]
          )
          yield* fails("192.0.2.66", "ines@example.org")
          yield* later(3601)
          assert.strictEqual(yield* laneOf("192.0.2.1", "ines@example.org"), "clean")
        })
    )

    it.effect(
      "of whoever shares an address with somebody guessing is looked at within a minute, and is no way to guess on",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient,
            home = "192.0.2.7"
          yield* fails(home, "guessed@example.org")
          yield* sql`update login_attempts set failures = ${FREE_FAILURES_PER_ADDRESS + 30}
            where address = ${home}::cidr and account = ''`
          yield* fails(home, "another@example.org")
          assert.strictEqual(yield* laneOf(home, "guessed@example.org"), "Throttled 900")
          assert.strictEqual(yield* laneOf(home, "kai@example.org"), "Throttled 10")
          assert.match(
            yield* laneOf(home, "kai@example.org", true),
            /^Throttled (10|9|8)$/,
            "somebody else was looked at just now"
          )
          yield* later(11)
          assert.strictEqual(
            yield* laneOf(home, "kai@example.org"),
            "Throttled 10",
            "who comes for the first time is told to come back"
          )
          assert.match(yield* laneOf(home, "guessed@example.org", true), /^Throttled 8\d\d$/)
          assert.strictEqual(yield* laneOf(home, "kai@example.org", true), "doubtful")
          yield* Effect.flatMap(LoginAttempts, ({ begin }) => begin(one(home, "kai@example.org", true)))
          assert.match(
            yield* laneOf(home, "kai@example.org", true),
            /^Throttled 900$/,
            "the password was wrong"
          )
        })
    )
  }
)
