// The inbox and the event's page, with the keyboard alone: from the sign-in to an alert that is resolved with a
// note, and the question whether it would fire again.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { makeMeadow } from "../support/browser/meadow.ts"
import { PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { STORY } from "../support/stories.ts"

/** Presses a key once and waits for the address; where it leads nowhere, the error says what the page shows. */
const press = async (page: Page, key: string, isWanted: (url: string) => boolean): Promise<void> => {
  await page.keyboard.press(key)
  await page
    .waitForURL((url) => isWanted(url.href), { waitUntil: "commit" })
    .catch(async (cause: unknown) => {
      const text = await page.locator("body").innerText()
      throw new Error(`the key ${key} leads nowhere from ${page.url()}: ${text}`, { cause })
    })
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the inbox", (it) => {
  it.effect("is dealt with by keyboard alone: sign-in, acknowledge, resolve with a note, verify", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "keys", ["Alma"])
        yield* meadow.walk("Alma", [
          [9, "inside"],
          [8, "outside"]
        ])
        yield* meadow.alerted(1)
        const { complaints, page } = yield* visit(browser, { expected: /503/ })
        const { keyboard } = page
        /** Tab, until it has the focus. */
        const tabTo = async (selector: string) => {
          await page.locator(selector).waitFor()
          for (let i = 0; i < 60; i++) {
            await keyboard.press("Tab")
            if ((await page.locator(`${selector}:focus`).count()) > 0) return
          }
          assert.fail(`the Tab key does not lead to ${selector}`)
        }
        yield* Effect.promise(async () => {
          await page.goto(`${origin}${meadow.path}/animals`)
          await tabTo("[name=email]")
          await keyboard.type("admin@localhost")
          await tabTo("[name=password]")
          await keyboard.type(PASSWORD)
          await keyboard.press("Enter")
          await page.getByRole("link", { name: "Alma" }).waitFor()
          await keyboard.press("g")
          await keyboard.press("a")
          await page.getByRole("heading", { name: "Alma left Home" }).waitFor()
          await keyboard.press("e")
          await page.getByText("Acknowledged: Alma left Home").waitFor()
          await keyboard.press("r")
          await page.getByRole("dialog", { name: "Resolve: Alma left Home" }).waitFor()
          await tabTo("dialog[open] textarea")
          await keyboard.type("The gate was open.")
          await keyboard.press("Control+Enter")
          await page.getByText("Resolved: Alma left Home").waitFor()
          await keyboard.press("Enter")
          await page.getByText("“The gate was open.”").waitFor()
          await tabTo("button:text-is('Verify')")
          await keyboard.press("Enter")
          await page.getByText("Yes, the same.").waitFor()
        })
        assert.deepStrictEqual(
          (yield* meadow.alerts).map(({ status }) => status),
          ["resolved"]
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect(
    "lists by status and narrows; what is acknowledged stays in its row, and the next is below it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "tabs", ["Alma", "Berta"])
          for (const [name, ago] of [
            ["Alma", 8],
            ["Berta", 4]
          ] as const) {
            yield* meadow.walk(name, [
              [ago + 1, "inside"],
              [ago, "outside"]
            ])
            yield* meadow.alerted(ago === 8 ? 1 : 2)
          }
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            // the lists are read again once the stream is there: what one of them says then is from before the E
            const read = Promise.withResolvers<void>(),
              done = Promise.withResolvers<void>()
            let reads = 0
            await page.route(/\/alerts\/?\?(.*&)?status=acknowledged/, async (route) => {
              if (++reads !== 2) return route.continue()
              const response = await route.fetch()
              read.resolve()
              await done.promise
              return route.fulfill({ response })
            })
            await page.goto(`${meadow.path}/alerts`)
            const open = page.getByRole("region", { name: "Open" })
            await page.getByRole("heading", { name: "Berta left Home" }).waitFor()
            await read.promise
            await page.keyboard.press("e")
            await page.getByText("Acknowledged: Berta left Home").waitFor()
            done.resolve()
            await page.unrouteAll({ behavior: "wait" })
            await open.locator("li[data-status=acknowledged]", { hasText: "Berta" }).waitFor()
            await page.keyboard.press("j")
            await page.getByRole("heading", { name: "Alma left Home" }).waitFor()
            await page.getByRole("region", { name: "Acknowledged" }).getByText("Berta left Home").waitFor()
            await page.getByRole("button", { name: /^Resolved/ }).click()
            await page.getByText("No resolved alerts yet.").waitFor()
            await page.getByLabel("Severity").selectOption("critical")
            await page.getByText("No alerts match.").waitFor()
            await page.getByRole("button", { name: "Show all" }).click()
            await page.getByRole("button", { name: /^Acknowledged/ }).click()
            await page.getByRole("heading", { name: "Berta left Home" }).waitFor()
            assert.match(page.url(), /\?tab=acknowledged$/)
            await page.keyboard.press("r")
            await page.keyboard.press("Control+Enter")
            await page.getByText("Resolved: Berta left Home").waitFor()
            await page.keyboard.press("r")
            await page.getByLabel("Why? It was resolved.").fill("She is out again.")
            await page.keyboard.press("Control+Enter")
            await page.getByText("Reopened: Berta left Home").waitFor()
            await page.getByText("“She is out again.”").waitFor()
            await page.locator("[data-ready]").waitFor()
          })
          assert.deepStrictEqual(yield* Effect.promise(() => violations(page)), [])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )

  it.effect(
    "J and K lead from one open alert to the next, also while an event is still being read",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "next", ["Alma", "Berta"])
          for (const name of ["Alma", "Berta"])
            yield* meadow.walk(name, [
              [9, "inside"],
              [8, "outside"]
            ])
          yield* meadow.alerted(2)
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${house.origin}${meadow.path}/alerts`)
            await page.locator("[data-ready]").waitFor()
            // the focus stays on a row that was clicked: Enter means its page all the same
            await page
              .locator("main li button, section li button")
              .filter({ hasText: "left Home" })
              .first()
              .click()
            await page.keyboard.press("Enter")
            await page.getByText("1 of 2 open").waitFor()
            const first = page.url()
            await page.reload() // forgets what the inbox has read of either event
            await page.getByText("1 of 2 open").waitFor()
            const answered = Promise.withResolvers<void>()
            const EVENT = /\/v1\/projects\/[^/]+\/events\/[^/]+$/
            await page.route(EVENT, async (route) => {
              await answered.promise
              await route.continue()
            })
            // the number of alerts may be known before their list is
            await page.getByRole("button", { name: /^Next/, disabled: false }).waitFor()
            await press(page, "j", (url) => url !== first)
            await page.getByText("Loading the event").waitFor({ state: "attached" })
            await press(page, "k", (url) => url === first)
            await page.getByText("1 of 2 open").waitFor()
            answered.resolve()
            await page.unrouteAll({ behavior: "wait" })
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )
})
