// The time cursor of the live page: from an event back to the hours before it, forward by play, and to now.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the time cursor", (it) => {
  it.effect("replays the hours before an event on the live map, with its events; L is now again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "then", ["Alma"])
        yield* meadow.walk("Alma", [
          [300, "inside"],
          [240, "outside"],
          [60, "outside"]
        ])
        const [alert] = yield* meadow.alerted(1)
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const bar = page.getByRole("group", { name: "Replay" })
        /** The fence is at the left of the map, the place outside at its right; the card is beside her. */
        const isAt = (side: "left" | "right") =>
          page.waitForFunction((expected) => {
            const [card, map] = ["section[aria-label=Alma]", "[aria-label=Map]"].map((selector) =>
              document.querySelector(selector)!.getBoundingClientRect()
            )
            return (card!.x - map!.x > 0.42 * map!.width ? "right" : "left") === expected
          }, side)
        const moment = () => bar.locator("time").getAttribute("datetime")
        const isAnotherMomentThan = (before: string | null) =>
          page.waitForFunction(
            (then) => document.querySelector("[aria-label=Replay] time")!.getAttribute("datetime") !== then,
            before
          )
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/events/${alert!.event_id}`)
          await page.getByRole("link", { name: "Replay 12 h" }).click()
          await bar.waitFor()
          await page.locator("[data-ready]").waitFor()
          assert.match(page.url(), /[?&]t=/)

          const begun = await moment()
          await page.keyboard.press("]")
          await isAnotherMomentThan(begun)
          await isAt("right")
          await page.keyboard.press("ArrowLeft")
          await isAt("left")

          const rested = await moment()
          await page.keyboard.press("Space")
          await isAnotherMomentThan(rested)
          await isAt("right")
          await page.keyboard.press("Space")

          const before = await moment()
          await page.keyboard.press("Shift+ArrowLeft")
          await isAnotherMomentThan(before)
          assert.strictEqual(Date.parse(before!) - Date.parse((await moment())!), 3_600_000)

          await page.keyboard.press("l")
          await bar.waitFor({ state: "detached" })
          await page.waitForURL((url) => !url.searchParams.has("t"))
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
