// What is done before a role begins: the schema, and the accounts that a first start needs.
import { Effect } from "effect"
import { type FirstStart, firstStart } from "../store/access/FirstStart.ts"
import { type DatabaseRole, pool } from "../store/sql/Pg.ts"
import { prepareDatabase } from "../store/sql/prepareDatabase.ts"

const setUp = <A, E, R>(role: DatabaseRole, work: Effect.Effect<A, E, R>) =>
  Effect.provide(
    work,
    pool({ role, maxConnections: 1, applicationName: "pugmark setup", statementTimeoutMs: 600_000 })
  )

/** The schema, roles and rights that this program needs: the last that is done as the owner of the database. */
export const prepareSchema = setUp(
  null,
  Effect.tap(prepareDatabase, ({ applied, granted, logins }) =>
    granted || applied.length + logins.length > 0
      ? Effect.logInfo("the database is up to date", { applied, logins, granted })
      : Effect.void
  )
)

/** Where nobody can log in yet, the first admin; and the start-up token. Returns what a person has to be told. */
export const prepareAccounts = <E>(first: FirstStart<E>) => setUp("pugmark_api", firstStart(first))
