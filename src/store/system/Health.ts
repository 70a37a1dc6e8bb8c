// Whether the database answers and has the schema that this program needs.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { explainOutage } from "../sql/clusterDisk.ts"
import { publicReason } from "../sql/explainDatabase.ts"
import { MIGRATIONS_FOLDER, readMigrations } from "../sql/Migrations.ts"

/** CHECK_TIMEOUT is how long the check may take. */
const CHECK_TIMEOUT = "2 seconds"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const newest = (yield* Effect.orDie(readMigrations(MIGRATIONS_FOLDER))).at(-1)?.id ?? 0
  /** Null when ready, else what is missing, in words that are safe for any caller. */
  const missing = Effect.matchEffect(
    Effect.timeout(sql<{ id: number | null }>`select max(id) as id from schema_migrations`, CHECK_TIMEOUT),
    {
      onFailure: (error) => Effect.map(explainOutage(isSqlError(error) ? error : null), publicReason),
      onSuccess: ([row]) =>
        Effect.succeed((row?.id ?? 0) >= newest ? null : "The database has not been migrated.")
    }
  )
  return { missing }
})

/** Health checks readiness. */
export class Health extends Context.Service<Health>()("store/Health", { make }) {
  static readonly layer = Layer.effect(Health, make)
}
