// Where reports come from: somebody connects a sender, tests it, changes its token, closes the door and opens it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

const fix = () => ({ device: "phone of Ines", time: new Date().toISOString(), lat: 51.05, lon: 14.05 })

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("data sources", (it) => {
  it.effect("are made with a token that is shown once, tested, given a new token, closed and opened", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "sources", [])
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const row = page.getByRole("list", { name: "Data sources" }).getByRole("listitem")
        const ours = row.filter({ hasText: "Phones" })
        const token = yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/sources`)
          await row.filter({ hasText: "nothing yet" }).first().waitFor()
          await page.keyboard.press("n")
          await page.getByRole("link", { name: /^HTTP/ }).click()
          await page.getByLabel("Name of the source").fill("Phones")
          await page.keyboard.press("Enter")
          const field = page.locator("dd[data-secret] code", { hasText: "Bearer" })
          const shown = (await field.innerText()).replace("Bearer ", "")
          assert.deepStrictEqual(await violations(page), [])
          await page
            .getByText(/http:.+\/api\/v1\/ingest\/http\//)
            .first()
            .waitFor()
          await page.getByRole("link", { name: "Sources" }).first().click()
          await ours.waitFor()
          assert.notInclude(await page.content(), shown)
          return shown
        })
        const found = yield* house.client.all<{ readonly id: string; readonly name: string }>("/data-sources")
        const { id } = found.find(({ name }) => name === "Phones")!
        const send = (by: string) => house.client.ask("POST", `/ingest/http/${id}`, [fix()], by)
        assert.strictEqual((yield* send(token)).status, 202)
        yield* Effect.promise(async () => {
          await ours.getByRole("button", { name: "Test" }).click()
          await ours.getByText(/^No problem found, \d\d:\d\d$/).waitFor()
          await ours.getByRole("button", { name: "New token" }).click()
          const next = await page.getByLabel("The token").inputValue()
          assert.notStrictEqual(next, token)
          await page.getByRole("button", { name: "Done" }).click()
          await ours.getByText("The previous token stays valid until").waitFor()
          await ours.getByRole("button", { name: "Close" }).click()
          await page.getByText("Phones is closed: it accepts no reports.").waitFor()
          await ours.getByText("closed").waitFor()
          await page.keyboard.press("z")
          await ours.getByRole("button", { name: "Close" }).waitFor()
          assert.deepStrictEqual(await violations(page), [])
          // a server that a line is held to: its secret is gone with the form
          await page.keyboard.press("n")
          await page.getByRole("link", { name: /^Websocket server/ }).click()
          await page.getByLabel("Name of the source").fill("Herd stream")
          await page.getByLabel("Its address").fill("wss://127.0.0.1:9/stream")
          await page.getByLabel("The secret").fill("a line in the meadow")
          await page.getByLabel("Device", { exact: true }).fill("imei")
          await page.getByText("More about its messages").click()
          await page.getByLabel("Other values, one a line").fill("measurements.battery_voltage = power.v")
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: "Connect" }).click()
          await page.getByText("The server is not on the public internet.").first().waitFor()
          await page.getByRole("link", { name: "Sources" }).first().click()
          const stream = row.filter({ hasText: "Herd stream" })
          await stream.getByText("with a secret that is not shown").waitFor()
          assert.notInclude(await page.content(), "a line in the meadow")
          // another address is tested before it is saved, and saved all the same on request
          await stream.getByRole("button", { name: "Edit" }).click()
          const form = page.getByRole("dialog", { name: "Edit Herd stream" })
          assert.strictEqual(await form.getByLabel("The secret").inputValue(), "")
          await form.getByLabel("Address").fill("wss://127.0.0.1:9/other")
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Test and save" }).click()
          await form.getByText(/^Not connected, \d\d:\d\d$/).waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Save anyway" }).click()
          await form.waitFor({ state: "hidden" })
          await stream.getByText(/^Not connected, \d\d:\d\d$/).waitFor()
          await stream.getByText("wss://127.0.0.1:9/other").waitFor()
          await page.setViewportSize({ width: 390, height: 844 })
          assert.deepStrictEqual(await violations(page), [])
        })
        const made = yield* house.client.all<{ readonly name: string; readonly config: object }>(
          "/data-sources"
        )
        assert.deepInclude(made.find(({ name }) => name === "Herd stream")?.config, {
          fields: { device: "imei", "measurements.battery_voltage": "power.v" },
          websocket: { url: "wss://127.0.0.1:9/other" }
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
