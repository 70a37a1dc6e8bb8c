// Every channel says where its event and its alert are: the alert's page is where it is acknowledged.
import { assert, it, layer } from "@effect/vitest"
import { actionTypes, type ActionType } from "../../src/domain/automation/Action.ts"
import { messageLinks, eventBody, textOf } from "../../src/domain/automation/Message.ts"
import { Effect, Layer } from "effect"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { BOT_TOKEN, openBotServer } from "../support/outside/botServer.ts"
import { openMailServer } from "../support/outside/mailServer.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus, makeProject } from "../support/http/tracking.ts"
import { makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"
import { claimed } from "../domain/automation/examples.ts"

const BASE = "https://pugmark.example.org"

const server = serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true)))

layer(server, { excludeTestServices: true, timeout: "30 seconds" })("the links of a message", (it) => {
  it.effect.each([[BASE], [null]] as const)(
    "lead to the event and its alert in each channel, and are left out where the address is not known (%s)",
    ([publicUrl]) =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver()
          const mail = yield* openMailServer()
          const bot = yield* openBotServer
          yield* startWorker({
            publicUrl,
            smtpUrl: `smtp://127.0.0.1:${mail.port}`,
            mailFrom: "pugmark@farm.example",
            mailAllowList: null,
            telegramBotToken: BOT_TOKEN,
            telegramApiUrl: bot.url
          })
          const chat = yield* expectStatus(200, "GET", "/auth/me/telegram")
          const { command } = yield* expectStatus(200, "POST", "/auth/me/telegram")
          bot.write(7, command)
          yield* bot.wrote(1)
          const project = yield* makeProject()
          const actions: Readonly<Record<ActionType, object>> = {
            webhook: { type: "webhook", url: receiver.url },
            email: { type: "email", to: ["ranger@farm.example"] },
            telegram: { type: "telegram", user_id: chat.user_id }
          }
          yield* makeAutomation(project.id, Object.values(actions))
          const event = yield* report(project.id, { create_alert: true })
          const deliveries = yield* settled(project.id, event.id, actionTypes.length)
          assert.deepStrictEqual(
            deliveries.map((d) => `${d.action_type} ${d.status}`).toSorted(),
            actionTypes.map((type) => `${type} sent`).toSorted()
          )
          const unfolded = (raw: string) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=")
          const told: Readonly<Record<ActionType, string>> = {
            webhook: receiver.requests[0]!.body,
            email: unfolded(mail.mails[0]!.raw),
            telegram: JSON.stringify(bot.sent.at(-1))
          }
          for (const type of actionTypes) {
            for (const path of [`alerts?sel=${event.alert.id}`, `events/${event.id}`]) {
              const url = `${BASE}/p/${project.slug}/${path}`
              assert.strictEqual(told[type].includes(url), publicUrl !== null, `${type}: ${url}`)
            }
          }
        })
      )
  )
})

it("an open alert is acknowledged where its link leads; without an address there is none", () => {
  const matter = claimed()
  assert.notInclude(textOf(matter, "en"), "http")
  assert.notProperty(eventBody(matter).data.event, "url")
  const links = messageLinks(BASE, matter)
  assert.include(textOf({ ...matter, links }, "en"), `Event page: ${BASE}/p/north/events/${matter.event.id}`)
})
