// Finding an animal, its page, and the question why no alert came.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("an animal", (it) => {
  it.effect("stands in a list that is ordered by its heads", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "heads", ["Alma", "Berta"])
        yield* meadow.walk("Alma", [[9, "inside"]])
        yield* meadow.walk("Berta", [[5, "inside"]])
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const names = () => page.locator("tbody tr td:first-child a").allInnerTexts()
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("button", { name: "Name" }).click()
          await page.waitForURL("**/animals?sort=name")
          await page.locator("th[aria-sort=ascending]", { hasText: "Name" }).waitFor()
          await page.locator("tbody tr:first-child", { hasText: "Alma" }).waitFor()
          await page.getByRole("button", { name: "Last fix" }).click()
          await page.waitForURL("**/animals?sort=last_fix")
          await page.locator("tbody tr:first-child", { hasText: "Berta" }).waitFor()
          assert.deepStrictEqual(await names(), ["Berta", "Alma"])
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("is found by ⌘K, and why no alert came is answered rule by rule, for every minute", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "why", ["Alma", "Berta"])
        yield* meadow.walk("Alma", [[5, "inside"]])
        const { complaints, page } = yield* visit(house.browser, { session: house })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("link", { name: "Berta" }).waitFor()
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).fill("alm")
          await page.keyboard.press("Enter") // at once, as who knows the name does
          await page.waitForURL(`**/live?sel=${meadow.animals["Alma"]!.entityId}`)
          await page.getByRole("region", { name: "Alma" }).waitFor()
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).fill("alma")
          await page.getByRole("complementary", { name: "Alma" }).getByText("Inside").waitFor()
          await page.keyboard.press("Tab")
          await page.getByRole("option", { name: "Why no alert?", selected: true }).waitFor()
          await page.getByRole("option", { name: "Open its page" }).click()
          await page.waitForURL(`**/animals/${meadow.animals["Alma"]!.entityId}`)
          await page.getByRole("heading", { level: 1, name: "Alma" }).waitFor()
          await page.locator("dd", { hasText: "Home" }).waitFor()
          await page.keyboard.press("w")
          await page.waitForURL("**/why")
          // she is inside, and nothing came in this minute
          const answer = page.getByRole("region", { name: "Not asked then" })
          await answer.getByText("Geofence exit").waitFor()
          await answer.getByText("CONDITION", { exact: true }).waitFor()
          await page.keyboard.press("Shift+ArrowLeft")
          await page.waitForURL("**/why?t=*")
          await page.getByText("No position was known then.").waitFor()
          await page.keyboard.press("l")
          await page.waitForURL("**/why")
          await answer.getByText("CONDITION", { exact: true }).waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("with an open alert is asked why there is one, and answered with it first", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "these", ["Alma"])
        yield* meadow.walk("Alma", [[5, "inside"]])
        yield* meadow.leave("Alma")
        yield* meadow.alerted(1)
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const id = meadow.animals["Alma"]!.entityId
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("link", { name: "Alma" }).waitFor()
          await page.keyboard.press("j")
          await page.locator("footer").getByText("Why this alert?").waitFor()
          await page.goto(`${meadow.path}/live?sel=${id}`)
          await page.getByRole("region", { name: "Alma" }).getByText("Why this alert?").waitFor()
          await page.goto(`${meadow.path}/animals/${id}`)
          await page.getByRole("link", { name: "Why this alert?" }).click()
          await page.waitForURL("**/why")
          await page.getByRole("heading", { level: 1, name: "Why this alert?" }).waitFor()
          const alerts = page.getByRole("region", { name: "Open alerts" })
          await alerts.getByText("Alma left Home").waitFor()
          await alerts.getByText("Home", { exact: true }).waitFor() // what it was decided on
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).fill("alma")
          await page.getByRole("complementary", { name: "Alma" }).waitFor()
          await page.keyboard.press("Tab")
          await page.getByRole("option", { name: "Why this alert?" }).waitFor()
          await page.keyboard.press("Escape")
          await page.keyboard.press("Shift+ArrowLeft") // an hour before there was none
          await page.getByRole("heading", { level: 1, name: "Why no alert?" }).waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
