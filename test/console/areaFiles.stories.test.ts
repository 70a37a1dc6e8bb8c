// Files of areas on the live map, in a real browser: each becomes what the API makes of it, and what the page says of
// coordinate systems, attributes and circles is what is stored.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { type AreaFile, readableAreas, refusedAreas, refusedArchives } from "../support/areaFiles.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

interface Stored {
  readonly name: string
  readonly feature_type: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly geometry: { readonly coordinates: ReadonlyArray<ReadonlyArray<readonly [number, number]>> }
}

const look = async (page: Page, name: string) => {
  const folder = process.env["PUGMARK_PICTURES"]
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

const boxOf = ({ geometry }: Stored) => {
  const [ring] = geometry.coordinates,
    [lons, lats] = [ring!.map(([lon]) => lon), ring!.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

const openPanel = async (page: Page) => {
  await page.keyboard.press("a")
  await page.getByRole("button", { name: "Import a file" }).click()
  await page.getByRole("heading", { name: "Import areas" }).waitFor()
}

const choose = (page: Page, { bytes, name }: AreaFile) =>
  page
    .getByRole("region", { name: "Import areas" })
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) })

const sayCircles = async (page: Page, circles: NonNullable<NonNullable<AreaFile["options"]>["circles"]>) => {
  const become = page.getByLabel(/points? becomes?/)
  if ("radius_m" in circles) {
    await become.selectOption("radius")
    await page.getByLabel("Radius in metres").fill(String(circles.radius_m))
    await page.getByLabel("Radius in metres").press("Enter")
  } else {
    await become.selectOption("attribute")
    await page.getByLabel("Attribute with the radius").selectOption(circles.radius_attribute)
  }
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("files of areas", (it) => {
  it.effect("become what the API makes of them, in every format and system", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "area-files", ["Alma"])
        const { complaints, page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
        const stored = house.client.all<Stored>(`/projects/${meadow.projectId}/features`)
        yield* Effect.promise(() => page.goto(`${meadow.path}/live`))
        yield* Effect.promise(() => page.locator("[data-ready]").waitFor())
        for (const each of readableAreas) {
          const before = new Set((yield* stored).map(({ name }) => name))
          yield* Effect.promise(async () => {
            await openPanel(page)
            await choose(page, each)
            if (each.options?.system !== undefined) {
              await page.getByText("say which it is").waitFor()
              await page.getByLabel("Coordinate system").fill(each.options.system)
              await page.getByRole("button", { name: "Read with this system" }).click()
            }
            if (each.options?.circles !== undefined) await sayCircles(page, each.options.circles)
            if (each.from !== null) await page.getByText(`Reprojected from ${each.from}`).waitFor()
            await page.getByRole("button", { name: "Import 1" }).click()
            await page.getByText(`Imported: 1 of ${each.name}`).waitFor()
          })
          const made = (yield* stored).filter(({ name }) => !before.has(name) || name === each.area)[0]!
          assert.strictEqual(made.name, each.area, each.what)
          for (const [at, degrees] of boxOf(made).entries()) assert.closeTo(degrees, each.box[at]!, 1e-5)
          if (each.options?.circles !== undefined)
            assert.deepInclude(made.attributes, { shape: "circle", radius_m: 1000 })
        }
        // the one file whose system is asked for
        assert.lengthOf(
          complaints.filter((one) => !one.includes("422 (Unprocessable Entity)")),
          0
        )
      })
    )
  )

  it.effect("that cannot be taken are said with their reason, and attributes are what the person says", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "area-words", ["Alma"])
        const { page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/live`)
          await page.locator("[data-ready]").waitFor()
          await openPanel(page)
          for (const each of [...refusedArchives, ...refusedAreas]) {
            await choose(page, each)
            if (each.options?.circles !== undefined) await sayCircles(page, each.options.circles)
            // an item has its name before its reason
            const words = each.words.slice(each.words.indexOf(": ") + 1).trim()
            await page.getByRole("region", { name: "Import areas" }).getByText(words).first().waitFor()
          }
          const file = JSON.stringify({
            type: "FeatureCollection",
            crs: { type: "name", properties: { name: "EPSG:4301" } },
            features: [
              {
                type: "Feature",
                properties: { name: "Hut", size: "3", since: "1.5.2024", reach: "50" },
                geometry: { type: "Point", coordinates: [139.7445, 35.6549] }
              }
            ]
          })
          await choose(page, { what: "", name: "hut.geojson", bytes: Buffer.from(file) })
          await page.getByText("Reprojected from EPSG:4301 (Tokyo), exact to about 9 m.").waitFor()
          await page.getByText("Attributes").click()
          await page.getByLabel("size is").selectOption("number")
          await page.getByLabel("since is").selectOption("date")
          await sayCircles(page, { radius_attribute: "reach" })
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "area-file")
          await page.emulateMedia({ colorScheme: "dark" })
          await look(page, "area-file-dark")
          await page.emulateMedia({ colorScheme: "light" })
          await page.setViewportSize({ width: 390, height: 844 })
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "area-file-phone")
          await page.setViewportSize({ width: 1440, height: 900 })
          await page.getByRole("button", { name: "Import 1" }).click()
          await page.getByText("Imported: 1 of hut.geojson").waitFor()
        })
        const [hut] = yield* house.client.all<Stored>(`/projects/${meadow.projectId}/features`)
        assert.strictEqual(hut!.feature_type, "zone")
        const { centre, ...attributes } = hut!.attributes as { readonly centre: readonly [number, number] }
        assert.deepStrictEqual(attributes, {
          size: 3,
          since: "2024-05-01",
          reach: "50",
          shape: "circle",
          radius_m: 50
        })
        assert.closeTo(centre[0], 139.7413, 1e-3)
      })
    )
  )
})
