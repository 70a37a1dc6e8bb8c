// Somebody comes back to rules that are in force: how one failed is a press away, what an edit of another makes it
// forget is said before it is saved, its older version is put back, and it is tried with disturbed records.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Made, until } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { makeBrokenRule } from "../support/browser/trouble.ts"
import { visit } from "../support/browser/visit.ts"

const HOUR = 3_600_000

const low = {
  trigger: { kind: "measurement", metric_key: "battery_voltage" },
  conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
  event: { event_type: "BATTERY_LOW", title: "{entity}: {value} V", severity: "warning", create_alert: true }
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("a rule in force", (it) => {
  it.effect(
    "says how it failed, what an edit forgets and whether disorder changes it, and goes back to an older version",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { client } = house
          const meadow = yield* makeMeadow(client, "kept", ["Alma"])
          const rules = `/projects/${meadow.projectId}/rules`
          yield* makeBrokenRule(house, meadow, "From tomorrow")
          const rule = yield* client.post(rules, { name: "Battery low", enabled: true, document: low })
          yield* client.ask(
            "POST",
            `/ingest/http/${meadow.sourceId}`,
            [3.9, 3.8, 3.3, 3.1].map((volts, i) => ({
              device: "Alma",
              time: new Date(Date.now() - (4 - i) * HOUR).toISOString(),
              lon: 14.05,
              lat: 51.05,
              measurements: { battery_voltage: volts }
            })),
            meadow.sourceToken
          )
          yield* until(
            "the event",
            client.all<Made>(`/projects/${meadow.projectId}/events?rule_id=${rule.id}`),
            ({ length }) => length === 1
          )
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/rules`)
            const failing = page.getByRole("listitem").filter({ hasText: "From tomorrow" })
            await failing.getByRole("button", { name: "Open trace" }).click()
            await failing
              .getByRole("region", { name: "Step by step" })
              .getByRole("listitem")
              .first()
              .waitFor()

            await page.getByRole("link", { name: "Battery low", exact: true }).click()
            await page.getByRole("slider", { name: "Limit of Battery voltage" }).press("ArrowUp")
            await page.getByText("1 active is reset and may fire again").waitFor()
            await page.getByRole("button", { name: "Enable v2" }).click()
            await page.getByText("v2 is on: Battery low").waitFor()

            await page.getByRole("button", { name: "Diff v2" }).click()
            await page.getByLabel("Version to compare with").selectOption("1")
            await page.locator("li[data-kind=removed]").first().waitFor()
            await page.getByRole("button", { name: "Put v1 in force" }).click()
            await page.getByText("v1 is in force again").waitFor()

            await page.getByRole("button", { name: "Form" }).click()
            const tolerance = page.getByRole("region", { name: "Tolerance" })
            await tolerance.getByRole("button", { name: "Try it with disturbed records" }).click()
            await tolerance.getByText("Nothing is created.").waitFor()
            assert.isAtLeast(await tolerance.getByRole("listitem").count(), 4)
          })
          const { current_version: inForce } = yield* client.get<{ readonly current_version: number }>(
            `${rules}/${rule.id}`
          )
          assert.strictEqual(inForce, 1)
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )
})
