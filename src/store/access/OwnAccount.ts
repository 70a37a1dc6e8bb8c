// What users change of their own account, and their open sessions.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Struct } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import { browserName } from "../../domain/access/browserName.ts"
import type { OwnSession } from "../../domain/access/OwnSession.ts"
import type { MyChange } from "../../domain/access/User.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing, refusing } from "../sql/refusals.ts"
import { changedColumns } from "../sql/writtenColumns.ts"
import { audit } from "./Audit.ts"
import type { SessionLimits } from "./Sessions.ts"

interface Row extends Omit<OwnSession, "browser"> {
  readonly user_agent: string | null
  readonly place_time: string
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Changes the given members, and of the preferences the given ones. */
  const change = Effect.fn("OwnAccount.change")(
    function* (actor: Actor, change: MyChange) {
      const { preferences = {}, ...members } = change
      yield* pg`
        update users set ${changedColumns(pg, members)}, preferences = preferences || ${pg.json(preferences)}
        where id = ${actor.userId}::uuid`
      // the audit log names neither the preferences nor the phone number, which only the user needs
      const auditedMembers = Struct.omit(members, ["phone"])
      if (Object.keys(members).length > 0)
        yield* audit(pg, actor, {
          action: "user.updated",
          objectType: "user",
          objectId: actor.userId,
          detail: {
            ...auditedMembers,
            ...(members.phone === undefined ? {} : { has_phone: members.phone !== null })
          }
        })
    },
    pg.withTransaction,
    Effect.orDie
  )

  /** The valid sessions of the actor's user; `current` is the hash of the session that asks. */
  const sessions = Effect.fn("OwnAccount.sessions")(function* (
    actor: Actor,
    current: Uint8Array | null,
    { idleSeconds }: SessionLimits,
    window: Window
  ) {
    const rows = yield* pg<Row>`
      select s.id, ${pg.literal(wireTime("s.created_at"))} as created_at,
        ${pg.literal(wireTime("s.last_seen_at"))} as last_seen_at, s.user_agent,
        ${current === null ? pg.literal("false") : pg`s.id_hash = ${current}`} as current,
        ${pg.literal(placeTime("s.created_at"))} as place_time
      from sessions s
      where s.user_id = ${actor.userId}::uuid and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(secs => ${idleSeconds}::float8)
        and ${after(pg, window, "s.created_at", "s.id")}
      order by s.created_at desc, s.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return {
      items: items.map(({ user_agent, ...row }) => ({ ...row, browser: browserName(user_agent ?? "") })),
      next
    }
  }, Effect.orDie)

  /** Ends one of the user's sessions. */
  const endSession = Effect.fn("OwnAccount.endSession")(
    function* (actor: Actor, id: string) {
      const gone = yield* pg`
        delete from sessions where id = ${id}::uuid and user_id = ${actor.userId}::uuid returning 1 as gone`
      if (gone.length === 0) return yield* new Missing()
      yield* audit(pg, actor, { action: "user.logged_out", objectType: "user", objectId: actor.userId })
    },
    pg.withTransaction,
    refusing({})
  )

  return { change, sessions, endSession }
})

/** OwnAccount changes the account of the actor's user. */
export class OwnAccount extends Context.Service<OwnAccount>()("store/OwnAccount", { make }) {
  static readonly layer = Layer.effect(OwnAccount, make)
}
