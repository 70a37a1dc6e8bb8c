// The form of a new analysis of grazing: the period is set on the fixes by week with the keyboard, animals are weighed
// by an attribute that they have, and another herd is compared with by its group.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Made, until } from "../../../journeys/client.ts"
import { makeMeadow } from "../../../support/browser/meadow.ts"
import { TheConsole } from "../../../support/browser/theConsole.ts"
import { violations, visit } from "../../../support/browser/visit.ts"

interface Run extends Made {
  readonly status: string
  readonly error_message: string | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly period: { readonly comparison: object }
  readonly preview: { readonly kind: string }
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the form", (it) => {
  it.effect(
    "compares with another herd by its group, in the days that its handles stand on",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const names = ["Alma", "Dolly", "Ewan"]
          const meadow = yield* makeMeadow(house.client, "herds", names)
          const at = `/projects/${meadow.projectId}`
          const idOf = (name: string) => meadow.animals[name]!.entityId
          const change = (name: string, body: object) =>
            house.client.ask("PATCH", `${at}/entities/${idOf(name)}`, body)
          const sheep = yield* house.client.post(`${at}/groups`, { name: "Sheep" })
          for (const name of ["Dolly", "Ewan"]) yield* change(name, { group_id: sheep.id })
          yield* change("Alma", { attributes: { body_mass_kg: 512 } })
          for (const name of names)
            yield* meadow.walk(
              name,
              Array.from({ length: 12 }, (_, n) => [2900 - n * 20, n < 8 ? "inside" : "outside"] as const)
            )
          const [area] = yield* house.client.all<Made>(`${at}/features`)
          const { complaints, page } = yield* visit(house.browser, { session: house, expected: /422/ })
          const found: Array<string> = []
          yield* Effect.promise(async () => {
            await page.goto(
              `${meadow.path}/analyses/new?module=grazing&animals=${idOf("Alma")}&areas=${area!.id}&days=7`
            )
            await page.getByText("Within all limits").waitFor()
            const first = page.getByRole("slider", { name: "First day" })
            await first.focus()
            await page.keyboard.press("ArrowRight")
            await page.waitForURL(/from=/)
            await page.keyboard.press("ArrowRight")
            await page.waitForURL(new RegExp(`from=${dayBefore(5)}`))
            await page.getByRole("slider", { name: "Last day" }).press("ArrowLeft")
            await page.waitForURL(new RegExp(`to=${dayBefore(1)}`))
            await page.getByLabel("Period, first day").waitFor()

            await page.getByLabel("An animal counts").selectOption("attribute")
            assert.strictEqual(
              await page.locator("datalist option").first().getAttribute("value"),
              "body_mass_kg"
            )
            await page.getByLabel("Weighed by").fill("body_mass_kg")
            await page.getByText("1 of 1 have it").waitFor()

            await page.getByLabel("Compared with").selectOption("herd")
            await page.getByLabel("The other herd").selectOption({ label: "Sheep" })
            await page.getByText("2 in it").waitFor()
            await page.getByText("of 3 subjects").waitFor()
            await page.getByText("Within all limits").waitFor()
            found.push(...(await violations(page)))
            await page.keyboard.press("Control+Enter")
            await page.waitForURL(/analyses\/[0-9a-f-]{36}$/)
          })
          const id = page.url().split("/").at(-1)!
          const run = yield* until(
            "the run",
            house.client.get<Run>(`${at}/analyses/${id}`),
            ({ status }) => status !== "queued" && status !== "running",
            60
          )
          assert.strictEqual(run.status, "completed", run.error_message ?? "")
          assert.deepStrictEqual(run.period.comparison, { kind: "herd", subject_count: 2 })
          assert.sameMembers(run.parameters["herd_b_entity_ids"] as Array<string>, [
            idOf("Dolly"),
            idOf("Ewan")
          ])
          assert.strictEqual(run.parameters["weight_key"], "body_mass_kg")
          assert.strictEqual(run.preview.kind, "bars")
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/analyses`)
            const row = page.getByRole("row", { name: /without a name/ })
            await row.getByText("3 animals, 1 area").waitFor()
            assert.strictEqual(await row.locator("svg.figure rect").count(), 1)
            found.push(...(await violations(page)))
          })
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual([...complaints], [])
        })
      ),
    240_000
  )
})
