// COPY from the client, in the transaction under way. Only connections of a pool that was made for it can copy.
import type { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Duplex } from "node:stream"
import { SAVEPOINT_NAME, CopySocket, forgetRequest, storeRequest } from "./CopySocket.ts"
import { addressOf } from "./openSocket.ts"

const copying = new WeakSet<SqlClient.SqlClient>()

/** Returns the option of the driver with which the connections of a pool can copy; null: the url is none. */
export const copyStream = (url: Redacted.Redacted): (() => Duplex) | null => {
  const address = addressOf(url)
  return address === null ? null : () => new CopySocket(address)
}

const run = (sql: SqlClient.SqlClient, text: string) =>
  Effect.ensuring(
    sql.unsafe(text).unprepared,
    Effect.sync(() => forgetRequest(text))
  )

/**
 * Tests whether the connections of a pool can copy, and notes it. A driver that writes its statements in
 * another way sends the text of the test to the server, which does not know it: then nothing is copied.
 */
export const noteCopying = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* run(sql, storeRequest(null)).pipe(
    Effect.tap(() => Effect.sync(() => copying.add(sql))),
    Effect.catchCause((cause) => Effect.logWarning("this driver cannot copy: rows are inserted", cause))
  )
})

/** Whether the connections of a client can copy. */
export const canCopy = (sql: SqlClient.SqlClient): boolean => copying.has(sql)

/**
 * Copies rows in a savepoint of the transaction under way, in one round trip. False: the server refused them,
 * and the transaction is as it was before. It is not interrupted; the statement timeout bounds it.
 */
export const copyIn = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  statement: string,
  rows: Uint8Array
) {
  return yield* run(sql, storeRequest({ statement, rows })).pipe(
    Effect.as(true),
    Effect.catch(() =>
      Effect.as(
        Effect.andThen(
          sql`rollback to savepoint ${sql.literal(SAVEPOINT_NAME)}`,
          sql`release savepoint ${sql.literal(SAVEPOINT_NAME)}`
        ),
        false
      )
    )
  )
}, Effect.uninterruptible)
