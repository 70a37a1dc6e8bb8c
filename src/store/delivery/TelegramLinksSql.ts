// Stores chats that send the bot a code: the code is used up, the chat linked and the place in the bot's
// updates moved in one transaction, so that a worker that dies repeats nothing.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { ChatLinks, type BotMessage } from "../../delivery/ports.ts"
import { languageOf } from "../../domain/automation/notifications.ts"
import { audit } from "../access/Audit.ts"
import { leaseIsOver } from "../sql/lease.ts"

/**
 * POLL_LEASE_TIME is how long one worker polls the bot before another may: longer than it waits for an
 * answer.
 */
const POLL_LEASE_TIME = "60 seconds"

/** TelegramLinksSql is the `ChatLinks` on PostgreSQL. */
export const TelegramLinksSql = (worker: string) =>
  Layer.effect(
    ChatLinks,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient

      const turn = Effect.fn("ChatLinks.turn")(function* (botId: string) {
        const [mine] = yield* pg<{ readonly next: number }>`
          insert into telegram_bots as b (bot_id, polled_by, polled_until)
          values (${botId}, ${worker}, now() + ${POLL_LEASE_TIME}::interval)
          on conflict (bot_id) do update set polled_by = excluded.polled_by,
            polled_until = excluded.polled_until
          where b.polled_by = excluded.polled_by or ${pg.literal(leaseIsOver("b.polled_until"))}
          returning b.next_update_id::float8 as next`
        return mine?.next ?? null
      }, Effect.orDie)

      const leave = (botId: string) =>
        Effect.orDie(
          Effect.asVoid(
            pg`
              update telegram_bots set polled_until = '-infinity'
              where bot_id = ${botId} and polled_by = ${worker}`
          )
        )

      const introduce = Effect.fn("ChatLinks.introduce")(function* (botId: string, username: string) {
        yield* pg`
          insert into telegram_bots as b (bot_id, username)
          values (${botId}, ${username})
          on conflict (bot_id) do update set username = excluded.username
          where b.username is distinct from excluded.username`
      }, Effect.orDie)

      const skip = (botId: string, updateId: number) =>
        Effect.orDie(
          Effect.asVoid(
            pg`
              update telegram_bots set next_update_id = ${updateId + 1}
              where bot_id = ${botId} and next_update_id <= ${updateId}`
          )
        )

      const link = Effect.fn("ChatLinks.link")(
        function* (botId: string, { chatId, updateId }: BotMessage, code: string | null) {
          yield* skip(botId, updateId)
          if (code === null) return null
          const [used] = yield* pg<{ readonly user_id: string }>`
            delete from telegram_codes
            where code_hash = ${createHash("sha256").update(code).digest()} and expires_at > now()
            returning user_id`
          if (used === undefined) return null
          const [user] = yield* pg<{
            readonly name: string
            readonly email: string
            readonly language: string | null
          }>`
            update users set telegram_chat_id = ${chatId}::int8, telegram_linked_at = now()
            where id = ${used.user_id}::uuid and enabled
            returning name, email, preferences ->> 'language' as language`
          if (user === undefined) return null
          // the sender of the code is the user who requested it
          yield* audit(
            pg,
            { kind: "user", id: used.user_id, name: user.email, requestId: `telegram ${updateId}` },
            { action: "telegram.linked", objectType: "user", objectId: used.user_id }
          )
          return {
            name: user.name === "" ? user.email : user.name,
            language: languageOf(user.language, null)
          }
        },
        pg.withTransaction,
        Effect.orDie
      )

      return ChatLinks.of({ turn, leave, introduce, skip, link })
    })
  )
