// A fix that is wrong: found by the leap it makes, marked with what that changes said before, and taken back.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { tellOf } from "../support/browser/trouble.ts"
import { violations, visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("correcting fixes", (it) => {
  it.effect(
    "a leap is picked, the alert that would go is told, and the correction is made and taken back",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "fixes", ["Alma"])
          yield* meadow.walk("Alma", [
            [60, "inside"],
            [50, "inside"],
            [40, "outside"],
            [30, "inside"],
            [20, "inside"]
          ])
          const [alert] = yield* meadow.alerted(1)
          yield* tellOf(house, meadow, alert!.event_id, "ranger@example.org")
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/animals/${meadow.animals["Alma"]!.entityId}`)
            await page.getByRole("link", { name: "Correct fixes" }).click()
            const rows = page.getByRole("region", { name: "The fixes" }).locator("tbody tr")
            await rows.nth(4).waitFor()
            await page.locator("[role=application][data-ready=true]").waitFor()

            // all of them by a box on the map, none by a click beside them
            const map = (await page.getByRole("application").boundingBox())!
            await page.mouse.move(map.x + 20, map.y + 60)
            await page.mouse.down()
            await page.mouse.move(map.x + map.width - 20, map.y + map.height - 80, { steps: 4 })
            await page.mouse.up()
            await page.getByText("5 of 5 fixes selected").waitFor()
            await page.keyboard.press("Escape")
            await page.getByText("0 of 5 fixes selected").waitFor()

            await page.getByRole("button", { name: "Select", exact: true }).click()
            await page.getByText("1 of 5 fixes selected").waitFor()
            assert.strictEqual(await rows.nth(2).getAttribute("aria-selected"), "true")
            const change = page.getByRole("region", { name: "What would change" })
            await change.getByText("event removed").waitFor()
            const goes = change.getByRole("listitem").filter({ hasText: "Alma left Home" })
            await goes.getByText("told: ranger@example.org").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.getByRole("textbox", { name: "Why" }).fill("reflection off the cliff")
            await page.keyboard.press("Enter")
            await page.getByText("1 fix marked as wrong. Rules are evaluated again").waitFor()
            await page.locator("tr[data-wrong=true]").waitFor()

            await page.getByRole("button", { name: /^Undo: 1 fix marked as wrong/ }).click()
            await page.getByText(/^undone /).waitFor()
            await page.locator("tr[data-wrong=true]").waitFor({ state: "detached" })

            // by keys alone: the third, moved to where it was
            for (let row = 0; row < 3; row++) await page.keyboard.press("j")
            await page.keyboard.press("x")
            await page.getByText("1 of 5 fixes selected").waitFor()
            await page.getByRole("button", { name: "Move" }).click()
            await page.getByLabel("Longitude").fill("14.05")
            await page.getByRole("textbox", { name: "Why" }).fill("seen at the gate")
            await page.keyboard.press("Enter")
            await page.getByText("1 fix moved in place.").waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
  )

  it.effect("whoever may not correct them sees them, and reads which permission they lack", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "fixes-seen", ["Alma"])
        yield* meadow.walk("Alma", [[9, "inside"]])
        const { cookie } = yield* makeMember(house, meadow, { role: "viewer", scope: null })
        const { complaints, page } = yield* visit(house.browser, {
          session: { origin: house.origin, cookie }
        })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals/${meadow.animals["Alma"]!.entityId}/fixes`)
          await page.getByRole("checkbox", { name: /^The fix of/ }).check()
          await page.getByText("Correcting fixes needs the permission data:curate").waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
