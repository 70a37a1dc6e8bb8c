// A file of tracks is seen before it is stored: its animals on the map, what is refused and why, and the steps to go.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeHerd } from "../journeys/herd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"

/** Rows of twelve animals as a German spreadsheet writes them; two kinds of them cannot be taken. */
const pasture = (): string => {
  const rows = Array.from({ length: 600 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 4, 3) + i * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
    return [
      `Kuh ${i % 12}`,
      i === 100 || i === 200 ? `gestern ${i}` : time,
      `10,${80_000 + 7 * i}`,
      i === 300 ? "95,0" : `61,${60_000 + 3 * i}`
    ].join(";")
  })
  return ["Tier;Zeit;Länge;Breite", ...rows].join("\n")
}

layer(TheConsole.layer, { timeout: "300 seconds", excludeTestServices: true })("a file of tracks", (it) => {
  it.effect(
    "is seen on the map by animal, with its refused rows by reason and the steps to go",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const file = join(directory, "weide.csv")
          writeFileSync(file, pasture())
          const slug = `seen-${randomBytes(3).toString("hex")}`
          yield* makeHerd(house.client, slug)
          const { complaints, page } = yield* visit(house.browser, { session: house })
          const found: Array<string> = []
          yield* Effect.promise(async () => {
            const steps = page.getByRole("list", { name: "Steps of the import" })
            await page.goto(`/p/${slug}/import`)
            await page.locator("input[type=file]").setInputFiles(file)
            await page.getByRole("heading", { name: "Which clock wrote the times?" }).waitFor()
            await steps.getByText("4 of 4, complete").waitFor()
            await steps.getByText("needs an answer").waitFor()
            await page.getByRole("button", { name: "UTC", exact: true }).click()
            await page.getByRole("heading", { name: "597 records" }).waitFor()

            await steps.getByText("600 rows").waitFor()
            await steps.getByText("597 good").waitFor()
            await steps.getByText("597 for 12 animals").waitFor()

            const map = page.getByRole("application", { name: "Tracks of 12 animals, 3 May – 28 May 2024" })
            await map.and(page.locator("[data-ready=true]")).waitFor()
            const animals = page.getByRole("list", { name: "Positions of each animal" })
            await animals.getByText("Kuh 1", { exact: true }).waitFor()
            await animals.getByText("and 4 more").waitFor()
            assert.lengthOf(await animals.getByRole("listitem").all(), 9)

            const command = `pugmark import csv weide.csv --project ${slug} --times-in UTC`
            await page.getByText(command, { exact: true }).waitFor()

            const refused = page.getByRole("region", { name: "Refused", exact: true })
            await refused.getByText("3 of 600 rows").waitFor()
            const reasons = refused.getByRole("listitem")
            await reasons
              .first()
              .filter({ hasText: /^2“…” is not a time, first in line 102/ })
              .waitFor()
            await reasons.last().filter({ hasText: "POSITION_OUT_OF_RANGE" }).waitFor()
            const saved = page.waitForEvent("download")
            await refused.getByRole("button", { name: "Download them as CSV" }).click()
            const path = join(directory, "refused.csv")
            await (await saved).saveAs(path)
            assert.lengthOf(readFileSync(path, "utf8").trim().split("\n"), 4)

            await page.getByRole("button", { name: "Refused 3" }).click()
            await page.getByRole("cell", { name: "gestern 200", exact: true }).waitFor()
            await page.getByRole("heading", { name: "Refused rows" }).waitFor()
            for (const width of [1280, 390]) {
              await page.setViewportSize({ width, height: 800 })
              found.push(...(await violations(page)))
              await page.emulateMedia({ colorScheme: "dark" })
              found.push(...(await violations(page, "color-contrast")))
              await page.emulateMedia({ colorScheme: "light" })
              const overflow = await page.evaluate(
                () => document.documentElement.scrollWidth - document.documentElement.clientWidth
              )
              assert.strictEqual(overflow, 0)
            }
            await page.setViewportSize({ width: 1280, height: 800 })
            await page.getByRole("button", { name: "First 20" }).click()
            await page.getByText("580 more rows").waitFor()

            await page.getByRole("button", { name: "Import 597 records" }).click()
            await page.getByRole("heading", { name: "The file is in" }).waitFor()
            await steps.getByText("Stored", { exact: true }).waitFor()
            await steps.getByText("597 records").waitFor()
          })
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    180_000
  )
})
