// Drawing on the live map, in a real browser against the running product: a fence that then fires. What else may
// happen to somebody who draws is in test/walks/draw.test.ts.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { addRule, send } from "../journeys/herd.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

/** Clicks corners on the map, whose middle is Alma. */
const click = async (page: Page, places: ReadonlyArray<readonly [number, number]>) => {
  await page.getByText("Click the corners").waitFor()
  for (const [x, y] of places) {
    await page.mouse.move(x, y)
    await page.mouse.click(x, y)
  }
}

interface Shape {
  readonly id: string
  readonly name: string
  readonly feature_type: string
  readonly geometry: { readonly coordinates: ReadonlyArray<ReadonlyArray<readonly [number, number]>> }
}

const leaving = (fence: string) => ({
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "spatial", relation: "exit", feature_ids: [fence] },
  for_seconds: 0,
  cooldown_seconds: 0,
  event: {
    event_type: "GEOFENCE_EXIT",
    severity: "warning",
    title: "{entity} left {feature}",
    create_alert: true
  }
})

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("somebody who draws", (it) => {
  it.effect("draws a fence that fires when an animal leaves it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const { client } = house
        const meadow = yield* makeMeadow(client, "draw", ["Alma"])
        const fix = (lon: number, seconds: number) =>
          send(client, meadow, [
            { device: "Alma", time: new Date(Date.now() - seconds * 1000).toISOString(), lon, lat: 51.05 }
          ])
        yield* fix(14.05, 60)
        const { complaints, page } = yield* visit(house.browser, { session: house, height: 800 })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/live`)
          await page.locator("[data-ready]").waitFor()
          await page.keyboard.press("d")
          await click(page, [
            [440, 260],
            [560, 260],
            [560, 500],
            [440, 500]
          ])
          await page.getByRole("button", { name: "Done" }).click()
          await page.getByLabel("Name").fill("Night pen")
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Rules use it from now on.").waitFor()
        })
        const pen = (yield* client.all<Shape>(`/projects/${meadow.projectId}/features`)).find(
          ({ name }) => name === "Night pen"
        )!
        const [ring] = pen.geometry.coordinates
        assert.deepStrictEqual([pen.feature_type, ring!.length], ["geofence", 5])
        const east = Math.max(...ring!.map(([lon]) => lon)),
          west = Math.min(...ring!.map(([lon]) => lon))
        assert.isTrue(west < 14.05 && 14.05 < east, `${west} to ${east} is not around Alma`)
        yield* addRule(client, meadow, "Left the pen", leaving(pen.id))
        yield* fix(14.05, 20)
        yield* fix(east + 0.001, 10)
        yield* Effect.promise(() =>
          page.locator("[data-toast]", { hasText: "Alma left Night pen" }).waitFor()
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("is led from a saved fence to its page, and to a rule about it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const { client } = house
        const meadow = yield* makeMeadow(client, "led", ["Alma"])
        yield* meadow.walk("Alma", [
          [30, "outside"],
          [20, "inside"],
          [10, "inside"]
        ])
        const { complaints, page } = yield* visit(house.browser, { session: house, height: 800 })
        const draw = async (name: string, corners: string) => {
          await page.goto(`${meadow.path}/live?tool=draw`)
          await page.locator("[data-ready]").waitFor()
          await page.getByLabel("Corners, longitude and latitude, one a line").fill(corners)
          await page.getByLabel("Name").fill(name)
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Rules use it from now on.").waitFor()
        }
        yield* Effect.promise(async () => {
          await draw("Empty pen", "14.60, 51.04\n14.62, 51.04\n14.62, 51.06\n14.60, 51.06")
          await page.getByText("Check the shape.").waitFor()
          await page.keyboard.press("z")
          await page.getByText("Taken back: Empty pen").waitFor()
          await draw("Night pen", "14.04, 51.04\n14.06, 51.04\n14.06, 51.06\n14.04, 51.06")
          const panel = page.locator("[data-panel]")
          await panel.getByRole("region", { name: "Inside now" }).getByText("Alma").waitFor()
          assert.strictEqual(await panel.getByText("Check the shape.").count(), 0)
          assert.deepStrictEqual(await violations(page), [])
          await panel.getByRole("link", { name: "Open page" }).click()
          await page.getByRole("heading", { name: "Visits of 30 days" }).waitFor()
          await page.getByRole("row", { name: /Alma/ }).waitFor()
          assert.match(await page.title(), /^(\(\d+\) )?Night pen/)
          await page.getByRole("button", { name: "7 d" }).click()
          await page.getByRole("heading", { name: "Visits of 7 days" }).waitFor()
          await page.getByRole("link", { name: "Tell me when an animal leaves" }).click()
          await page.getByText("Night pen").first().waitFor()
          await page.getByRole("button", { name: "Enable" }).click()
          await page.waitForURL(/rules\/[0-9a-f-]{36}/)
        })
        const areas = yield* client.all<Shape>(`/projects/${meadow.projectId}/features`)
        assert.sameMembers(
          areas.map(({ name }) => name),
          ["Home", "Night pen"]
        )
        const rules = yield* client.all<{ readonly document: unknown }>(`/projects/${meadow.projectId}/rules`)
        const pen = areas.find(({ name }) => name === "Night pen")!
        const types = yield* client.all<{ readonly id: string; readonly entity_type_id: string }>(
          `/projects/${meadow.projectId}/entities`
        )
        const documents = rules.map(({ document }) => JSON.stringify(document))
        assert.isTrue(
          documents.some((one) => one.includes(pen.id) && one.includes(types[0]!.entity_type_id)),
          documents.join("\n")
        )
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/areas/${pen.id}`)
          await page.getByRole("switch").first().waitFor()
          assert.strictEqual(await page.getByRole("link", { name: "Tell me when" }).count(), 0)
          await page.keyboard.press("c")
          await page.getByRole("button", { name: "Cancel" }).waitFor()
          await page.getByRole("button", { name: "Cancel" }).click()
          await page.locator("[data-panel]").getByRole("link", { name: "Open page" }).waitFor()
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
