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
        const question = page.getByRole("dialog", { name: "Archive Bertha?" })
        const archive = question.getByRole("button", { name: "Archive" })
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "More about Bertha" }).click()
          await page.getByRole("button", { name: "Archive", exact: true }).click()
          await archive.click({ trial: true })
        })
        yield* house.client.ask("PATCH", berta, { attributes: { weight_kg: 510 } })
        yield* Effect.promise(async () => {
          await archive.click()
          await question.getByText(/changed it at .*, after you opened this/).waitFor()
          await archive.click()
          await page.getByText("Bertha is archived.").waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect(
    "takes ten out of a pasted table, two of them mended by their buttons, and moves one to a group",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "many", ["Berta"])
          const at = `/projects/${meadow.projectId}`
          yield* house.client.post(`${at}/groups`, { name: "Alp herd" })
          const { complaints, page } = yield* visit(house.browser, { session: house })
          const rows = Array.from({ length: 10 }, (_, n) =>
            [
              n === 8 ? "Berta" : `Cow ${n}`,
              n === 3 ? "Coww" : "Cow",
              "Alp herd",
              n === 0 ? "Collar of Berta" : "",
              String(400 + n)
            ].join("\t")
          )
          const table = ["Name\tType\tGroup\tTag\tWeight kg", ...rows].join("\n")
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/animals`)
            await page.getByRole("link", { name: "Add many" }).click()
            await page.getByLabel("Paste a table of animals").fill(table)
            await page.getByRole("button", { name: "Check the rows" }).click()
            await page.getByText("10 rows").waitFor()
            const row = (number: number) =>
              page
                .getByRole("row")
                .filter({ has: page.getByRole("rowheader", { name: String(number), exact: true }) })
            await row(4).getByText("no such type").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.emulateMedia({ colorScheme: "dark" })
            assert.deepStrictEqual(await violations(page, "color-contrast"), [])
            await page.emulateMedia({ colorScheme: "light" })
            await row(4).getByRole("button", { name: "Cow", exact: true }).press("Enter")
            await row(9).getByText("exists already").waitFor()
            await row(9).getByRole("button", { name: "Update" }).press("Enter")
            await row(1).getByText("on Berta").waitFor()
            await row(1).getByRole("button", { name: "Hand over" }).press("Enter")
            await page.getByRole("button", { name: "Add 9, update 1" }).click()
            await page.getByRole("status").getByText("10 done").waitFor()
            await page.setViewportSize({ width: 390, height: 844 })
            const wide = await page.evaluate(() => document.documentElement.scrollWidth)
            assert.isAtMost(wide, 390)
            await page.setViewportSize({ width: 1280, height: 640 })
            await page.getByRole("link", { name: "Groups and types" }).click()
            await page.getByRole("button", { name: "Group", exact: true }).click()
            await page.getByRole("dialog").getByLabel("Name").fill("Calves")
            await page.getByRole("button", { name: "Create group" }).click()
            await page.getByRole("button", { name: /^Alp herd 10/ }).click()
            await page.getByRole("checkbox", { name: "Cow 5" }).check()
            await page.getByLabel("Move 1 to").selectOption({ label: "Calves" })
            await page.getByText("No rule names it.").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.getByRole("button", { name: "Move", exact: true }).click()
            await page.getByRole("button", { name: /^Calves 1/ }).waitFor()
          })
          const all = yield* house.client.all<Kept>(`${at}/entities`)
          const berta = all.find(({ name }) => name === "Berta")!
          assert.strictEqual(all.length, 10)
          assert.deepStrictEqual(berta.attributes, { weight_kg: 408 })
          const [worn] = yield* house.client.all<{ readonly entity_id: string }>(
            `${at}/entity-assignments?device_id=${meadow.animals["Berta"]!.deviceId}&current=true`
          )
          assert.strictEqual(worn?.entity_id, all.find(({ name }) => name === "Cow 0")!.id)
          const herds = yield* house.client.all<Kept>(`${at}/groups`)
          const calf = all.find(({ name }) => name === "Cow 5")!
          assert.strictEqual(calf.group_id, herds.find(({ name }) => name === "Calves")!.id)
          assert.deepStrictEqual(complaints, [])
        })
      )
  )
})
