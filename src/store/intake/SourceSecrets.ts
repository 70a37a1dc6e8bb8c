// Reads the passwords of data sources, for the connection test alone. Needs the pool of the role
// `pugmark_ingest`, because the API's role may not read them.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/** SourceSecrets reads passwords of data sources. */
export class SourceSecrets extends Context.Service<
  SourceSecrets,
  {
    /** null: none is stored */
    readonly passwordOf: (sourceId: string) => Effect.Effect<string | null>
  }
>()("store/SourceSecrets") {
  static readonly layer = Layer.effect(
    SourceSecrets,
    Effect.map(SqlClient.SqlClient, (sql) =>
      SourceSecrets.of({
        passwordOf: (id) =>
          Effect.map(
            sql<{
              password: string
            }>`select password from data_source_secrets where data_source_id = ${id}::uuid`,
            ([row]) => row?.password ?? null
          ).pipe(Effect.orDie)
      })
    )
  )
}
