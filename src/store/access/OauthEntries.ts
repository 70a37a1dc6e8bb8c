// Storage of the authorization server: codes, tokens and requests, under the SHA-256 of their ids because the
// ids open something; and clients that registered themselves.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { Author } from "../../domain/access/Actor.ts"
import { audit } from "./Audit.ts"
import { endGrants } from "./endAccess.ts"

type Payload = Readonly<Record<string, unknown>>

/** Returns the hash under which an id is stored. */
export const hashOfId = (id: string): Uint8Array => createHash("sha256").update(id).digest()

const MAX_CLIENT_ID_CHARACTERS = 200

/** Whether the database can store the value: PostgreSQL refuses NUL and unpaired surrogates. */
export const isStorable = (value: unknown): boolean => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const textOf = (payload: Payload, name: string): string | null => {
  const value = payload[name]
  return typeof value === "string" ? value : null
}

/** Returns the program itself as the author, in a request of a client. */
const system = (requestId: string): Author => ({ kind: "system", id: null, name: null, requestId })

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const grantIn = (kind: string, id: string, payload: Payload): string | null => {
    const grant = kind === "Grant" ? id : textOf(payload, "grantId")
    return grant !== null && UUID_PATTERN.test(grant) ? grant : null
  }

  const noteToken = Effect.fnUntraced(function* (grantId: string, payload: Payload, requestId: string) {
    const [grant] = yield* pg<{ readonly client_name: string; readonly person: string }>`
      select g.client_name, coalesce(nullif(u.name, ''), u.email) as person
      from client_grants g
        join users u on u.id = g.user_id
      where g.id = ${grantId}::uuid`
    if (grant === undefined) return
    const author: Author = {
      kind: "mcp",
      id: grantId,
      name: `${grant.client_name} for ${grant.person}`,
      requestId
    }
    yield* audit(pg, author, {
      action: "client.token_issued",
      objectType: "client",
      objectId: grantId,
      detail: { client_id: payload["clientId"], scope: payload["scope"], by: payload["gty"] }
    })
  })

  /** Stores an entry for so many seconds. An access token is noted in the audit log. */
  const put = Effect.fn("OauthEntries.put")(
    function* (kind: string, id: string, payload: Payload, seconds: number, requestId: string) {
      const { jti: _, ...kept } = payload
      const grantId = grantIn(kind, id, payload)
      yield* pg`
        insert into oauth_entries (kind, id_hash, payload, grant_id, expires_at)
        values (
          ${kind}, ${hashOfId(id)}, ${pg.json(kept)}, ${grantId}::uuid,
          now() + make_interval(secs => ${seconds}::float8)
        )
        on conflict (kind, id_hash) do update
        set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`
      if (kind === "AccessToken" && grantId !== null) yield* noteToken(grantId, payload, requestId)
    },
    pg.withTransaction,
    Effect.orDie
  )

  /**
   * Returns an entry, with `consumed` (epoch seconds) where it was used; null: there is none, or it has
   * expired.
   */
  const get = Effect.fn("OauthEntries.get")(function* (kind: string, id: string) {
    // a token of an ended grant is gone; a code stays, so that its second use is recognised
    const [row] = yield* pg<{ readonly payload: Payload; readonly consumed: number | null }>`
      select e.payload, extract(epoch from e.consumed_at)::int4 as consumed
      from oauth_entries e
        left join client_grants g on g.id = e.grant_id
      where e.kind = ${kind} and e.id_hash = ${hashOfId(id)} and e.expires_at > now() - interval '1 hour'
        and (e.grant_id is null or g.revoked_at is null)`
    if (row === undefined) return null
    const payload: Payload = {
      ...row.payload,
      jti: id,
      ...(row.consumed === null ? {} : { consumed: row.consumed })
    }
    return payload
  }, Effect.orDie)

  /** Uses an entry up. False: another request was first; of any number of concurrent ones one succeeds. */
  const consume = Effect.fn("OauthEntries.consume")(function* (kind: string, id: string) {
    const won = yield* pg`
      update oauth_entries set consumed_at = now()
      where kind = ${kind} and id_hash = ${hashOfId(id)} and consumed_at is null
      returning 1 as won`
    return won.length > 0
  }, Effect.orDie)

  const remove = Effect.fn("OauthEntries.remove")(function* (kind: string, id: string) {
    yield* pg`delete from oauth_entries where kind = ${kind} and id_hash = ${hashOfId(id)}`
  }, Effect.orDie)

  /** Returns the grant of an entry. */
  const grantOf = Effect.fn("OauthEntries.grantOf")(function* (kind: string, id: string) {
    const [row] = yield* pg<{ readonly grant_id: string | null }>`
      select grant_id from oauth_entries where kind = ${kind} and id_hash = ${hashOfId(id)}`
    return row?.grant_id ?? null
  }, Effect.orDie)

  /** Ends a grant and every code and token of it; `why` is for the audit log. */
  const endGrant = Effect.fn("OauthEntries.endGrant")(
    function* (grantId: string, why: string, requestId: string) {
      if (!UUID_PATTERN.test(grantId)) return
      for (const ended of yield* endGrants(pg, pg`id = ${grantId}::uuid`))
        yield* audit(pg, system(requestId), {
          action: "client.ended",
          objectType: "client",
          objectId: ended.id,
          detail: { client_id: ended.client_id, user_id: ended.user_id, why }
        })
    },
    pg.withTransaction,
    Effect.orDie
  )

  const putClient = Effect.fn("OauthEntries.putClient")(
    function* (id: string, metadata: Payload, requestId: string) {
      yield* pg`
        insert into oauth_clients (id, metadata) values (${id}, ${pg.json(metadata)})
        on conflict (id) do update set metadata = excluded.metadata`
      yield* audit(pg, system(requestId), {
        action: "client.registered",
        objectType: "client",
        objectId: id,
        detail: { name: metadata["client_name"] ?? null, redirect_uris: metadata["redirect_uris"] }
      })
    },
    pg.withTransaction,
    Effect.orDie
  )

  const getClient = Effect.fn("OauthEntries.getClient")(function* (id: string) {
    if (id.length > MAX_CLIENT_ID_CHARACTERS || !isStorable(id)) return null
    const [row] = yield* pg<{ readonly metadata: Payload; readonly unused: boolean }>`
      select metadata, coalesce(last_used_at, created_at) < now() - interval '1 day' as unused
      from oauth_clients
      where id = ${id}`
    if (row?.unused === true) yield* pg`update oauth_clients set last_used_at = now() where id = ${id}`
    return row?.metadata ?? null
  }, Effect.orDie)

  /** Whether a user is enabled. */
  const isEnabled = Effect.fn("OauthEntries.isEnabled")(function* (userId: string) {
    if (!UUID_PATTERN.test(userId)) return false
    return (yield* pg`select 1 as here from users where id = ${userId}::uuid and enabled`).length > 0
  }, Effect.orDie)

  return {
    put,
    get,
    consume,
    remove,
    grantOf,
    endGrant,
    putClient,
    getClient,
    isEnabled
  }
})

/** OauthEntries stores entries of the authorization server. */
export class OauthEntries extends Context.Service<OauthEntries>()("store/OauthEntries", { make }) {
  static readonly layer = Layer.effect(OauthEntries, make)
}
