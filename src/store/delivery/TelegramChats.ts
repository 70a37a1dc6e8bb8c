// Telegram chats of users: whether one is linked, a code to link one, and unlinking. Codes are stored as
// hashes, one per user.
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"
import type { Actor } from "../../domain/access/Actor.ts"
import type { ChatLink } from "../../domain/automation/ChatLink.ts"
import { formatInstant } from "../../domain/time.ts"
import { audit } from "../access/Audit.ts"
import { wireTime } from "../sql/keyset.ts"
import { refusing } from "../sql/refusals.ts"

const CODE_LIFETIME_MS = 600_000

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const get = Effect.fn("TelegramChats.get")(function* ({ userId }: Actor) {
    const [row] = yield* pg<ChatLink>`
      select id as user_id,
        telegram_chat_id is not null as linked,
        ${pg.literal(wireTime("telegram_linked_at"))} as linked_at
      from users
      where id = ${userId}::uuid`
    return row!
  }, Effect.orDie)

  /** Makes a code for ten minutes and one use; the previous one becomes invalid. */
  const makeCode = Effect.fn("TelegramChats.makeCode")(
    function* (actor: Actor) {
      const code = randomBytes(16).toString("base64url")
      const expires = (yield* Clock.currentTimeMillis) + CODE_LIFETIME_MS
      yield* pg`delete from telegram_codes where user_id = ${actor.userId}::uuid`
      yield* pg`
        insert into telegram_codes (code_hash, user_id, expires_at)
        values (${createHash("sha256").update(code).digest()}, ${actor.userId}::uuid, ${new Date(expires)})`
      yield* audit(pg, actor, { action: "telegram.code_made", objectType: "user", objectId: actor.userId })
      const [bot] = yield* pg<{
        readonly username: string
      }>`select username from telegram_bots where username is not null order by polled_until desc limit 1`
      return {
        code,
        command: `/start ${code}`,
        link: bot === undefined ? null : `https://t.me/${bot.username}?start=${code}`,
        expires_at: formatInstant(expires)
      }
    },
    pg.withTransaction,
    refusing({})
  )

  /** Does nothing for a user without a chat. */
  const unlink = Effect.fn("TelegramChats.unlink")(
    function* (actor: Actor) {
      yield* pg`delete from telegram_codes where user_id = ${actor.userId}::uuid`
      const gone = yield* pg`
        update users set telegram_chat_id = null, telegram_linked_at = null
        where id = ${actor.userId}::uuid and telegram_chat_id is not null
        returning id`
      if (gone.length > 0)
        yield* audit(pg, actor, { action: "telegram.unlinked", objectType: "user", objectId: actor.userId })
    },
    pg.withTransaction,
    refusing({})
  )

  return { get, makeCode, unlink }
})

/** TelegramChats links chats of users. */
export class TelegramChats extends Context.Service<TelegramChats>()("store/TelegramChats", { make }) {
  static readonly layer = Layer.effect(TelegramChats, make)
}
