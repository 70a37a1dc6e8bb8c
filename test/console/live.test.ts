// The live page in a real browser, against the running product: the map is drawn, an animal that leaves is told
// of, and what was done about it can be taken back.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { coloursOf, isLive, violations, visit } from "../support/browser/visit.ts"
import { STORY } from "../support/stories.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the live page", (it) => {
  it.effect(
    "draws the map, tells of an exit that came through ingest, acknowledges by E, and takes it back by Z",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "live", ["Alma"])
          yield* meadow.walk("Alma", [[1, "inside"]])
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/live`)
            await page.locator("[data-ready]").waitFor()
            const { commonest, distinct } = await coloursOf(page, { x: 150, y: 150, width: 600, height: 450 })
            assert.isAbove(distinct, 20)
            assert.isBelow(commonest, 0.99)
            await isLive(page)
          })
          yield* meadow.leave("Alma")
          yield* Effect.promise(async () => {
            await page.locator("[data-toast]", { hasText: "Alma left Home" }).waitFor()
            await page.keyboard.press("e")
            await page.locator("[data-toast]").waitFor({ state: "detached" })
            await page.locator("[data-open='0']").waitFor()
            await page.getByText("Acknowledged: Alma left Home").waitFor()
          })
          assert.deepStrictEqual(
            (yield* meadow.alerts).map((alert) => alert.status),
            ["acknowledged"]
          )
          yield* Effect.promise(async () => {
            await page.keyboard.press("z")
            await page.getByText("Taken back: Alma left Home").waitFor()
            await page.locator("[data-open='1']").waitFor()
          })
          assert.deepStrictEqual(
            (yield* meadow.alerts).map((alert) => alert.status),
            ["open"]
          )
          assert.deepStrictEqual(complaints, [])
        })
      )
  )

  it.effect(
    "acknowledges the row that is chosen, and not the alert that has just come on top of the map; the key is on one button",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "toast", ["Alma", "Berta"])
          for (const name of ["Alma", "Berta"]) yield* meadow.walk(name, [[1, "inside"]])
          yield* meadow.leave("Alma")
          yield* meadow.alerted(1)
          const { complaints, context, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/live`)
            await isLive(page)
            await page.locator("[data-alert]", { hasText: "Alma left Home" }).waitFor()
            await page.keyboard.press("j")
            await page.locator("[data-alert][data-chosen='true']").waitFor()
          })
          yield* meadow.leave("Berta")
          yield* Effect.promise(async () => {
            await page.locator("[data-toast]", { hasText: "Berta left Home" }).waitFor()
            assert.strictEqual(
              await page
                .locator("button", { hasText: /^Acknowledge/ })
                .locator("kbd")
                .count(),
              1
            )
            await page.keyboard.press("e")
            await page.getByText("Acknowledged: Alma left Home").waitFor()
            await page.locator("[data-open='1']").waitFor()
            // whom the row chose is followed, and the address says who it is
            await page.locator("[data-ready]").waitFor()
            await page.keyboard.press("f")
            await page.getByText("The map follows Alma").waitFor()
            await page.keyboard.press("0")
            const permissions = ["clipboard-read", "clipboard-write"]
            await context.grantPermissions(permissions, { origin: house.origin })
            await page.keyboard.press("y")
            await page.getByText("The link to this view is on the clipboard.").waitFor()
            const link = await page.evaluate(() => navigator.clipboard.readText())
            assert.match(link, /\/live\?.*sel=[0-9a-f-]{36}/)
            // what shows everything ended it: the next F begins it again
            await page.getByText("The map follows Alma").waitFor({ state: "detached" })
            await page.keyboard.press("f")
            await page.getByText("The map follows Alma").waitFor()
          })
          assert.deepStrictEqual(
            (yield* meadow.alerts).map(({ status, title }) => `${title}: ${status}`),
            ["Berta left Home: open", "Alma left Home: acknowledged"]
          )
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )

  it.effect(
    "lies on the map of a phone as a sheet of three heights, pulled or pressed",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "sheet", ["Alma"])
          yield* meadow.walk("Alma", [
            [9, "inside"],
            [8, "outside"]
          ])
          yield* meadow.alerted(1)
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 390,
            height: 844
          })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/live`)
            await page.locator("[data-ready]").waitFor()
            await page.locator("[data-alert]").getByText("Distance from you").waitFor()
            const { x, y } = (await page.locator("aside header").first().boundingBox())!
            await page.mouse.move(x + 195, y + 8)
            await page.mouse.down()
            for (const up of [80, 200, 320]) await page.mouse.move(x + 195, y + 8 - up)
            await page.mouse.up()
            await page.locator("main[data-sheet=full]").waitFor()
            await page.getByRole("button", { name: "Height of the list: full" }).press("Enter")
            await page.locator("main[data-sheet=low]").waitFor()
            await page.keyboard.press("ArrowUp")
            await page.locator("main[data-sheet=half]").waitFor()
          })
          assert.deepStrictEqual(yield* Effect.promise(() => violations(page)), [])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    STORY
  )
})
