// The first day in one browser: from an empty server to the message about the first alert, without a terminal. The
// page alone makes everything; only the phone speaks to the server besides.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { Page } from "playwright-core"
import { Webhook } from "standardwebhooks"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { locationOf, type OwnTracksSetup, scanOwnTracks, tellAsOwnTracks } from "../support/browser/phone.ts"
import { PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { signIn, visit, violations } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { openMailServer } from "../support/outside/mailServer.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { startService } from "../support/processes/service.ts"
import { EmptyDatabase } from "../support/sql/database.ts"
import { until } from "../support/until.ts"

const HOME = [14.05, 51.05] as const

/** Clicks the corners of a square around the middle of the map, on whom it stands. */
const drawAround = async (page: Page, half: number) => {
  await page.getByText("Click the corners").waitFor()
  const { height, width, x, y } = (await page.getByRole("application").boundingBox())!
  const [cx, cy] = [x + width / 2, y + height / 2]
  for (const [dx, dy] of [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half]
  ] as const) {
    await page.mouse.move(cx + dx, cy + dy)
    await page.mouse.click(cx + dx, cy + dy)
  }
}

layer(Layer.mergeAll(TheConsole.layer, EmptyDatabase), { timeout: "180 seconds", excludeTestServices: true })(
  "the first day",
  (it) => {
    it.effect(
      "leads in one browser from an empty server to the message that Erik left the fence",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { browser } = yield* TheConsole
            const mail = yield* openMailServer()
            const receiver = yield* openReceiver()
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
            const { complaints, page } = yield* visit(browser, { width: 1440, height: 900, expected: /503/ })
            const strangers: Array<string> = []
            page.on("request", (request) => {
              if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.origin))
                strangers.push(request.url())
            })
            const began = Date.now()
            const steps: Array<string> = []
            /**
             * A step of the way: what was done, without a violation of WCAG, its picture where a folder is
             * named.
             */
            const step = async (what: string) => {
              assert.deepStrictEqual(await violations(page), [], what)
              steps.push(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`)
              const folder = process.env["PUGMARK_PICTURES"]
              if (folder !== undefined)
                await page.screenshot({ path: `${folder}/first-day-${steps.length}.png` })
            }
            const report = (phone: OwnTracksSetup, lon: number, lat: number) =>
              tellAsOwnTracks(phone, locationOf(Date.now(), lon, lat))

            const phone = yield* Effect.promise(async () => {
              await page.goto(service.origin)
              await signIn(page, "admin@localhost", PASSWORD)
              await page.getByText("There is no project yet.").waitFor()
              await step("signed in on an empty server")

              await page.getByRole("button", { name: "New project" }).click()
              const form = page.getByRole("dialog", { name: "New project" })
              await form.getByLabel("Name").fill("North alp")
              await form.getByLabel("What is followed: one").fill("ranger")
              await form.getByLabel("and many").fill("rangers")
              await form.getByRole("button", { name: "Create project" }).click()
              await page.getByRole("link", { name: "Connect…" }).waitFor()
              await step("made a project")

              await page.getByRole("link", { name: "Connect…" }).click()
              await page.getByRole("link", { name: /^OwnTracks/ }).click()
              await page.getByLabel("Whose phone is it").fill("Erik Holm")
              await page.getByRole("button", { name: "Create source" }).click()
              await page.getByText("Listening for the first record").waitFor()
              const scanned = await scanOwnTracks(page, "Code that sets up OwnTracks for Erik Holm")
              await step("showed the code to the phone")

              assert.strictEqual((await report(scanned, ...HOME)).status, 200)
              await page.getByText("The first record has arrived").waitFor()
              await page.getByRole("button", { name: "Create Erik Holm" }).click()
              await page.getByText("Erik Holm is registered.").waitFor()
              await step("heard from the phone, and named whose it is")

              await page.getByRole("link", { name: "See the map" }).click()
              await page.locator("[data-ready]").waitFor()
              const way = page.getByRole("region", { name: "First steps" })
              await way.getByText("Bring in rangers (done)").waitFor()
              await way.getByRole("link", { name: "Draw a fence" }).click()
              await drawAround(page, 90) // the map has come to the first report by itself
              await page.getByRole("button", { name: "Done" }).click()
              await page.getByLabel("Name").fill("Hut")
              await page.getByRole("button", { name: "Save" }).click()
              await page.getByText("Rules use it from now on.").waitFor()
              await way.getByText("Draw a fence (done)").waitFor()
              await step("drew a fence")

              await way.getByRole("link", { name: "Switch on a rule" }).click()
              await page.getByRole("link", { name: /Left a fence/ }).click()
              await page.getByRole("button", { name: "Enable" }).click()
              await page.getByText(/^v1 is on: /).waitFor()
              await step("switched on a rule")
              // a rule begins with the first report after it: Erik is at the hut
              assert.strictEqual((await report(scanned, ...HOME)).status, 200)

              await page.getByRole("link", { name: "Live", exact: true }).click()
              await way.getByText("Switch on a rule (done)").waitFor()
              await way.getByRole("link", { name: "Say who is told" }).click()
              await page.getByLabel("Name of the automation").fill("Tell the station")
              await page.getByRole("button", { name: "webhook" }).click()
              await page.getByLabel("Address of the webhook").fill(`${receiver.url}/pugmark`)
              await page.getByRole("button", { name: "e-mail" }).click()
              await page.getByLabel("E-mail address").fill("ranger@example.org")
              await page.getByRole("button", { name: "Create" }).click()
              return scanned
            })
            const secret = yield* Effect.promise(async () => {
              const shown = await page.getByLabel(`Secret of ${receiver.url}/pugmark`).inputValue()
              await page.getByRole("button", { name: "Done", exact: true }).click()
              await page.keyboard.press("t")
              await page
                .getByRole("status")
                .filter({ hasText: /2 of 2 arrived/ })
                .waitFor()
              await step("said who is told, and tested it")
              return shown
            })

            /** What the receiver was sent, its signature verified. */
            const told = ({ body, headers }: (typeof receiver.requests)[number]) =>
              new Webhook(secret).verify(body, headers as Record<string, string>) as {
                readonly type: string
                readonly data: { readonly event: { readonly title: string } }
              }
            assert.strictEqual(told(yield* receiver.nth(1)).type, "automation.tested")

            yield* Effect.promise(async () => {
              await page.getByRole("link", { name: "Live", exact: true }).click()
              await page.locator("[data-ready]").waitFor()
              assert.strictEqual((await report(phone, 14.25, 51.05)).status, 200)
              await page.locator("[data-toast]", { hasText: "Erik Holm left Hut" }).waitFor()
              await step("saw that Erik left the fence")
            })
            const message = told(yield* receiver.nth(2))
            assert.strictEqual(message.type, "event.created")
            assert.include(message.data.event.title, "Erik Holm left Hut")
            const last = yield* until(
              Effect.sync(() => mail.mails),
              ({ length }) => length === 2
            )
            assert.deepStrictEqual(last[1]!.to, ["ranger@example.org"])
            assert.match(last[1]!.raw, /^Subject: .*Erik Holm left Hut/m)
            yield* Effect.promise(() => step("the mail and the webhook arrived"))
            yield* Effect.sync(() => process.stdout.write(`${steps.join("\n")}\n`))
            assert.deepStrictEqual(strangers, [])
            assert.deepStrictEqual(complaints, [])
          })
        ),
      480_000
    )
  }
)
