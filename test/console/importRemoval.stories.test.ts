// A file is imported in the browser and taken back: what goes and what stays is said before and after. Its refused rows
// can be had before anything is sent.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeHerd } from "../journeys/herd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"

const rowsOf = (animal: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    [animal, new Date(Date.UTC(2024, 2, 1) + i * 60_000).toISOString(), 9.1 + i / 1e4, 47.2].join()
  )

const writeFile = (directory: string, name: string, rows: ReadonlyArray<string>) => {
  const path = join(directory, name)
  writeFileSync(path, ["animal,timestamp,lon,lat", ...rows].join("\n"))
  return path
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "an import on the page",
  (it) => {
    it.effect("is taken back with its animals, but for one that is in use", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const slug = `back-${Date.now()}`
          yield* makeHerd(house.client, slug)
          const wrong = writeFile(directory, "wrong.csv", [
            ...rowsOf("Selma", 300),
            ...rowsOf("Thea", 200),
            "Selma,2024-03-02T00:00:00Z,9.1,95"
          ])
          const more = writeFile(
            directory,
            "more.csv",
            rowsOf("Thea", 1).map((row) => row.replace("2024-03", "2024-04"))
          )
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            const put = async (path: string, records: number) => {
              await page.goto(`/p/${slug}/import`)
              await page.locator("input[type=file]").setInputFiles(path)
              const act = page.getByRole("button", { name: `Import ${records} record` })
              await act.waitFor()
              if (path === wrong) {
                const saved = page.waitForEvent("download")
                await page.getByRole("button", { name: "Download them as CSV" }).click()
                const file = await saved
                assert.strictEqual(file.suggestedFilename(), "wrong.rejected.csv")
                const kept = join(directory, "rejected.csv")
                await file.saveAs(kept)
                const [head, row, ...others] = readFileSync(kept, "utf8").trim().split("\n")
                assert.strictEqual(head, "line,code,reason,animal,timestamp,lon,lat")
                assert.match(row!, /^502,POSITION_OUT_OF_RANGE,.*,Selma,2024-03-02T00:00:00Z,9.1,95$/u)
                assert.deepStrictEqual(others, [])
              }
              await act.click()
              await page.getByRole("heading", { name: "The file is in" }).waitFor()
            }
            await put(wrong, 500)
            await put(more, 1)
            await page.goto(`/p/${slug}/import`)
            await page.getByRole("button", { name: "Take back: wrong.csv" }).click()
            const question = page.getByRole("dialog", { name: "Take back wrong.csv?" })
            await question.getByText("500 positions").waitFor()
            await question.getByText("1 animal: Selma").waitFor()
            await question.getByText("Thea: it has other records").first().waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.setViewportSize({ width: 390, height: 800 })
            assert.deepStrictEqual(await violations(page), [])
            await page.setViewportSize({ width: 1280, height: 800 })
            await question.getByRole("button", { name: "Take it back" }).click()
            const over = page.getByRole("dialog", { name: "wrong.csv is taken back" })
            await over.getByText("1 animal: Selma").waitFor()
            await over.getByText("Thea: it has other records").first().waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await over.getByRole("button", { name: "Close" }).click()
            await page.getByText("taken back; 1 animal stayed").waitFor()
            await page.goto(`/p/${slug}/animals`)
            await page.getByRole("link", { name: "Thea" }).first().waitFor()
            assert.strictEqual(await page.getByRole("link", { name: "Selma" }).count(), 0)
            // the same file comes in again
            await put(wrong, 500)
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
