// Stores passwords of brokers and websocket servers, apart from what may be shown of a source.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { listensAt, type SourceConfigInput, withoutPassword } from "../../domain/tracking/SourceConfig.ts"

/** Stores the password of a written configuration; returns what may be shown. */
export const storePassword = Effect.fnUntraced(function* <A extends { readonly config?: SourceConfigInput }>(
  sql: SqlClient.SqlClient,
  id: string,
  { config, ...others }: A
) {
  if (config === undefined) return others
  const { config: shown, password } = withoutPassword(config)
  if (password === null) yield* sql`delete from data_source_secrets where data_source_id = ${id}`
  // the password of one server is not sent to another
  if (password === undefined)
    yield* sql`
      delete from data_source_secrets
      where data_source_id in (
        select id
        from data_sources
        where id = ${id}
          and coalesce(config #>> '{mqtt,url}', config #>> '{websocket,url}') is distinct from ${listensAt(shown)}
      )`
  if (typeof password === "string") {
    // no upsert, because it would read what this role may only write
    yield* sql`delete from data_source_secrets where data_source_id = ${id}`
    yield* sql`insert into data_source_secrets (data_source_id, password) values (${id}, ${password})`
  }
  return { ...others, config: shown }
})
