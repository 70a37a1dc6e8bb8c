// Drawing on the live map, in a real browser against the running product: a shape that is refused where it is wrong,
// one that somebody else changed meanwhile, a file, a ground of the deployment's own, a report.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { oneColour } from "../support/browser/tileFile.ts"
import { coloursOf, violations } from "../support/browser/visit.ts"
import { DeskLive, TheDesk } from "./drawDesk.ts"

interface Shape {
  readonly id: string
  readonly name: string
  readonly feature_type: string
  readonly geometry: { readonly coordinates: ReadonlyArray<ReadonlyArray<readonly [number, number]>> }
  readonly attributes: Readonly<Record<string, unknown>>
}

layer(DeskLive, { timeout: "180 seconds", excludeTestServices: true })("somebody who draws", (it) => {
  const areas = Effect.gen(function* () {
    const { client, herd } = yield* TheDesk
    return yield* client.all<Shape>(`/projects/${herd.projectId}/features`)
  })

  it.effect(
    "is shown where a shape crosses itself, and mends it as text",
    () =>
      Effect.gen(function* () {
        const { open, page } = yield* TheDesk
        yield* Effect.promise(async () => {
          await open("?tool=draw")
          await page.getByRole("button", { name: "Area", exact: true }).click()
          await page
            .getByLabel("Corners, longitude and latitude, one a line")
            .fill("14.04, 51.04\n14.06, 51.06\n14.06, 51.04\n14.04, 51.06")
          await page.getByLabel("Name").fill("Bow")
          await page.keyboard.press("Control+Enter")
          const mark = page.locator("[data-mistake]")
          await mark.waitFor()
          const [lon, lat] = (await mark.getAttribute("data-mistake"))!.split(",").map(Number)
          assert.closeTo(lon!, 14.05, 1e-4)
          assert.closeTo(lat!, 51.05, 1e-4)
          assert.deepStrictEqual(await violations(page), [])
          await page.getByText("Coordinates", { exact: true }).click()
          await page
            .getByLabel("Corners, longitude and latitude, one a line")
            .fill("51.04 N 14.04 E\n51.04 N 14.06 E\n51.06 N 14.06 E\n51.06 N 14.04 E")
          await mark.waitFor({ state: "detached" })
          // what is said is said for a while: whoever looks once the click is through may be late
          const said = page.getByText("Rules use it from now on.").waitFor()
          await page.getByRole("button", { name: "Save" }).click()
          await said
        })
        const bow = (yield* areas).find(({ name }) => name === "Bow")!
        assert.strictEqual(bow.feature_type, "zone")
        assert.isTrue(bow.geometry.coordinates[0]!.some(([lon, lat]) => lon === 14.06 && lat === 51.04))
      }),
    120_000
  )

  it.effect(
    "is told who changed it meanwhile, goes on, and takes a removal back",
    () =>
      Effect.gen(function* () {
        const { client, herd, open, page } = yield* TheDesk
        const bow = (yield* areas).find(({ name }) => name === "Bow")!
        yield* Effect.promise(async () => {
          await open(`?area=${bow.id}`)
          await page.getByRole("button", { name: "Change" }).click()
          await page.getByLabel("Name").fill("East field")
        })
        yield* client.ask("PATCH", `/projects/${herd.projectId}/features/${bow.id}`, { name: "West field" })
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("the name is “West field”").waitFor()
          await page.getByRole("button", { name: "Save mine over it" }).click()
          await page.getByText("Rules use it from now on.").waitFor()
          await page.getByRole("button", { name: "Remove" }).click()
          await page.getByText("Removed: East field").waitFor()
          await page.keyboard.press("z")
          await page.getByText("Taken back: East field").waitFor()
        })
        assert.isTrue((yield* areas).some(({ name }) => name === "East field"))
      }),
    120_000
  )

  it.effect(
    "imports a file once nothing of it is refused",
    () =>
      Effect.gen(function* () {
        const { open, page } = yield* TheDesk
        const kml = (ring: string) =>
          `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>` +
          "<Placemark><name>Well</name><Point><coordinates>14.05,51.05</coordinates></Point></Placemark>" +
          "<Placemark><name>Meadow</name><Polygon><outerBoundaryIs><LinearRing><coordinates>" +
          `${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`
        const choose = (ring: string) =>
          page
            .locator("input[type=file]")
            .setInputFiles({ name: "farm.kml", mimeType: "text/xml", buffer: Buffer.from(kml(ring)) })
        yield* Effect.promise(async () => {
          await open("?tool=import")
          await choose("14,51 14.1,51.1 14.1,51 14,51.1 14,51")
          await page.locator("[data-mistake='14.05,51.05']").waitFor()
          assert.isTrue(await page.getByRole("button", { name: "Import 2" }).isDisabled())
          assert.deepStrictEqual(await violations(page), [])
          await choose("14,51 14.1,51 14.1,51.1 14,51.1 14,51")
          await page.locator("[data-mistake]").waitFor({ state: "detached" })
          await page.getByRole("button", { name: "Import 2" }).click()
          await page.getByText("Imported: 2 of farm.kml").waitFor()
        })
        const names = (yield* areas).map(({ feature_type, name }) => `${feature_type} ${name}`)
        assert.includeMembers(names, ["site Well", "zone Meadow"])
      }),
    120_000
  )

  it.effect(
    "draws the first fence of a project that nobody is in yet, where the project says",
    () =>
      Effect.gen(function* () {
        const { client, page } = yield* TheDesk
        const made = yield* client.post("/projects", {
          name: "Nobody yet",
          slug: "nobody-yet",
          settings: { map: { centre: [14.5, 51.5], zoom: 13 } }
        })
        yield* Effect.promise(async () => {
          await page.goto(`${new URL(page.url()).origin}/p/nobody-yet/live`)
          await page.locator("[data-first-run]").waitFor()
          await page.getByRole("link", { name: "Draw a fence" }).click()
          await page.locator("[data-first-run]").waitFor({ state: "detached" })
          await page.getByText("Click the corners").waitFor()
          for (const [x, y] of [
            [440, 260],
            [560, 260],
            [560, 500]
          ] as const) {
            await page.mouse.move(x, y)
            await page.mouse.click(x, y)
          }
          await page.getByRole("button", { name: "Done" }).click()
          await page.getByLabel("Name").fill("First pen")
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Rules use it from now on.").waitFor()
        })
        const [pen] = yield* client.all<Shape>(`/projects/${made.id}/features`)
        const [lon, lat] = pen!.geometry.coordinates[0]![0]!
        assert.closeTo(lon, 14.5, 0.1)
        assert.closeTo(lat, 51.5, 0.1)
      }),
    120_000
  )

  it.effect(
    "lies on the ground that the deployment has, once it has one",
    () =>
      Effect.gen(function* () {
        const { directory, open, page } = yield* TheDesk
        yield* Effect.promise(async () => {
          const clip = { x: 560, y: 150, width: 200, height: 200 }
          await open()
          const paper = await coloursOf(page, clip)
          writeFileSync(join(directory, "data/basemap.pmtiles"), oneColour(70, 130, 180))
          await open()
          const [r, g, b] = (await coloursOf(page, clip)).first
          assert.notDeepEqual([r, g, b], paper.first)
          // beneath areas, which tint it
          assert.isTrue(b! > r! + 40, `${r}, ${g}, ${b}`)
        })
      }),
    120_000
  )

  it.effect(
    "reports from where they are",
    () =>
      Effect.gen(function* () {
        const { client, complaints, context, herd, open, page } = yield* TheDesk
        yield* Effect.promise(async () => {
          await context.grantPermissions(["geolocation"])
          await context.setGeolocation({ longitude: 14.02, latitude: 51.02 })
          await open()
          await page.keyboard.press("n")
          await page.getByRole("button", { name: "Where I am" }).click()
          await page.getByText("Its place is on the map").waitFor()
          await page.getByRole("button", { name: "Broken fence" }).click()
          await page.getByLabel("Note").fill("Two posts are down.")
          assert.deepStrictEqual(await violations(page), [])
          await page.locator("form").getByRole("button", { name: "Report" }).click()
          await page.locator("[data-toast]", { hasText: "Broken fence" }).waitFor()
        })
        const [told] = yield* client.all<Readonly<Record<string, unknown>>>(
          `/projects/${herd.projectId}/events?event_type=FENCE_BROKEN`
        )
        assert.deepInclude(told, {
          title: "Broken fence",
          severity: "warning",
          description: "Two posts are down.",
          geometry: { type: "Point", coordinates: [14.02, 51.02] }
        })
        assert.deepStrictEqual(complaints, [])
      }),
    120_000
  )
})
