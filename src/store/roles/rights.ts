// The rights of a database's roles: one script gives them all, again and again; what it gave is remembered,
// so that it is known when they are others.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { splitSql } from "../sql/splitSql.ts"
import { putNames } from "./names.ts"

const SCRIPT = fileURLToPath(new URL("../../../migrations/repeatable/grants.sql", import.meta.url))

/** The text of the script, the same whatever its line ends. */
export const readGrants: Effect.Effect<string> = Effect.promise(async () =>
  (await readFile(SCRIPT, "utf8")).replaceAll("\r\n", "\n")
)

/** A line for each right: who, what, on what. In order. */
export const rightsNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    select grantee || ' ' || lower(privilege) || case
      when grantable then ' (and may grant it)'
      else ''
    end || ' ' || object || coalesce('.' || column_name, '') as line
    from database_rights`
  return rows.map(({ line }) => line).toSorted()
})

/** What the script gave when it was last run. */
export const givenRights = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [given] = yield* sql<{ rights: ReadonlyArray<string> | null }>`select rights from database_access`
  return given?.rights ?? []
})

/**
 * Runs the script where it changed, where the rights are not those that it gave, or when told to. Returns
 * whether it did.
 */
export const keepRights = Effect.fn("keepRights")(function* (suffix: string, again: boolean) {
  const sql = yield* SqlClient.SqlClient
  const script = yield* readGrants,
    checksum = createHash("sha256").update(script).digest("hex")
  const [given] = yield* sql<{
    grants: string | null
    rights: ReadonlyArray<string> | null
  }>`select grants, rights from database_access`
  const now = yield* rightsNow
  if (!again && given!.grants === checksum && given!.rights?.join("\n") === now.join("\n")) return false
  for (const statement of splitSql(putNames(script, suffix))) yield* sql.unsafe(statement).unprepared
  yield* sql`update database_access set grants = ${checksum}, rights = ${yield* rightsNow}::text[]`
  return true
})
