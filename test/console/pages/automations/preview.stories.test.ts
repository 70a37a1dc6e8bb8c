// What an automation would have told of, on its page: the handle of its greatest age is dragged past the events of
// thirty days, and what receivers get is shown before anything is saved. A project of its own in the console that
// stories share.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../../../support/browser/meadow.ts"
import { TheConsole } from "../../../support/browser/theConsole.ts"
import { visit, violations } from "../../../support/browser/visit.ts"

/** Seconds between an event and the service learning of it. */
const AGES = [8, 30, 31, 600, 5400, 7000, 50_000, 60_000, 90_000] as const

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "the preview of an automation",
  (it) => {
    it.effect(
      "counts events again while the bound moves, by mouse and by keys, and shows the message",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const house = yield* TheConsole
            const { browser, client } = house
            const meadow = yield* makeMeadow(client, "aged", ["Alma"])
            const path = `/projects/${meadow.projectId}`
            for (const age of AGES)
              yield* client.post(`${path}/events`, {
                event_type: "WOLF_SEEN",
                title: `A wolf ${age}`,
                severity: "warning",
                create_alert: true,
                time: new Date(Date.now() - age * 1000).toISOString()
              })
            yield* client.post(`${path}/automations`, {
              name: "Tell the station",
              min_severity: "warning",
              require_alert: true,
              enabled: false,
              actions: [
                { type: "webhook", url: "https://station.example.org/pugmark" },
                { type: "email", to: ["ranger@example.org"] }
              ]
            })
            const { complaints, page } = yield* visit(browser, { session: house, width: 1440, height: 900 })
            const asked: Array<number> = []
            page.on("request", (request) => {
              if (request.url().endsWith("/automations/preview"))
                asked.push(request.postDataJSON().max_event_age_seconds)
            })
            yield* Effect.promise(async () => {
              await page.goto(`${meadow.path}/automations`)
              // chosen, so that a phone shows it too
              await page.getByRole("link", { name: "Tell the station" }).click()
              const would = page.getByRole("status").filter({ hasText: "would have told of" })
              await would.filter({ hasText: "6 in 30 days" }).waitFor()
              await page.getByRole("img", { name: "6 told, 3 too old" }).waitFor()
              const letter = page.getByRole("region", { name: "What people read" })
              await letter.getByText("WARNING: A wolf 8", { exact: false }).first().waitFor()
              const programs = page.getByRole("region", { name: "What programs get" })
              await programs.getByText("v1,…").waitFor()
              await programs.getByRole("button", { name: "Body" }).click()
              await programs.getByText('"type": "event.created"', { exact: false }).waitFor()

              // keys: from 6 h down to 1 h
              const handle = page.getByRole("slider", { name: "How old an event may be" })
              await handle.focus()
              for (const step of ["4 h", "3 h", "2 h", "1 h"]) {
                await page.keyboard.press("ArrowLeft")
                await page.getByText(`unless the event is over ${step} old`).waitFor()
              }
              await would.filter({ hasText: "4 in 30 days" }).waitFor()

              // a mouse: past all of them, counted before the server is asked
              const box = (await handle.boundingBox())!
              const before = asked.length
              await page.mouse.move(box.x + box.width / 2, box.y + 20)
              await page.mouse.down()
              await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 12 })
              await page.getByRole("img", { name: "9 told, 0 too old" }).waitFor()
              await page.mouse.up()
              await page.waitForResponse(
                (answer) =>
                  answer.url().endsWith("/automations/preview") &&
                  answer.request().postDataJSON().max_event_age_seconds === 2_592_000
              )
              assert.isAtMost(asked.length - before, 2)
              await would.filter({ hasText: "9 in 30 days" }).waitFor()
              for (const scheme of ["light", "dark"] as const) {
                await page.emulateMedia({ colorScheme: scheme })
                assert.deepStrictEqual(await violations(page), [])
              }
              await page.emulateMedia({ colorScheme: "light" })
              await page.setViewportSize({ width: 390, height: 800 })
              await page.getByRole("img", { name: "9 told, 0 too old" }).waitFor()
              assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 390)
            })
            assert.deepStrictEqual(complaints, [])
          })
        ),
      240_000
    )
  }
)
