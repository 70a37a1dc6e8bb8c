// Results in the console: every figure of the page's tables is the one that the document holds, through the formatter
// that the report uses too; two periods are compared; the pages are accessible.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { cellText } from "../../src/figures/cellText.ts"
import { makeGrazedHerd } from "../support/browser/grazedHerd.ts"
import { lookUp, lookUpGrazing } from "../support/browser/shownTables.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

/** A herd with a finished run of each of `modules`. */
const analysed = (...modules: ReadonlyArray<"movement" | "grazing">) =>
  Effect.gen(function* () {
    const { client } = yield* TheConsole
    const herd = yield* makeGrazedHerd(client, "found")
    const asked = yield* Effect.forEach(modules, (module) =>
      herd.ask(module, { name: `The ${module} of March` })
    )
    const runs = yield* Effect.forEach(asked, ({ id }) =>
      Effect.map(herd.ended(id), ({ result }) => ({ id, document: result }))
    )
    return { at: `${herd.path}/analyses`, runs }
  })

layer(TheConsole.layer, { timeout: "240 seconds", excludeTestServices: true })(
  "the page of a result",
  (it) => {
    it.effect("shows the figures of the document, of both modules and both periods, and nothing else", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { at, runs } = yield* analysed("movement", "grazing")
          const [movement, grazing] = [runs[0]!, runs[1]!]
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900
          })
          yield* Effect.promise(async () => {
            await page.goto(`${at}/${movement.id}`)
            await page.getByRole("heading", { name: "Home ranges" }).waitFor()
            await page
              .getByText("Fewer than 30 fixes")
              .or(page.getByText("Displacement").first())
              .first()
              .waitFor()
            const byAnimal = { key: "summary", title: "By animal" }
            let figures = await lookUp(page, movement.document, { ...byAnimal, period: "main" })
            await page.getByRole("button", { name: "Comparison", exact: true }).click()
            figures += await lookUp(page, movement.document, { ...byAnimal, period: "comparison" })
            assert.isAbove(figures, 300)
            await page.getByRole("row", { name: /^Berta/u }).click()
            await page.getByText("Fewer than 30 fixes: no home range and no clusters are computed.").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.emulateMedia({ colorScheme: "dark" })
            assert.deepStrictEqual(await violations(page, "color-contrast"), [])
            await page.emulateMedia({ colorScheme: "light" })

            await page.goto(`${at}/${grazing.id}`)
            await page.getByRole("heading", { name: "Use by area: presence, not feeding" }).waitFor()
            await lookUpGrazing(page, grazing.document)
            assert.deepStrictEqual(await violations(page), [])

            // the address keeps what is chosen, and a step back takes it back
            const legend = page.getByRole("note", { name: "Legend" })
            await legend.getByText("Use, animal-days/ha").waitFor()
            assert.isFalse(await page.getByRole("button", { name: "Metabolic" }).isVisible())
            await page.getByRole("button", { name: "Rest", exact: true }).click()
            await legend.getByText("Days of rest, d").waitFor()
            await page.getByRole("button", { name: "Hotspots" }).click()
            await legend.getByText("cells that hold half").waitFor()
            await page.goto(page.url())
            await legend.getByText("Days of rest, d").waitFor()
            await legend.getByText("cells that hold half").waitFor()
            await page.goBack()
            await legend.getByText("cells that hold half").waitFor({ state: "detached" })
            await page.goBack()
            await legend.getByText("Use, animal-days/ha").waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("compares the two periods of a run with the differences of the worker", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { at, runs } = yield* analysed("movement")
          const movement = runs[0]!
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900
          })
          yield* Effect.promise(async () => {
            await page.goto(`${at}/${movement.id}`)
            await page.getByRole("link", { name: "Compare both periods" }).click()
            const distance = page
              .getByRole("table", { name: "Figures of Alma" })
              .getByRole("row", { name: /^Distance, km/u })
            await distance.waitFor()
            // each map has its own name once it is open
            await page.locator("[data-ready]").nth(1).waitFor({ state: "attached" })
            const table = movement.document.tables.find(({ key }) => key === "comparison")!
            const place = (key: string) => table.columns.findIndex((column) => column.key === key)
            const row = table.rows.find(
              (one) => one[place("subject")] === "Alma" && one[place("metric")] === "distance_km"
            )!
            const number = { key: "distance_km", label: "", type: "number", unit: "km" } as const
            const cells = await distance.getByRole("cell").allInnerTexts()
            assert.deepStrictEqual(cells.slice(0, 2), [
              cellText(row[place("main")]!, number),
              cellText(row[place("comparison")]!, number)
            ])
            assert.strictEqual(
              cells[2]!.replace("−", "-").replace("+", ""),
              cellText(row[place("change")]!, number)
            )
            assert.deepStrictEqual(await violations(page), [])
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
