// Passwords for brokers and websocket servers: kept apart from what of a source may be shown.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { listensAt, type SourceConfigInput, withoutPassword } from "../../domain/tracking/SourceConfig.ts"

/** Keeps the password that a written configuration speaks of; gives what may be shown. */
export const keepPassword = Effect.fnUntraced(function* <A extends { readonly config?: SourceConfigInput }>(
  sql: SqlClient.SqlClient,
  id: string,
  { config, ...others }: A
) {
  if (config === undefined) return others
  const { config: shown, password } = withoutPassword(config)
  if (password === null) yield* sql`delete from data_source_secrets where data_source_id = ${id}`
  // what was told to one server is not told to another
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
    // not an upsert: that would have to read what this role may only write
    yield* sql`delete from data_source_secrets where data_source_id = ${id}`
    yield* sql`insert into data_source_secrets (data_source_id, password) values (${id}, ${password})`
  }
  return { ...others, config: shown }
})
