// Tries whether a role can log in: the only check that every owner may make, superuser or not.
import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { serverMessage } from "../sql/serverMessage.ts"
import { sqlStateOf } from "../sql/sqlState.ts"

/**
 * Attempt is "in", or "refused" with the server's message: the password, a role without login, or
 * pg_hba.conf.
 */
type Attempt =
  | { readonly _tag: "in" }
  | { readonly _tag: "refused"; readonly said: string; readonly state: string }

/**
 * NO_CONNECT_STATE is the SQLSTATE of a login with the right password to a database that it may not connect
 * to.
 */
const NO_CONNECT_STATE = "42501"

/** Logs in and out. Fails where the answer is unknown, as when the server has no connection left. */
export const tryLogin = (url: Redacted.Redacted): Effect.Effect<Attempt, SqlError> =>
  Effect.flatMap(
    PgClient.makeClient({ url, applicationName: "pugmark logins", connectTimeout: "10 seconds" }),
    (sql) => sql`select 1`
  ).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.as<Attempt>({ _tag: "in" }),
    Effect.catch((error) => {
      const state = sqlStateOf(error)
      if (state === NO_CONNECT_STATE) return Effect.succeed<Attempt>({ _tag: "in" })
      return state.startsWith("28")
        ? Effect.succeed<Attempt>({ _tag: "refused", said: serverMessage(error), state })
        : Effect.fail(error)
    })
  )
