// Users: people who may log in, and in whose name tokens act. When a user is disabled or gets another password,
// their sessions end in the same transaction.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Struct } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { NewUser, User, UserChange } from "../../domain/access/User.ts"
import { audit } from "./Audit.ts"
import { endGrants, endSessions, revokeTokens } from "./endAccess.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { makeMe } from "./me.ts"
import { Memberships } from "./Memberships.ts"
import { Passwords } from "../../passwords/Passwords.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { changedColumns } from "../sql/writtenColumns.ts"

/** Account is what a login needs of a user. */
export interface Account {
  readonly id: string
  readonly enabled: boolean
  /** null: the user cannot log in */
  readonly passwordHash: string | null
}

const columns = `u.id, u.email, u.name, u.server_admin, u.enabled, u.password_hash is not null as has_password,
  ${wireTime("u.created_at")} as created_at, ${wireTime("u.updated_at")} as updated_at`

const violations = {
  users_email_key: () =>
    new StateConflict({ code: "EMAIL_TAKEN", detail: "Another user has this e-mail address." }),
  users_email_check: () =>
    new ConstraintViolated({
      pointer: "/email",
      code: "EMAIL_UNUSABLE",
      detail: "The database cannot keep this address in small letters."
    })
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const passwords = yield* Passwords
  const memberships = yield* Memberships
  const selected = pg.literal(columns)

  const list = Effect.fn("Users.list")(function* (
    filter: { readonly email?: string; readonly enabled?: boolean },
    window: Window
  ) {
    const rows = yield* pg<User & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("u.created_at"))} as place_time
      from users u
      where ${pg.and([
        ...(filter.email === undefined ? [] : [pg`u.email = ${filter.email}`]),
        ...(filter.enabled === undefined ? [] : [pg`u.enabled = ${filter.enabled}`]),
        after(pg, window, "u.created_at", "u.id")
      ])}
      order by u.created_at desc, u.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Users.get")(function* (id: string) {
    const [row] = yield* Effect.orDie(pg<User>`select ${selected} from users u where u.id = ${id}::uuid`)
    return row ?? (yield* new Missing())
  })

  /** Hashes the password before the transaction begins, because that takes long. */
  const withHash = <I extends { readonly password?: string }>(input: I) =>
    Effect.gen(function* () {
      const { password, ...rest } = input
      return {
        ...rest,
        ...(password === undefined ? {} : { password_hash: yield* passwords.hash(password) })
      }
    })

  const create = Effect.fn("Users.create")(function* (actor: Actor, input: NewUser) {
    const members = yield* withHash(input)
    return yield* Effect.gen(function* () {
      const [row] = yield* pg<User>`
        insert into users as u ${pg.insert({ id: uuid7(), ...members })} returning ${selected}`
      yield* audit(pg, actor, {
        action: "user.created",
        objectType: "user",
        objectId: row!.id,
        detail: Struct.omit(input, ["password"])
      })
      return row!
    }).pipe(pg.withTransaction, refusing(violations))
  })

  /** Locks the admins, so that two concurrent requests cannot remove the last two. */
  const keepAnAdmin = Effect.fnUntraced(function* (id: string) {
    const admins = yield* pg<{
      readonly id: string
    }>`select id from users where server_admin and enabled order by id for update`
    if (admins.length === 1 && admins[0]!.id === id) {
      return yield* new StateConflict({
        code: "LAST_SERVER_ADMIN",
        detail: "This is the last server admin who is enabled: make another one first."
      })
    }
  })

  /**
   * Updates a user. Ends the sessions of a user who is disabled or whose password changes, and revokes the
   * tokens of one who is disabled.
   */
  const update = Effect.fn("Users.update")(function* (actor: Actor, id: string, change: UserChange) {
    yield* get(id) // a missing user costs no hash
    const members = yield* withHash(change)
    return yield* Effect.gen(function* () {
      if (change.enabled === false || change.server_admin === false) yield* keepAnAdmin(id)
      const [row] = yield* pg<User>`
        update users u set ${changedColumns(pg, members)} where u.id = ${id}::uuid returning ${selected}`
      if (row === undefined) return yield* new Missing()
      const sessions =
        change.enabled === false || change.password !== undefined ? yield* endSessions(pg, id, null) : 0
      const tokens = change.enabled === false ? yield* revokeTokens(pg, id) : 0
      const clients = change.enabled === false ? yield* endGrants(pg, pg`user_id = ${id}::uuid`) : []
      const auditedChange = Struct.omit(change, ["password"])
      if (Object.keys(auditedChange).length > 0) {
        yield* audit(pg, actor, {
          action: "user.updated",
          objectType: "user",
          objectId: id,
          detail: {
            ...auditedChange,
            ...(change.enabled === false
              ? { sessions_ended: sessions, tokens_revoked: tokens, clients_ended: clients.length }
              : {})
          }
        })
      }
      if (change.password !== undefined)
        yield* audit(pg, actor, {
          action: "user.password_changed",
          objectType: "user",
          objectId: id,
          detail: { sessions_ended: sessions }
        })
      return row
    }).pipe(pg.withTransaction, refusing({}))
  })

  /** Finds a user by e-mail address, or by id. */
  const account = Effect.fn("Users.account")(function* (
    who: { readonly email: string } | { readonly id: string }
  ) {
    const [row] = yield* pg<{
      readonly id: string
      readonly enabled: boolean
      readonly password_hash: string | null
    }>`
      select id, enabled, password_hash
      from users
      where ${"email" in who ? pg`email = ${who.email}` : pg`id = ${who.id}::uuid`}`
    return row === undefined ? null : { id: row.id, enabled: row.enabled, passwordHash: row.password_hash }
  }, Effect.orDie)

  /** Sets the password of the actor's user. Ends all their sessions but `kept`, the hash of one. */
  const changePassword = Effect.fn("Users.changePassword")(function* (
    actor: Actor,
    password: string,
    kept: Uint8Array | null
  ) {
    const hash = yield* passwords.hash(password)
    yield* Effect.gen(function* () {
      yield* pg`update users set password_hash = ${hash}, updated_at = now() where id = ${actor.userId}::uuid`
      const ended = yield* endSessions(pg, actor.userId, kept)
      yield* audit(pg, actor, {
        action: "user.password_changed",
        objectType: "user",
        objectId: actor.userId,
        detail: { sessions_ended: ended }
      })
    }).pipe(pg.withTransaction, Effect.orDie)
  })

  const me = makeMe(pg, memberships)

  return { list, get, create, update, account, changePassword, me }
})

/** Users stores users. */
export class Users extends Context.Service<Users>()("store/Users", { make }) {
  static readonly layer = Layer.effect(Users, make)
}
