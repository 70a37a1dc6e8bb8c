// The rights of a database's roles: one script grants all of them; the result is stored, so that later
// differences are detected.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { splitSql } from "../sql/splitSql.ts"
import { insertRoleNames } from "./names.ts"

const SCRIPT_PATH = fileURLToPath(new URL("../../../migrations/repeatable/grants.sql", import.meta.url))

/** Reads the script, with normalised line ends. */
export const readGrants: Effect.Effect<string> = Effect.promise(async () =>
  (await readFile(SCRIPT_PATH, "utf8")).replaceAll("\r\n", "\n")
)

/** Returns a line for each right: role, privilege, object. In order. */
export const currentRights = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    select grantee || ' ' || lower(privilege) || case
      when grantable then ' (and may grant it)'
      else ''
    end || ' ' || object || coalesce('.' || column_name, '') as line
    from database_rights`
  return rows.map(({ line }) => line).toSorted()
})

/** Returns the rights after the last run of the script. */
export const storedRights = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [given] = yield* sql<{ rights: ReadonlyArray<string> | null }>`select rights from database_access`
  return given?.rights ?? []
})

/**
 * Runs the script where it changed, where the rights differ from its result, or when told to. Returns whether
 * it did.
 */
export const ensureRights = Effect.fn("keepRights")(function* (suffix: string, again: boolean) {
  const sql = yield* SqlClient.SqlClient
  const script = yield* readGrants,
    checksum = createHash("sha256").update(script).digest("hex")
  const [given] = yield* sql<{
    grants: string | null
    rights: ReadonlyArray<string> | null
  }>`select grants, rights from database_access`
  const now = yield* currentRights
  if (!again && given!.grants === checksum && given!.rights?.join("\n") === now.join("\n")) return false
  for (const statement of splitSql(insertRoleNames(script, suffix))) yield* sql.unsafe(statement).unprepared
  yield* sql`update database_access set grants = ${checksum}, rights = ${yield* currentRights}::text[]`
  return true
})
