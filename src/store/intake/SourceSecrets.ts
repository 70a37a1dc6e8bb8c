// Reads the passwords of data sources, for the connection test alone. Needs the pool of the role
// `pugmark_ingest`, because the API's role may not read them.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** null: none is stored */
  const passwordOf = (sourceId: string) =>
    sql<{ readonly password: string }>`
      select password from data_source_secrets where data_source_id = ${sourceId}::uuid`.pipe(
      Effect.map(([row]) => row?.password ?? null),
      Effect.orDie
    )

  return { passwordOf }
})

/** SourceSecrets reads passwords of data sources. */
export class SourceSecrets extends Context.Service<SourceSecrets>()("store/SourceSecrets", { make }) {
  static readonly layer = Layer.effect(SourceSecrets, make)
}
