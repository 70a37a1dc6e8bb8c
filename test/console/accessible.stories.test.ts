// Every page by the rules of WCAG 2.2 AA as axe knows them, and its contrast once more in the dark.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { v7 } from "uuid"
import type { Made } from "../journeys/client.ts"
import { makeHerd } from "../journeys/herd.ts"
import { goTo } from "../support/browser/everyPage.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { isLive, visit, violations } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("every page", (it) => {
  it.effect(
    "is without violations of WCAG 2.2 AA by axe, and in the dark without one of contrast",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "axe", ["Alma"])
          yield* meadow.walk("Alma", [
            [9, "inside"],
            [8, "outside"]
          ])
          const [alert] = yield* meadow.alerted(1)
          const empty = `axe-empty-${meadow.path.slice(7)}`
          yield* makeHerd(house.client, empty)
          const [fence] = yield* house.client.all<Made>(`/projects/${meadow.projectId}/features`)
          const one = `${meadow.path}/animals/${meadow.animals["Alma"]!.entityId}`
          const heading = (name: string) => (page: Page) =>
            page.getByRole("heading", { name }).first().waitFor()
          /** Where a page is, and what is to be seen when it is whole, and not on the one before. */
          const pages: ReadonlyArray<readonly [string, (page: Page) => Promise<void>]> = [
            [`${meadow.path}/operate/traces`, (page) => page.getByRole("row").nth(1).waitFor()],
            [`${meadow.path}/live`, isLive],
            [
              `${meadow.path}/alerts`,
              (page) =>
                page
                  .getByRole("region", { name: "Evidence" })
                  .getByRole("heading", { name: "Alma left Home" })
                  .waitFor()
            ],
            [`${meadow.path}/events/${alert!.event_id}`, heading("From payload to alert")],
            [
              `${meadow.path}/animals`,
              (page) => page.getByRole("row").getByRole("link", { name: "Alma" }).waitFor()
            ],
            [one, heading("Alerts")],
            [
              `${meadow.path}/areas/${fence!.id}`,
              (page) => page.getByRole("table", { name: "Visits by animal" }).waitFor()
            ],
            [`${one}/why`, (page) => page.getByText("The day before").waitFor()],
            [`${meadow.path}/rules`, (page) => page.getByRole("region", { name: "Rules" }).waitFor()],
            [`${meadow.path}/automations`, heading("No automations yet.")],
            [`${meadow.path}/automations?sel=new`, heading("Which events")],
            [`${meadow.path}/rules/new`, heading("New rule")],
            [`${meadow.path}/operate`, heading("Data sources")],
            [`${meadow.path}/operate/health`, heading("Versions")],
            [`${meadow.path}/operate/traffic`, heading("Received items")],
            [`${meadow.path}/operate/sources`, (page) => page.getByText("Senders go to").waitFor()],
            [`${meadow.path}/operate/sources/new`, heading("Connect OwnTracks")],
            [`${meadow.path}/operate/identities`, heading("New devices")],
            [`${meadow.path}/project/settings`, heading("The project")],
            [`${meadow.path}/project/people`, heading("Members")],
            ["/account", heading("Your account")],
            [`/p/${empty}/live`, heading("No animals here yet")],
            [`${meadow.path}/events/${v7()}`, heading("Not found.")],
            [`${meadow.path}/nowhere`, heading("There is no such page.")],
            [`${meadow.path}/rules/${v7()}`, (page) => page.getByText("its events stay").waitFor()]
          ]
          const { complaints, page } = yield* visit(house.browser, { session: house, expected: /404/ })
          const found: Array<string> = []
          const check = async (path: string) => {
            for (const violation of await violations(page)) found.push(`${path} ${violation}`)
            await page.emulateMedia({ colorScheme: "dark" })
            for (const violation of await violations(page, "color-contrast"))
              found.push(`${path} in the dark ${violation}`)
            await page.emulateMedia({ colorScheme: "light" })
          }
          yield* Effect.promise(async () => {
            await page.goto(pages[0]![0])
            for (const [path, ready] of pages) {
              // within the program: what it consists of is read once
              await goTo(page, path)
              await ready(page)
              await check(path)
            }
          })
          const stranger = yield* visit(house.browser)
          yield* Effect.promise(async () => {
            await stranger.page.goto(`${house.origin}/login`)
            await stranger.page.getByLabel("Password").waitFor()
            found.push(...(await violations(stranger.page)))
            await stranger.page.emulateMedia({ colorScheme: "dark" })
            found.push(...(await violations(stranger.page, "color-contrast")))
          })
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual([...complaints, ...stranger.complaints], [])
        })
      ),
    480_000
  )
})
