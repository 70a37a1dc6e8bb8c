// Bearer tokens: stored as SHA-256 hashes, looked up by hash, shown once.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import { FULL_SCOPE, type NewToken, type Token } from "../../domain/access/Token.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { audit } from "./Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** TokenOwner is the user of a valid token, with the token's scopes and projects. */
type TokenOwner = Omit<Actor, "kind" | "requestId"> & { readonly kind: "token" | "mcp" }

interface Row {
  readonly id: string
  readonly name: string
  readonly kind: "api" | "mcp"
  readonly token_hash: Uint8Array
  readonly user_id: string
  readonly server_admin: boolean
  readonly scopes: ReadonlyArray<Permission | typeof FULL_SCOPE>
  readonly project_ids: ReadonlyArray<string> | null
  readonly unused: boolean
}

const hashOf = (token: string) => createHash("sha256").update(token).digest()

/** Makes a bearer token: 256 random bits behind a prefix that secret scanners recognise. */
const newToken = () => `pug_${randomBytes(32).toString("base64url")}`

const columns = `
  t.id, t.user_id, t.name, t.kind, t.scopes, t.project_ids,
  ${wireTime("t.created_at")} as created_at,
  ${wireTime("t.expires_at")} as expires_at,
  ${wireTime("t.revoked_at")} as revoked_at,
  ${wireTime("t.last_used_at")} as last_used_at`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(columns)

  /**
   * Returns the owner of a valid token: neither revoked nor expired, its user enabled. Null: it opens
   * nothing.
   */
  const owner = Effect.fn("Tokens.owner")(function* (
    token: string
  ): Effect.fn.Return<TokenOwner | null, unknown> {
    const hash = hashOf(token)
    const [row] = yield* pg<Row>`
      select t.id, t.name, t.kind, t.token_hash, t.user_id, t.scopes, t.project_ids, u.server_admin,
        coalesce(t.last_used_at < now() - interval '1 minute', true) as unused
      from api_tokens t
        join users u on u.id = t.user_id
      where t.token_hash = ${hash} and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > now()) and u.enabled`
    if (row === undefined || !timingSafeEqual(row.token_hash, hash)) return null
    if (row.unused) yield* pg`update api_tokens set last_used_at = now() where id = ${row.id}::uuid`
    const carried = row.scopes.filter((scope) => scope !== FULL_SCOPE)
    return {
      id: row.id,
      name: row.name,
      kind: row.kind === "mcp" ? "mcp" : "token",
      userId: row.user_id,
      serverAdmin: row.server_admin,
      scopes: carried.length < row.scopes.length ? null : new Set(carried),
      projectIds: row.project_ids === null ? null : new Set(row.project_ids)
    }
  }, Effect.orDie)

  const checkUser = Effect.fnUntraced(function* (id: string) {
    const enabledUsers = yield* pg`select from users where id = ${id}::uuid and enabled for share`
    if (enabledUsers.length === 0)
      return yield* new ConstraintViolated({
        pointer: "/user_id",
        code: "USER_UNKNOWN",
        detail: "There is no such user, or they are disabled."
      })
  })

  /** Refuses projects that the user is no member of, in the same words as missing ones. */
  const checkProjects = Effect.fnUntraced(function* (userId: string, ids: ReadonlyArray<string>) {
    const knownPermissions = new Set(
      (yield* pg<{ readonly id: string }>`
        select p.id
        from projects p
        where p.id = any(${uuids(ids)})
          and (
            (select server_admin from users where id = ${userId}::uuid)
            or p.id in (select project_id from members where user_id = ${userId}::uuid)
          )`).map((row) => row.id)
    )
    const unknown = ids.findIndex((id) => !knownPermissions.has(id))
    if (unknown !== -1)
      return yield* new ConstraintViolated({
        pointer: `/project_ids/${unknown}`,
        code: "PROJECT_UNKNOWN",
        detail: "The user has no such project."
      })
  })

  const create = Effect.fn("Tokens.create")(
    function* (actor: Actor, input: NewToken) {
      const userId = input.user_id ?? actor.userId
      yield* checkUser(userId)
      if (input.project_ids !== undefined) yield* checkProjects(userId, input.project_ids)
      const token = newToken()
      const [row] = yield* pg<Token>`
        insert into api_tokens as t (id, user_id, name, token_hash, scopes, project_ids, expires_at)
        values (
          ${uuid7()}::uuid, ${userId}::uuid, ${input.name}, ${hashOf(token)}, ${texts(input.scopes)},
          ${input.project_ids === undefined ? null : uuids(input.project_ids)},
          ${input.expires_at === undefined ? null : new Date(input.expires_at)}
        )
        returning ${selected}`
      const { expires_at, id, name, project_ids, scopes, user_id } = row!
      yield* audit(pg, actor, {
        action: "token.created",
        objectType: "token",
        objectId: id,
        detail: { user_id, name, scopes, project_ids, expires_at }
      })
      return { ...row!, token }
    },
    pg.withTransaction,
    refusing({})
  )

  /** Tokens of a user, or of all users, with revoked and expired ones. */
  const list = Effect.fn("Tokens.list")(function* (userId: string | null, window: Window) {
    const rows = yield* pg<Token & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("t.created_at"))} as place_time
      from api_tokens t
      where ${userId === null ? pg.literal("true") : pg`t.user_id = ${userId}::uuid`}
        and ${after(pg, window, "t.created_at", "t.id")}
      order by t.created_at desc, t.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const visible = (actor: Actor, id: string) =>
    pg`t.id = ${id}::uuid
      and ${actor.serverAdmin ? pg.literal("true") : pg`t.user_id = ${actor.userId}::uuid`}`

  /** Returns a token of the actor; a server admin finds those of all users. */
  const get = Effect.fn("Tokens.get")(function* (actor: Actor, id: string) {
    const [row] = yield* pg<Token>`select ${selected} from api_tokens t where ${visible(actor, id)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  /** Revokes a token. Revoking it again changes nothing. */
  const revoke = Effect.fn("Tokens.revoke")(
    function* (actor: Actor, id: string) {
      const [row] = yield* pg<Pick<Token, "name" | "user_id">>`
        update api_tokens t set revoked_at = now()
        where ${visible(actor, id)} and t.revoked_at is null
        returning t.name, t.user_id`
      if (row === undefined) return void (yield* get(actor, id))
      yield* audit(pg, actor, { action: "token.revoked", objectType: "token", objectId: id, detail: row })
    },
    pg.withTransaction,
    refusing({})
  )

  return { owner, create, list, get, revoke }
})

/** Tokens makes, lists, finds and revokes bearer tokens. */
export class Tokens extends Context.Service<Tokens>()("store/Tokens", { make }) {
  static readonly layer = Layer.effect(Tokens, make)
}
