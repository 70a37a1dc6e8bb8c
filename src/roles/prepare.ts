// What is done before a role starts: the schema, and the accounts of a first start.
import { Effect } from "effect"
import { type FirstStart, firstStart } from "../store/access/FirstStart.ts"
import { type DatabaseRole, pool } from "../store/sql/Pg.ts"
import { prepareDatabase } from "../store/sql/prepareDatabase.ts"

const setUp = <A, E, R>(role: DatabaseRole, work: Effect.Effect<A, E, R>) =>
  Effect.provide(
    work,
    pool({ role, maxConnections: 1, applicationName: "pugmark setup", statementTimeoutMs: 600_000 })
  )

/** Prepares the schema, roles and rights that this program needs: the last step as the owner of the database. */
export const prepareSchema = setUp(
  null,
  Effect.tap(prepareDatabase, ({ applied, granted, logins }) =>
    granted || applied.length + logins.length > 0
      ? Effect.logInfo("the database is up to date", { applied, logins, granted })
      : Effect.void
  )
)

/**
 * Makes the first admin where no user can log in yet, and the start-up token. Returns what the operator has
 * to be told.
 */
export const prepareAccounts = <E>(first: FirstStart<E>) => setUp("pugmark_api", firstStart(first))
