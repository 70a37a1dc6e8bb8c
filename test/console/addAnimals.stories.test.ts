// Animals on screen: one is added with its tag, changed, archived and taken back; many are pasted and mended; groups
// are made, and animals are moved.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"
import { addCollar } from "../journeys/herd.ts"

interface Kept {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly group_id: string | null
  readonly attributes: object
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the herd", (it) => {
  it.effect("takes an animal in with a tag, has it changed, archived and taken back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "adds", ["Berta"])
        const at = `/projects/${meadow.projectId}`
        const loose = yield* addCollar(house.client, meadow, "free", true)
        const { complaints, page } = yield* visit(house.browser, { session: house })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals`)
          await page.getByRole("button", { name: "Add animal" }).click()
          const form = page.getByRole("dialog", { name: "Add an animal" })
          await form.getByLabel("Name", { exact: true }).fill("Alma")
          await form.getByLabel("Type").selectOption({ label: "Cow" })
          await form.getByRole("button", { name: "Attribute", exact: true }).click()
          await form.getByLabel("Attribute 1", { exact: true }).fill("weight_kg")
          await form.getByLabel("Value of weight_kg").fill("486,5")
          await form.getByLabel("Which").selectOption({ label: "Collar of free" })
          assert.deepStrictEqual(await violations(page), [])
          await page.emulateMedia({ colorScheme: "dark" })
          assert.deepStrictEqual(await violations(page, "color-contrast"), [])
          await page.emulateMedia({ colorScheme: "light" })
          await form.getByRole("button", { name: "Add animal" }).click()
          await page.getByRole("heading", { level: 1, name: "Alma" }).waitFor()
          await page.getByRole("region", { name: "Devices" }).getByText("Collar of free").waitFor()
        })
        const all = yield* house.client.all<Kept>(`${at}/entities`)
        const alma = all.find(({ name }) => name === "Alma")!
        assert.deepStrictEqual(alma.attributes, { weight_kg: 486.5 })
        const worn = yield* house.client.all<{ readonly entity_id: string }>(
          `${at}/entity-assignments?device_id=${loose.deviceId}&current=true`
        )
        assert.deepStrictEqual(
          worn.map(({ entity_id }) => entity_id),
          [alma.id]
        )
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Change" }).click()
          const form = page.getByRole("dialog", { name: "Change Alma" })
          await form.getByLabel("Name", { exact: true }).fill("Alma II")
          await form.getByRole("button", { name: "Save" }).click()
          await page.getByRole("heading", { level: 1, name: "Alma II" }).waitFor()
          await page.getByRole("button", { name: "More about Alma II" }).click()
          await page.getByRole("button", { name: "Archive", exact: true }).click()
          const question = page.getByRole("dialog", { name: "Archive Alma II?" })
          await question.getByText("Geofence exit").waitFor()
          await question.getByText("It wears a tag").waitFor()
          await question.getByRole("button", { name: "Archive" }).click()
          await page.getByText("Alma II is archived.").waitFor()
          await page.locator(".chip", { hasText: "archived" }).waitFor()
          await page.keyboard.press("z")
          await page.getByText("Alma II is back.").waitFor()
          await page.locator(".chip", { hasText: "archived" }).waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("says who changed an animal meanwhile, and saves what is chosen", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "overtaken", ["Berta"])
        const berta = `/projects/${meadow.projectId}/entities/${meadow.animals["Berta"]!.entityId}`
        const { complaints, page } = yield* visit(house.browser, { session: house, expected: /412/ })
        const form = page.getByRole("dialog", { name: "Change Berta" })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals/${meadow.animals["Berta"]!.entityId}`)
          await page.getByRole("button", { name: "Change" }).click()
          await form.getByLabel("Name", { exact: true }).fill("Bertha")
        })
        yield* house.client.ask("PATCH", berta, { attributes: { weight_kg: 500 } })
        yield* Effect.promise(async () => {
          await form.getByRole("button", { name: "Save" }).click()
          const choice = page.getByRole("dialog", { name: "saved Berta while you wrote" })
          await choice.getByText("weight_kg 500").waitFor()
          await choice.getByRole("button", { name: "Save as chosen" }).click()
          await page.getByRole("heading", { level: 1, name: "Bertha" }).waitFor()
        })
        const kept = yield* house.client.get<Kept>(berta)
        assert.deepStrictEqual([kept.name, kept.attributes], ["Bertha", { weight_kg: 500 }])
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
