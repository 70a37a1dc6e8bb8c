// What is taken away on screen: a metric, a data source, a rule. Each says what stays, and what the server refuses
// stands in the form.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Made } from "../journeys/client.ts"
import { until } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"

interface Metric {
  readonly key: string
  readonly label: string | null
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("what is removed", (it) => {
  it.effect("is a metric: made for all projects, changed, removed and put back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "metrics", ["Alma"])
        const own = `/projects/${meadow.projectId}/metrics?own=true`
        const key = `rumen_${meadow.projectId.slice(-12)}`
        const measure = (neck: object) =>
          house.client.ask("POST", `/ingest/http/${meadow.sourceId}`, neck, meadow.sourceToken)
        yield* measure({ device: "Alma", time: new Date().toISOString(), measurements: { neck_temp: 38.4 } })
        yield* until("the metric", house.client.all<Metric>(own), ({ length }) => length === 1)
        const { complaints, page } = yield* visit(house.browser, { session: house, expected: /409/ })
        const { cookie } = yield* makeMember(house, meadow, { role: "admin", scope: null })
        const member = yield* visit(house.browser, { session: { origin: house.origin, cookie } })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/metrics?view=all`)
          await page.getByRole("button", { name: "Remove neck_temp" }).click()
          await page.getByText(/^neck_temp: /).waitFor()

          await page.getByRole("button", { name: "New metric" }).click()
          const form = page.getByRole("dialog", { name: "New metric for all projects" })
          const name = form.getByLabel("Name that devices send")
          await name.fill("battery_voltage")
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Define" }).click()
          await form.getByText("There is a metric with this key.").first().waitFor()
          assert.strictEqual(await name.getAttribute("aria-invalid"), "true")
          await name.fill(key)
          await form.getByLabel("Shown as").fill("Temperature of the rumen")
          await form.getByLabel("Unit").fill("°C")
          await form.getByRole("button", { name: "Define" }).click()
          await page.getByText("Temperature of the rumen").waitFor()
          await page.getByRole("button", { name: `Change ${key}` }).click()
          const change = page.getByRole("form", { name: `Define ${key}` })
          await change.getByLabel("Shown as").fill("Rumen")
          await change.getByRole("button", { name: "Define" }).click()
          await page
            .getByRole("listitem")
            .filter({ hasText: key })
            .getByText("Rumen", { exact: true })
            .waitFor()
          await page.getByRole("button", { name: `Remove ${key}` }).click()
          await page.getByText(`${key} is removed.`).waitFor()
          await page.keyboard.press("z")
          await page.getByRole("button", { name: `Change ${key}` }).waitFor()

          const seen = member.page
          await seen.goto(`${meadow.path}/operate/metrics?view=all`)
          await seen.getByRole("button", { name: "Define neck_temp" }).waitFor()
          assert.strictEqual(await seen.getByRole("button", { name: "New metric" }).count(), 0)
          assert.strictEqual(await seen.getByRole("button", { name: `Remove ${key}` }).count(), 0)
        })
        const all = yield* house.client.all<Metric>("/metrics")
        assert.strictEqual(all.find((one) => one.key === key)?.label, "Rumen")
        yield* house.client.ask("DELETE", `/metrics/${key}`)
        assert.deepStrictEqual([...complaints, ...member.complaints], [])
      })
    )
  )

  it.effect("is a source once no device has a number there; a rule is archived, and comes back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "ends", ["Alma"])
        const rules = `/projects/${meadow.projectId}/rules`
        const [rule] = yield* house.client.all<Made>(rules)
        const unused = `Unused ${meadow.path.slice(3)}`
        yield* house.client.post("/data-sources", {
          name: unused,
          adapter_key: "generic_http",
          project_ids: [meadow.projectId]
        })
        const { complaints, page } = yield* visit(house.browser, { session: house, expected: /409|412|404/ })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/sources`)
          const used = `Collars of ${meadow.path.slice(3)}`
          await page.getByRole("button", { name: `More about ${used}` }).click()
          await page.getByRole("button", { name: "Remove", exact: true }).click()
          const kept = page.getByRole("dialog", { name: `Remove ${used}?` })
          await kept.getByText("1 device reports through it").waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await kept.getByRole("button", { name: "Remove for good" }).click()
          await kept.getByText("Devices report through this source").waitFor()
          await kept.getByRole("button", { name: "Cancel" }).click()
          await page.getByRole("button", { name: `More about ${unused}` }).click()
          await page.getByRole("button", { name: "Remove", exact: true }).click()
          await page.getByRole("button", { name: "Remove for good" }).click()
          await page.getByText(`${unused} is removed.`).waitFor()
          await page.getByRole("heading", { name: unused }).waitFor({ state: "detached" })

          await page.goto(`${meadow.path}/rules/${rule!.id}`)
          await page.getByRole("button", { name: "More about Geofence exit" }).click()
          await page.getByRole("button", { name: "Archive", exact: true }).click()
          await page.getByText("Archived: Geofence exit").waitFor()
          await page.getByRole("button", { name: "Show archived rules" }).click()
          await page.getByRole("button", { name: "More about Geofence exit" }).click()
          await page.getByRole("button", { name: "Restore", exact: true }).click()
          await page.getByText("Restored, still off: Geofence exit").waitFor()
          await page.getByRole("button", { name: /^All/ }).click()
          await page.getByRole("link", { name: "Geofence exit", exact: true }).waitFor()
          await page.keyboard.press("j")
          await page.keyboard.press("d")
          await page.getByLabel("Name of the rule").waitFor()
          assert.strictEqual(await page.getByLabel("Name of the rule").inputValue(), "Geofence exit (copy)")
          await page.getByLabel("Name of the rule").fill("geofence exit")
          await page.getByText("Another rule has this name").waitFor()
          await page.getByLabel("Name of the rule").fill("")
          await page.getByLabel("Name of the rule").blur()
          await page.waitForFunction(() =>
            [...document.querySelectorAll("input")].some((one) => one.value === "Anyone leaves any fence")
          )
          assert.deepStrictEqual(await violations(page), [])
          await page.goBack()
          await page.getByRole("link", { name: "Geofence exit", exact: true }).waitFor()
          await page.keyboard.press("j")
          await page.keyboard.press("a")
          await page.getByText("Archived: Geofence exit").waitFor()
        })
        assert.deepStrictEqual(yield* house.client.all(rules), [])
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
