// Chats, end to end: a code over HTTP, `/start CODE` to the bot, and messages to who linked their chat.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { BOT_TOKEN, type BotServer, openBotServer } from "../support/outside/botServer.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus, makeProject } from "../support/http/tracking.ts"
import { deliveriesOf, makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"
import { until } from "../support/until.ts"

const CHAT = "/auth/me/telegram"
const start = (bot: BotServer) => startWorker({ telegramBotToken: BOT_TOKEN, telegramApiUrl: bot.url })

/** Links a chat to the caller. */
const link = Effect.fnUntraced(function* (bot: BotServer, chatId: number) {
  const { command } = yield* expectStatus(200, "POST", CHAT)
  const before = bot.sent.length
  bot.write(chatId, command)
  yield* bot.wrote(before + 1)
})

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("chats", (it) => {
  it.effect("are linked by a code told to the bot, once and within ten minutes, and unlinked again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bot = yield* openBotServer
        yield* start(bot)
        const before = yield* expectStatus(200, "GET", CHAT)
        assert.deepInclude(before, { linked: false, linked_at: null })

        const first = yield* expectStatus(200, "POST", CHAT)
        assert.match(first.code, /^[\w-]{22}$/)
        assert.strictEqual(first.command, `/start ${first.code}`)
        assert.approximately(Date.parse(first.expires_at) - Date.now(), 600_000, 5_000)
        assert.notInclude(
          JSON.stringify(yield* sql<{ row: string }>`select c::text as row from telegram_codes c`),
          first.code
        )

        // a later code replaces it
        const second = yield* expectStatus(200, "POST", CHAT)
        assert.strictEqual(second.link, `https://t.me/pugmark_test_bot?start=${second.code}`)
        bot.write(41, `/start ${first.code}`)
        yield* bot.wrote(1)
        assert.match(bot.sent[0]!.text, /unknown, was used, or is older/)
        // too late
        yield* sql`update telegram_codes set expires_at = now()`
        bot.write(41, second.command)
        yield* bot.wrote(2)
        assert.match(bot.sent[1]!.text, /unknown, was used, or is older/)
        assert.isFalse((yield* expectStatus(200, "GET", CHAT)).linked)

        const third = yield* expectStatus(200, "POST", CHAT)
        bot.write(41, "hello")
        bot.write(-42, `/start@pugmark_test_bot ${third.code}`)
        yield* bot.wrote(3)
        assert.deepStrictEqual(bot.sent[2], {
          chatId: "-42",
          text: "This chat is linked to Administrator. Messages of automations that name you come here."
        })
        const linked = yield* expectStatus(200, "GET", CHAT)
        assert.deepInclude(linked, { user_id: before.user_id, linked: true })
        assert.isNotNull(linked.linked_at)
        // used up
        bot.write(43, third.command)
        yield* bot.wrote(4)
        assert.strictEqual(
          (yield* sql<{
            chat: string
          }>`select telegram_chat_id::text as chat from users where telegram_chat_id is not null`)[0]!.chat,
          "-42"
        )

        yield* expectStatus(204, "DELETE", CHAT)
        yield* expectStatus(204, "DELETE", CHAT)
        assert.deepInclude(yield* expectStatus(200, "GET", CHAT), { linked: false, linked_at: null })
        const entries = yield* sql<{
          action: string
          actor_kind: string
        }>`select action, actor_kind from audit_log where action like 'telegram.%' order by at, id`
        assert.deepStrictEqual(
          entries.map((e) => `${e.action} ${e.actor_kind}`),
          [
            "telegram.code_made token",
            "telegram.code_made token",
            "telegram.code_made token",
            "telegram.linked user",
            "telegram.unlinked token"
          ]
        )
      })
    )
  )

  it.effect(
    "get the messages of automations that name their user; who has none is skipped with the reason",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const bot = yield* openBotServer
          const { user_id } = yield* expectStatus(200, "GET", CHAT)
          const project = yield* makeProject({ name: "North range" })
          yield* makeAutomation(project.id, [{ type: "telegram", user_id }])
          yield* start(bot)
          const unlinked = yield* report(project.id)
          const [skipped] = yield* settled(project.id, unlinked.id)
          assert.deepInclude(skipped, {
            status: "skipped",
            code: "CHAT_NOT_LINKED",
            error: "the user has linked no chat",
            target: user_id
          })
          assert.include(
            (yield* expectStatus(200, "GET", `/traces/${skipped!.trace_id}`)).steps[2].detail.remedy,
            "/auth/me/telegram"
          )

          yield* link(bot, 77)
          yield* expectStatus(202, "POST", `/projects/${project.id}/deliveries/${skipped!.id}/redeliver`)
          assert.deepInclude((yield* settled(project.id, unlinked.id))[0], { status: "sent", code: null })
          assert.strictEqual(bot.sent[1]!.chatId, "77")
          assert.include(bot.sent[1]!.text, "[North range] A wolf")
          yield* expectStatus(204, "DELETE", CHAT)
          const later = yield* report(project.id)
          assert.deepInclude((yield* settled(project.id, later.id))[0], {
            status: "skipped",
            code: "CHAT_NOT_LINKED"
          })
          assert.lengthOf(bot.sent, 2)
        })
      )
  )

  it.effect("that blocked the bot fail at once; a server that asks for time gets it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const bot = yield* openBotServer
        const { user_id } = yield* expectStatus(200, "GET", CHAT)
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "telegram", user_id }])
        yield* start(bot)
        yield* link(bot, 78)
        bot.refuse = () => ({ status: 403, description: "Forbidden: bot was blocked by the user" })
        const blocked = yield* report(project.id)
        assert.deepInclude((yield* settled(project.id, blocked.id))[0], {
          status: "failed",
          code: "CHAT_REFUSED",
          error: "Forbidden: bot was blocked by the user",
          attempts: 1
        })
        bot.refuse = () => ({ status: 429, description: "Too Many Requests", retryAfter: 600 })
        const slowed = yield* report(project.id)
        const [waiting] = yield* until(
          deliveriesOf(project.id, slowed.id),
          ([d]) => d?.code === "CHAT_REFUSED"
        )
        assert.approximately(Date.parse(waiting!.next_attempt_at!) - Date.now(), 600_000, 20_000)
        assert.notInclude(JSON.stringify([blocked, waiting]), BOT_TOKEN)
      })
    )
  )

  it.effect("are linked by one worker, and updates are not read again by the next", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const bot = yield* openBotServer
        const { code } = yield* expectStatus(200, "POST", CHAT)
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* start(bot)
            bot.write(90, `/start ${code}`)
            yield* bot.wrote(1)
          })
        )
        yield* start(bot) // another process, to the database
        bot.write(91, "/start")
        yield* bot.wrote(2)
        assert.deepStrictEqual(
          bot.sent.map((m) => m.chatId),
          ["90", "91"]
        )
        assert.match(bot.sent[1]!.text, /unknown/)
      })
    )
  )

  it.effect("without a bot are skipped with the reason", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { user_id } = yield* expectStatus(200, "GET", CHAT)
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "telegram", user_id }])
        yield* startWorker()
        const event = yield* report(project.id)
        assert.deepInclude((yield* settled(project.id, event.id))[0], {
          status: "skipped",
          code: "TELEGRAM_NOT_SET_UP"
        })
      })
    )
  )
})
