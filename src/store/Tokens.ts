// Bearer tokens: kept as SHA-256 hashes, looked up by hash.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, timingSafeEqual } from "node:crypto"

/** A token that opens something, and whose it is. */
export interface TokenOwner {
  readonly id: string
  readonly name: string
  readonly kind: "token" | "mcp"
  readonly userId: string
  readonly serverAdmin: boolean
}

interface Row {
  readonly id: string
  readonly name: string
  readonly kind: "api" | "mcp"
  readonly token_hash: Uint8Array
  readonly user_id: string
  readonly server_admin: boolean
  readonly unused: boolean
}

export class Tokens extends Context.Service<Tokens, {
  /** The owner of a token in force: neither revoked nor expired, its user enabled. Null: it opens nothing. */
  readonly owner: (token: string) => Effect.Effect<TokenOwner | null>
}>()("store/Tokens") {
  static readonly layer = Layer.effect(Tokens, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const owner = Effect.fn("Tokens.owner")(function*(token: string) {
    const hash = createHash("sha256").update(token).digest()
    const [row] = yield* sql<Row>`
      select t.id, t.name, t.kind, t.token_hash, t.user_id, u.server_admin, coalesce(t.last_used_at < now() - interval '1 minute', true) as unused
      from api_tokens t join users u on u.id = t.user_id
      where t.token_hash = ${hash} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) and u.enabled`
    if (row === undefined || !timingSafeEqual(row.token_hash, hash)) return null
    if (row.unused) yield* sql`update api_tokens set last_used_at = now() where id = ${row.id}::uuid`
    return { id: row.id, name: row.name, kind: row.kind === "mcp" ? "mcp" as const : "token" as const, userId: row.user_id, serverAdmin: row.server_admin }
  }, Effect.orDie)

  return { owner }
})
