// Whether a role is let in: the only question that every owner may ask, superuser or not, and the server's
// own answer.
import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { serverMessage } from "../sql/serverMessage.ts"
import { sqlStateOf } from "../sql/sqlState.ts"

/**
 * "in"; or "refused", with what the server said: it is the password, or the role may not log in, or
 * pg_hba.conf says no.
 */
export type Attempt =
  | { readonly _tag: "in" }
  | { readonly _tag: "refused"; readonly said: string; readonly state: string }

/** A login that works until it is told that this database is not open to it has the right password. */
const CLOSED = "42501"

/** Logs in and out. Fails where nothing is known of it, as when the server has no connection left. */
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
      if (state === CLOSED) return Effect.succeed<Attempt>({ _tag: "in" })
      return state.startsWith("28")
        ? Effect.succeed<Attempt>({ _tag: "refused", said: serverMessage(error), state })
        : Effect.fail(error)
    })
  )
