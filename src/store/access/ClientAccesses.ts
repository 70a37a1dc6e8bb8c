// Access tokens of AI clients: stored as SHA-256 hashes and looked up with every request, so that a revoked
// client, or one whose person is disabled, is refused at its next request.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { timingSafeEqual } from "node:crypto"
import { type ClientAccess, clientScopes } from "../../domain/access/ClientAccess.ts"
import { wireTime } from "../sql/keyset.ts"
import { hashOfId } from "./OauthEntries.ts"

/** Audience is the resource that tokens must be issued for, once it is known; null: no token is valid. */
export const Audience = Context.Reference<() => string | null>("store/Audience", {
  defaultValue: () => () => null
})

/** MAX_TOKEN_CHARACTERS is the length above which a token is not looked up. */
const MAX_TOKEN_CHARACTERS = 512

interface Row {
  readonly id_hash: Uint8Array
  readonly audience: string | null
  readonly scope: string | null
  readonly expires_at: string
  readonly grant_id: string
  readonly client_id: string
  readonly client_name: string
  readonly user_id: string
  readonly person: string
  readonly server_admin: boolean
  readonly scopes: ReadonlyArray<string>
  readonly project_ids: ReadonlyArray<string>
  readonly unused: boolean
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Returns what a token opens; undefined: nothing, whatever the reason. Counts as a use of the client. */
  const findAccess = Effect.fn("ClientAccesses.findAccess")(function* (
    token: string
  ): Effect.fn.Return<ClientAccess | undefined, unknown> {
    const audience = (yield* Audience)()
    if (audience === null || token === "" || token.length > MAX_TOKEN_CHARACTERS) return undefined
    const hash = hashOfId(token)
    const [row] = yield* pg<Row>`
      select e.id_hash, e.payload ->> 'aud' as audience, e.payload ->> 'scope' as scope,
        ${pg.literal(wireTime("e.expires_at"))} as expires_at,
        g.id as grant_id, g.client_id, g.client_name, g.user_id, g.scopes, g.project_ids,
        coalesce(nullif(u.name, ''), u.email) as person, u.server_admin,
        coalesce(g.last_used_at < now() - interval '1 minute', true) as unused
      from oauth_entries e
        join client_grants g on g.id = e.grant_id
        join users u on u.id = g.user_id
      where e.kind = 'AccessToken' and e.id_hash = ${hash} and e.expires_at > now()
        and g.revoked_at is null and g.expires_at > now() and u.enabled`
    if (row === undefined || !timingSafeEqual(row.id_hash, hash) || row.audience !== audience)
      return undefined
    if (row.unused) yield* pg`update client_grants set last_used_at = now() where id = ${row.grant_id}::uuid`
    const storedScopes = new Set((row.scope ?? "").split(" "))
    return {
      clientId: row.client_id,
      clientName: row.client_name,
      personId: row.user_id,
      personName: row.person,
      serverAdmin: row.server_admin,
      grantId: row.grant_id,
      scopes: new Set(clientScopes.filter((scope) => storedScopes.has(scope) && row.scopes.includes(scope))),
      projects: new Set(row.project_ids),
      expiresAt: row.expires_at
    }
  }, Effect.orDie)

  return { findAccess }
})

/** ClientAccesses finds what an access token of an AI client opens. */
export class ClientAccesses extends Context.Service<ClientAccesses>()("store/ClientAccesses", { make }) {
  static readonly layer = Layer.effect(ClientAccesses, make)
}
