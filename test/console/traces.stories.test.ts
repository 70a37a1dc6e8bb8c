// Why a report was refused, found by an operator: from what needs somebody to the member that is wrong.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("an operator", (it) => {
  it.effect(
    "finds why a report was refused: its trace opens on the step that decided, its member is marked",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "traces", ["Alma"])
          yield* meadow.walk("Alma", [[5, "inside"]])
          for (const time of ["1980-01-06T00:03:12Z", "1980-01-06T00:04:12Z"])
            yield* house.client.ask(
              "POST",
              `/ingest/http/${meadow.sourceId}`,
              [{ device: "Alma", time, lon: 14, lat: 51 }],
              meadow.sourceToken
            )
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/live`)
            await page.getByRole("link", { name: /^Operate/ }).click()
            await page.getByRole("link", { name: "Traces", exact: true }).click()
            await page
              .getByRole("group", { name: "How it ended" })
              .getByRole("button", { name: "Failed" })
              .click()
            await page.waitForURL("**/traces?status=failed")
            await page.getByRole("textbox").fill("timestamp inv")
            const rows = page.getByRole("row").filter({ hasText: "TIMESTAMP_INVALID" })
            await rows.nth(1).waitFor()
            await page.keyboard.press("Escape")
            await page.getByRole("textbox").blur()
            await page.keyboard.press("j")
            await page.keyboard.press("Enter")
            await page.getByRole("heading", { name: "Refused: before 1990" }).waitFor()
            await page.getByText("What to do.").waitFor()
            await page.locator("[data-marked=true]", { hasText: "1980-01-06T00:04:12Z" }).waitFor()
            await page.getByText("2 like it").waitFor()
            await page
              .getByRole("row", { name: /^time .*1980.* refused time “1980-01-06T00:04:12Z”$/ })
              .waitFor()
            await page.getByRole("row", { name: "position 51, 14 lat, lon" }).waitFor()
            await page.getByText("not reached").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.keyboard.press("[")
            await page.locator("[data-marked=true]", { hasText: "1980-01-06T00:03:12Z" }).waitFor()
            const before = page.url()
            await page.getByRole("button", { name: "Send again" }).click()
            await page.getByText("It was refused again. This is the new trace. before 1990").waitFor()
            await page.waitForURL((url) => url.href !== before)
            await page.getByText("3 like it").waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
  )
})
