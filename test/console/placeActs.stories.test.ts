// What can be done with a place on the live map, by buttons: follow, copy, share, measure; on a phone also navigate.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

const CLIPBOARD = ["clipboard-read", "clipboard-write"]

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("places on the map", (it) => {
  it.effect("are followed, copied, shared and measured by buttons", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "places", ["Alma"])
        yield* meadow.walk("Alma", [[1, "inside"]])
        const { complaints, context, page } = yield* visit(house.browser, { session: house })
        const { entityId } = meadow.animals["Alma"]!
        yield* Effect.promise(async () => {
          await context.grantPermissions(CLIPBOARD, { origin: house.origin })
          const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
          await page.goto(`${meadow.path}/live?sel=${entityId}`)
          await page.locator("[data-ready]").waitFor()
          const card = page.locator("[data-card]")
          const follow = card.getByRole("button", { name: "Follow" })
          await follow.click()
          await page.getByText("The map follows Alma").waitFor()
          assert.strictEqual(await follow.getAttribute("aria-pressed"), "true")
          await follow.click()
          await page.getByText("The map no longer follows Alma.").waitFor()
          assert.strictEqual(await follow.getAttribute("aria-pressed"), "false")

          await card.getByRole("button", { name: "Copy place" }).click()
          await page.getByText("51.05000, 14.05000 is on the clipboard.").waitFor()
          assert.strictEqual(await clipboard(), "51.05000, 14.05000")
          assert.strictEqual(await card.getByRole("link", { name: "Navigate" }).count(), 0)

          await card.getByRole("button", { name: "Share link" }).click()
          await page.getByText("The link to this view is on the clipboard.").waitFor()
          assert.include(await clipboard(), `/live?sel=${entityId}`)
        })
        assert.deepStrictEqual(yield* Effect.promise(() => violations(page)), [])
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/live`)
          await page.locator("[data-ready]").waitFor()
          await page.getByRole("button", { name: "Measure", exact: true }).click()
          const panel = page.locator("[data-panel]")
          await panel.waitFor()
          const size = () => panel.getByRole("status").getAttribute("data-measured")
          const points = (count: number) =>
            panel
              .getByRole("definition")
              .filter({ hasText: new RegExp(`^${count}$`) })
              .waitFor()
          const canvas = page.locator("canvas.maplibregl-canvas")
          const corners = [
            { x: 480, y: 200 },
            { x: 600, y: 200 },
            { x: 600, y: 320 }
          ]
          for (const [i, position] of corners.entries()) {
            await canvas.click({ position })
            await points(i + 1)
          }
          assert.match((await size())!, /^[\d.,]+ k?m$/)
          await canvas.click({ position: corners[0]! })
          await panel.getByText("Around it").waitFor()
          assert.match((await size())!, /^[\d.,]+ (m²|ha|km²)$/)
          // a measuring click chooses nothing
          assert.strictEqual(await page.locator("[data-card]").count(), 0)
        })
        assert.deepStrictEqual(yield* Effect.promise(() => violations(page)), [])
        yield* Effect.promise(async () => {
          await page.keyboard.press("Escape")
          await page.locator("[data-panel]").waitFor({ state: "detached" })
          // by keys alone
          await page.keyboard.press("s")
          const panel = page.locator("[data-panel]")
          await panel.waitFor()
          await page.keyboard.press("Enter")
          await panel.getByText("Points", { exact: true }).waitFor()
          const canvas = page.locator("canvas.maplibregl-canvas")
          await canvas.press("ArrowRight")
          await page.keyboard.press("Enter")
          await panel.getByText("Length", { exact: true }).waitFor()
          await page.keyboard.press("Backspace")
          await panel.getByText("Length", { exact: true }).waitFor({ state: "detached" })
          await page.keyboard.press("s")
          await panel.waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("are given to the map of a phone, by buttons for thumbs", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "thumb", ["Alma"])
        yield* meadow.walk("Alma", [[1, "inside"]])
        const context = yield* Effect.acquireRelease(
          Effect.promise(() =>
            house.browser.newContext({
              baseURL: house.origin,
              viewport: { width: 390, height: 844 },
              hasTouch: true,
              isMobile: true,
              reducedMotion: "reduce"
            })
          ),
          (opened) => Effect.promise(() => opened.close())
        )
        yield* Effect.promise(async () => {
          const [name = "", value = ""] = house.cookie.split("=")
          await context.addCookies([{ name, value, url: house.origin }])
          const page = await context.newPage()
          await page.goto(`${meadow.path}/live?sel=${meadow.animals["Alma"]!.entityId}`)
          const card = page.locator("[data-card]")
          const navigate = card.getByRole("link", { name: "Navigate" })
          await navigate.waitFor()
          assert.strictEqual(
            await navigate.getAttribute("href"),
            "geo:51.05000,14.05000?q=51.05000,14.05000(Alma)"
          )
          for (const name of ["Follow", "Copy place", "Share link"]) {
            const { height, width } = (await card.getByRole("button", { name }).boundingBox())!
            assert.isAtLeast(height, 44, name)
            assert.isAtLeast(width, 44, name)
          }
        })
      })
    )
  )
})
