// Collars that nobody has registered become devices on animals of their own, with what they sent before.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("unknown identities", (it) => {
  it.effect("become devices on animals of their own, with what was kept of them; others are ignored", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "unknown", [])
        const word = meadow.path.slice(3)
        const names = [1, 2, 3].map((n) => `${word}-lost-${n}`)
        yield* house.client.ask(
          "POST",
          `/ingest/http/${meadow.sourceId}`,
          names.map((device) => ({ device, time: new Date().toISOString(), lat: 51.05, lon: 14.05 })),
          meadow.sourceToken
        )
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const unknown = (name: string) => page.getByRole("checkbox", { name, exact: true })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/identities`)
          await unknown(names[2]!).waitFor()
          const where = page.getByRole("region", { name: `Where ${word}-lost-… reported from` })
          await where.getByText("3 places of").waitFor()
          await where.locator("[data-ready=true]").waitFor()
          await where.getByRole("button", { name: names[0]! }).click()
          await page.getByRole("heading", { name: names[0]! }).waitFor()
          await page.getByRole("checkbox", { name: `All of ${word}-lost-…` }).check()
          await unknown(names[2]!).uncheck()
          await page.getByText("2 chosen").waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: "Create devices…" }).click()
          await page.getByLabel("Put each on").selectOption({ index: 2 })
          assert.deepStrictEqual(await violations(page), [])
          await page.getByText("A name for each").click()
          await page.getByLabel(`Name of ${names[0]!}`).fill("North")
          await page.getByLabel("Include earlier reports").selectOption("date")
          await page.getByLabel("From, in project time").fill("2026-01-01T00:00")
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: "Create devices", exact: true }).click()
          await page.getByText("2 devices created; stored reports are now processed.").waitFor()
          await unknown(names[0]!).waitFor({ state: "detached" })
          await unknown(names[2]!).check()
          await page.getByRole("button", { name: "Ignore", exact: true }).click()
          await page.getByText("1 new device ignored.").waitFor()
          await unknown(names[2]!).waitFor({ state: "detached" })
          await page.keyboard.press("z")
          await unknown(names[2]!).waitFor()
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("link", { name: "North" }).waitFor()
        })
        const found = yield* house.client.all<{ readonly name: string }>(
          `/projects/${meadow.projectId}/entities`
        )
        assert.sameMembers(
          found.map(({ name }) => name),
          ["North", names[1]!]
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
