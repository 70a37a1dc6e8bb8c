// Somebody says who is told: an automation made on its page, tested against a real mail server and a receiver that
// checks signatures, a failure mended in its row, and what failed sent again. A product of its own.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { makeClient } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { openMailServer } from "../support/outside/mailServer.ts"
import { openReceiver, type Request } from "../support/outside/receiver.ts"
import { startService } from "../support/processes/service.ts"
import { TestDatabase } from "../support/sql/database.ts"

const verified = (secret: string, { body, headers }: Request) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { readonly type: string }

layer(Layer.mergeAll(TheConsole.layer, TestDatabase), { timeout: "180 seconds", excludeTestServices: true })(
  "somebody who says who is told",
  (it) => {
    it.effect(
      "makes an automation, tests it, mends what fails in its row, and sends again what failed",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { browser } = yield* TheConsole
            const mail = yield* openMailServer()
            let isGone = false
            const receiver = yield* openReceiver((response, { path }) =>
              response.writeHead(isGone || path === "/old" ? 410 : 204).end()
            )
            const service = yield* startService({
              directory: yield* temporaryDirectory,
              databaseUrl: Redacted.value(yield* DatabaseUrl),
              analyses: false,
              settings: {
                ADMIN_PASSWORD: PASSWORD,
                WEBHOOK_ALLOW_PRIVATE: "true",
                SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
                MAIL_FROM: "pugmark@farm.example",
                MAIL_ALLOW_LIST: "ranger@example.org"
              }
            })
            const client = makeClient(service)
            const meadow = yield* makeMeadow(client, "told", ["Alma"])
            yield* meadow.walk("Alma", [[1, "inside"]])
            const { origin } = service
            const cookie = yield* Effect.promise(() => logIn(origin, "admin@localhost", PASSWORD))
            const { complaints, page } = yield* visit(browser, {
              session: { origin, cookie },
              width: 1440,
              height: 900,
              expected: /412|422/
            })
            const row = (to: string) =>
              page
                .getByRole("list", { name: "Receivers" })
                .getByRole("listitem")
                .filter({
                  has: page.locator(`input[value="${to}"]`)
                })
            const chip = (text: RegExp) => page.getByRole("status").filter({ hasText: text })
            const found: Array<string> = []
            const look = async (what: string) => {
              for (const scheme of ["light", "dark"] as const) {
                await page.emulateMedia({ colorScheme: scheme })
                for (const one of await violations(page)) found.push(`${what}, ${scheme}: ${one}`)
              }
              await page.emulateMedia({ colorScheme: "light" })
            }

            const secret = yield* Effect.promise(async () => {
              // what is done of the way is ticked, and the next step leads on
              await page.goto(`${meadow.path}/live`)
              const steps = page.getByRole("region", { name: "First steps" })
              await steps.getByText("Switch on a rule (done)").waitFor()
              await steps.getByRole("link", { name: "Say who is told" }).click()
              await page.getByRole("heading", { name: "Which events" }).waitFor()
              await page.getByRole("button", { name: "Cancel" }).click()
              await page.getByText("No automations yet.").waitFor()
              await look("nothing yet")
              await page.keyboard.press("n")
              // an automation that cannot be says why, at the member
              await page.getByLabel("Name of the automation").fill("Tell the station")
              await page.getByRole("button", { name: "webhook" }).click()
              await page.getByLabel("Address of the webhook").fill("station")
              await page.getByRole("button", { name: "Create" }).click()
              await page.locator("[aria-invalid=true]").waitFor()
              await page.getByLabel("Address of the webhook").fill(`${receiver.url}/old`)
              for (const to of ["ranger@example.org", "stranger@example.org"]) {
                await page.getByRole("button", { name: "e-mail" }).click()
                await page.getByLabel("E-mail address").last().fill(to)
              }
              // what was written outlasts a reload
              await page.reload()
              await page
                .getByText("makes an alert of at least warning, about any animal, tell 3 receivers")
                .waitFor()
              await page.keyboard.press("Control+s")
              const field = page.getByLabel(`Secret of ${receiver.url}/old`)
              const shown = await field.inputValue()
              await page.getByText("A receiver to begin with").click()
              await look("the secret")
              await page.getByRole("button", { name: "Done", exact: true }).click()
              return shown
            })
            assert.match(secret, /^whsec_/)

            yield* Effect.promise(async () => {
              await page.keyboard.press("t")
              await chip(/1 of 3 arrived/).waitFor()
              await row(`${receiver.url}/old`).getByText("RECEIVER_GONE").waitFor()
              await row("stranger@example.org").getByText("MAIL_NOT_ALLOWED").waitFor()
              await row("ranger@example.org").getByText("arrived").waitFor()
              await look("a test that failed")
              // the repair is in the same row
              await row(`${receiver.url}/old`).getByRole("button", { name: "Correct…" }).click()
              await page.keyboard.press("Control+a")
              await page.keyboard.type(`${receiver.url}/pugmark`)
              await row("stranger@example.org").getByRole("button", { name: "Take out" }).click()
              await page.getByRole("button", { name: "Save and test" }).click()
              await chip(/2 of 2 arrived/).waitFor()
            })
            const told = yield* receiver.nth(2)
            assert.strictEqual(told.path, "/pugmark")
            assert.strictEqual(verified(secret, told).type, "automation.tested")
            assert.deepStrictEqual(
              mail.mails.map(({ to }) => to),
              [["ranger@example.org"], ["ranger@example.org"]]
            )

            // an alert, while the receiver is gone
            isGone = true
            yield* meadow.leave("Alma")
            const [alert] = yield* meadow.alerted(1)
            yield* receiver.nth(3)
            isGone = false
            yield* Effect.promise(async () => {
              await page.reload()
              const deliveries = page.getByRole("complementary", { name: "Last deliveries" })
              await deliveries.getByRole("button", { name: "Failed" }).click()
              const failed = deliveries.getByRole("listitem").filter({ hasText: "Alma left Home" })
              await failed.getByText("RECEIVER_GONE").waitFor()
              await failed.getByRole("button", { name: "Redeliver" }).click()
              await page.getByText("It is sent again.").waitFor()
            })
            const again = yield* receiver.nth(4)
            assert.strictEqual(verified(secret, again).type, "event.created")
            assert.strictEqual(again.headers["webhook-id"], receiver.requests[2]!.headers["webhook-id"])

            // somebody else changes it meanwhile
            const [made] = yield* client.all<{ readonly id: string }>(
              `/projects/${meadow.projectId}/automations`
            )
            yield* Effect.promise(async () => {
              await page.getByLabel("No older than").selectOption({ label: "1 h" })
            })
            yield* client.ask("PATCH", `/projects/${meadow.projectId}/automations/${made!.id}`, {
              name: "Tell the valley"
            })
            yield* Effect.promise(async () => {
              await page.keyboard.press("Control+s")
              await page.getByRole("button", { name: "Save as chosen" }).click()
              await page.getByText("Saved: Tell the valley").waitFor()
              await page.getByText("unless the event is over 1 h old").waitFor()

              await page.getByRole("switch").first().click()
              await page.getByText("Off: Tell the valley").waitFor()
              await page.setViewportSize({ width: 390, height: 800 })
              await look("on a phone")
              const wide = await page.evaluate(() => document.documentElement.scrollWidth)
              assert.isAtMost(wide, 390)
              await page.setViewportSize({ width: 1440, height: 900 })

              await page.getByRole("button", { name: "More", exact: true }).click()
              await page.getByRole("button", { name: "Remove…" }).click()
              await page.getByText("No automations yet.").waitFor()
              await page.keyboard.press("z")
              await page.getByRole("link", { name: "Tell the valley" }).waitFor()

              // the page of the event leads back here
              await page.goto(`${meadow.path}/events/${alert!.event_id}`)
              const deliveriesOf = page.getByRole("region", { name: "Deliveries" })
              await deliveriesOf.getByRole("link", { name: "Tell the station" }).first().click()
              await page.getByText("unless the event is over 1 h old").waitFor()
            })
            assert.deepStrictEqual(found, [])
            assert.deepStrictEqual(complaints, [])
          })
        ),
      480_000
    )
  }
)
