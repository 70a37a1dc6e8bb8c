// What somebody was let in with is taken from them; how much it was.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

/** Ends their sessions but for the one that is kept, by its hash. */
export const endSessions = (pg: PgClient.PgClient, id: string, kept: Uint8Array | null) =>
  Effect.map(
    pg`
      delete from sessions
      where user_id = ${id}::uuid and ${kept === null ? pg.literal("true") : pg`id_hash <> ${kept}`}
      returning 1 as gone`,
    (rows) => rows.length
  )

/** Revokes their tokens. */
export const revokeTokens = (pg: PgClient.PgClient, id: string) =>
  Effect.map(
    pg`
      update api_tokens set revoked_at = now()
      where user_id = ${id}::uuid and revoked_at is null
      returning 1 as gone`,
    (rows) => rows.length
  )
