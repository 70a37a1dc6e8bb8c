// Runs by the keyboard alone: keep one under a name, pick two and compare them, delete one and take it back; the focus
// comes back to what opened a dialog.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { makeGrazedHerd } from "../support/browser/grazedHerd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"

/** Presses keys one after the other. */
const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Goes on with Tab until the focus is on what has this label or text. */
const tabTo = async (page: Page, label: RegExp): Promise<void> => {
  for (let presses = 0; presses < 80; presses++) {
    if (label.test(await focused(page))) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not come to ${label}`)
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim() ?? ""
  })

layer(TheConsole.layer, { timeout: "240 seconds", excludeTestServices: true })("runs", (it) => {
  it.effect("are kept, compared, deleted and taken back without a mouse", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const herd = yield* makeGrazedHerd(house.client, "keys")
        const asked = yield* Effect.forEach([1, 2], () => herd.ask("movement"))
        for (const { id } of asked) yield* herd.ended(id)
        const { complaints, page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
        yield* Effect.promise(async () => {
          await page.goto(`${herd.path}/analyses`)
          const rows = page.getByRole("table", { name: "Analyses" }).locator("tr[data-open]")
          await rows.nth(1).waitFor()
          // keep the newest: by its key
          await press(page, "j", "p")
          const dialog = page.getByRole("dialog", { name: "Keep this analysis" })
          await dialog.getByText(/^A run with a name is kept, others 30 days\. 0 of 200 are kept/u).waitFor()
          assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("name")), "name")
          await page.keyboard.type("Second half")
          await press(page, "Enter")
          await dialog.waitFor({ state: "detached" })

          await page.getByText("Kept: Second half").waitFor()
          await rows.nth(0).getByText("kept", { exact: true }).waitFor()

          // the other one by its menu, left with Escape first
          await tabTo(page, /^More about without a name$/u)
          for (const end of ["Escape", "Enter"]) {
            await press(page, "Enter")
            await tabTo(page, /^Keep under a name$/u)
            await press(page, "Enter")
            await dialog.waitFor()
            await page.keyboard.type("First try")
            await press(page, end)
            await dialog.waitFor({ state: "detached" })
            assert.match(await focused(page), /^More about/u, "the focus is back where it was")
          }
          await page.getByText("Kept: First try").waitFor()
          await rows.nth(1).getByText("First try").waitFor()

          // two are picked and compared
          await press(page, "k", "x", "j", "x")
          await page.getByRole("button", { name: /^Compare 2 of 2/u }).waitFor()
          await press(page, "c")
          await page.waitForURL("**/analyses/compare?**")
          await page
            .getByRole("heading", { name: /Second half and First try|First try and Second half/u })
            .waitFor()
          await page
            .getByRole("table", { name: "Figures of Alma" })
            .getByRole("row", { name: /^Distance, km/u })
            .waitFor()
          // a metric is chosen by its name
          await tabTo(page, /^Distance, km$/u)
          await press(page, "Enter")
          await page.waitForURL(/[?&]metric=/u)
          assert.strictEqual(
            await page
              .getByRole("button", { name: "Distance, km", exact: true })
              .getAttribute("aria-pressed"),
            "true"
          )

          // one is deleted and taken back
          await press(page, "g", "s")
          await rows.nth(1).waitFor()
          await tabTo(page, /^More about First try$/u)
          await press(page, "Enter")
          await tabTo(page, /^Delete$/u)
          await press(page, "Enter")
          await page.getByText("Removed: First try").waitFor()
          assert.strictEqual(await rows.count(), 1)
          await press(page, "z")
          await page.getByText("Taken back: First try").waitFor()
          await rows.nth(1).waitFor()

          // on its own page
          await press(page, "j", "Enter")
          await page.getByRole("heading", { name: /Second half/u }).waitFor()
          await tabTo(page, /^Rename$/u)
          await press(page, "Enter")
          await dialog.waitFor()
          await press(page, "Control+a")
          await page.keyboard.type("March, second half")
          await press(page, "Enter")
          await page.getByRole("heading", { name: /March, second half/u }).waitFor()
          assert.strictEqual(await focused(page), "Rename")
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
