// Sessions of browsers: an opaque id in a cookie, and its SHA-256 in the database.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { Actor } from "../../domain/access/Actor.ts"
import { audit } from "./Audit.ts"
import { wireTime } from "../sql/keyset.ts"
import type { Account } from "./Users.ts"

/** SessionOwner is the user of a session. */
export interface SessionOwner {
  readonly userId: string
  /** as the audit log names them */
  readonly name: string
  readonly serverAdmin: boolean
  /** RFC 3339 */
  readonly expiresAt: string
}

/** SessionLimits is how long sessions last: without use, and in all. */
export interface SessionLimits {
  readonly idleSeconds: number
  readonly maxSeconds: number
}

/** Browser is the client that opens a session, for the record. */
interface Browser {
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
}

/** Returns the hash under which a session id is stored. */
export const hashOfSession = (id: string): Uint8Array => createHash("sha256").update(id).digest()

interface Row {
  readonly id_hash: Uint8Array
  readonly user_id: string
  readonly name: string
  readonly server_admin: boolean
  readonly expires_at: string
  readonly unseen: boolean
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Returns the owner of a valid session, else null. */
  const owner = Effect.fn("Sessions.owner")(function* (id: string, { idleSeconds }: SessionLimits) {
    const hash = hashOfSession(id)
    const [row] = yield* pg<Row>`
      select s.id_hash, s.user_id,
        coalesce(nullif(u.name, ''), u.email) as name,
        u.server_admin,
        ${pg.literal(wireTime("s.expires_at"))} as expires_at,
        s.last_seen_at < now() - interval '1 minute' as unseen
      from sessions s
        join users u on u.id = s.user_id
      where s.id_hash = ${hash} and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(secs => ${idleSeconds}::float8) and u.enabled`
    if (row === undefined || !timingSafeEqual(row.id_hash, hash)) return null
    if (row.unseen) yield* pg`update sessions set last_seen_at = now() where id_hash = ${hash}`
    return { userId: row.user_id, name: row.name, serverAdmin: row.server_admin, expiresAt: row.expires_at }
  }, Effect.orDie)

  /**
   * Opens a session with a new random id, and ends `replaced`, the session that the browser had. Null: the
   * account was disabled, or got another password, since it was read.
   */
  const open = Effect.fn("Sessions.open")(
    function* (account: Account, browser: Browser, replaced: string | null, limits: SessionLimits) {
      const id = randomBytes(32).toString("base64url")
      // the user is locked until the session is inserted, so that a concurrent change that disables the account
      // or sets its password ends this session too
      const [user] = yield* pg<{ readonly name: string }>`
        select coalesce(nullif(name, ''), email) as name
        from users
        where id = ${account.id}::uuid and enabled and password_hash = ${account.passwordHash}
        for share`
      if (user === undefined) return null
      if (replaced !== null) yield* pg`delete from sessions where id_hash = ${hashOfSession(replaced)}`
      yield* pg`
        insert into sessions (id_hash, user_id, expires_at, address, user_agent)
        values (
          ${hashOfSession(id)}, ${account.id}::uuid,
          now() + make_interval(secs => ${limits.maxSeconds}::float8), ${browser.address}::inet,
          ${browser.userAgent.slice(0, 500)}
        )`
      yield* audit(
        pg,
        { kind: "user", id: account.id, name: user.name, requestId: browser.requestId },
        {
          action: "user.logged_in",
          objectType: "user",
          objectId: account.id,
          detail: { address: browser.address }
        }
      )
      return { id, owner: (yield* owner(id, limits))! }
    },
    pg.withTransaction,
    Effect.orDie
  )

  const close = Effect.fn("Sessions.close")(
    function* (actor: Actor, id: string) {
      const gone = yield* pg`delete from sessions where id_hash = ${hashOfSession(id)} returning 1 as gone`
      if (gone.length > 0)
        yield* audit(pg, actor, { action: "user.logged_out", objectType: "user", objectId: actor.userId })
    },
    pg.withTransaction,
    Effect.orDie
  )

  return { open, owner, close }
})

/** Sessions opens, finds and closes sessions. */
export class Sessions extends Context.Service<Sessions>()("store/Sessions", { make }) {
  static readonly layer = Layer.effect(Sessions, make)
}
