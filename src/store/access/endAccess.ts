// Ends sessions, tokens and grants, and returns how many.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { uuids } from "../sql/arrays.ts"

/** Ends the sessions of a user but the one that is kept, by its hash. */
export const endSessions = (pg: PgClient.PgClient, id: string, kept: Uint8Array | null) =>
  Effect.map(
    pg`
      delete from sessions
      where user_id = ${id}::uuid and ${kept === null ? pg.literal("true") : pg`id_hash <> ${kept}`}
      returning 1 as gone`,
    (rows) => rows.length
  )

/** Revokes the tokens of a user. */
export const revokeTokens = (pg: PgClient.PgClient, id: string) =>
  Effect.map(
    pg`
      update api_tokens set revoked_at = now()
      where user_id = ${id}::uuid and revoked_at is null
      returning 1 as gone`,
    (rows) => rows.length
  )

/** EndedGrant is what the audit log notes of a grant that ended. */
interface EndedGrant {
  readonly id: string
  readonly client_id: string
  readonly client_name: string
  readonly user_id: string
}

/** Ends grants of AI clients, with every code and token of them. Called in a transaction. */
export const endGrants = Effect.fnUntraced(function* (pg: PgClient.PgClient, which: Fragment) {
  const ended = yield* pg<EndedGrant>`
    update client_grants set revoked_at = now()
    where ${which} and revoked_at is null
    returning id, client_id, client_name, user_id`
  if (ended.length > 0)
    yield* pg`delete from oauth_entries where grant_id = any(${uuids(ended.map(({ id }) => id))})`
  return ended
})
