// What came in: how much and when, and below it the items; a bin of the chart narrows them to its time, by keys too.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("traffic", (it) => {
  it.effect("a bin of the chart narrows the list to its time, and lets go of it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, cookie, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "traffic", ["Alma"])
        yield* meadow.walk("Alma", [
          [9, "inside"],
          [1, "inside"]
        ])
        const { complaints, page } = yield* visit(browser, { session: { origin, cookie } })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/traffic`)
          const rows = page.getByRole("row").filter({ hasText: "position" })
          await rows.nth(1).waitFor()
          // what came in a moment ago is counted a moment later, and the minute may have turned
          const bins = page.getByRole("slider", { name: /^Received items/ })
          const chart = page.getByRole("region", { name: "Minute by minute" })
          await chart
            .getByText(/generic|meadow|traffic/i)
            .first()
            .waitFor()
          await page.getByRole("img", { name: /Half of the items arrived within/ }).waitFor()
          await bins.focus()
          for (let i = 0; i < 3 && !/: 2 accepted/.test((await bins.getAttribute("aria-valuetext"))!); i++)
            await page.keyboard.press("ArrowLeft")
          assert.match((await bins.getAttribute("aria-valuetext"))!, /^\d\d:\d\d: 2 accepted/)
          await page.keyboard.press("Enter")
          const chip = page.getByRole("button", { name: /^\d\d:\d\d to \d\d:\d\d: show others too$/ })
          await chip.waitFor()
          assert.match(page.url(), /from=.*to=/)
          await rows.nth(1).waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await bins.focus()
          await page.keyboard.press("Home")
          await page.keyboard.press("Enter")
          await page.getByRole("heading", { name: "No items match." }).waitFor()
          await chip.click()
          await rows.nth(1).waitFor()
          assert.notMatch(page.url(), /from=/)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
