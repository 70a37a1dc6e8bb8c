// The operator's walk of the guide in the browser, on a farm where a collar went to another cow and the time was
// entered wrong; and the page of a device by the keyboard alone.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Made } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

/** Berta has worn Alma's collar for four hours, and the one who entered it wrote an hour. */
const makeMistaken = (word: string) =>
  Effect.gen(function* () {
    const house = yield* TheConsole
    const { client } = house
    const meadow = yield* makeMeadow(client, word, ["Alma", "Berta"])
    const { Alma: alma, Berta: berta } = meadow.animals
    const path = `/projects/${meadow.projectId}/entity-assignments`
    const [worn] = yield* client.all<Made>(`${path}?device_id=${alma!.deviceId}`)
    yield* client.ask("PATCH", `${path}/${worn!.id}`, { valid_to: ago(60) })
    yield* client.post(path, {
      device_id: alma!.deviceId,
      entity_id: berta!.entityId,
      valid_from: ago(60)
    })
    // intake attributes by what is entered: two neighbours meet at one moment
    const [right, left] = yield* client.all<Made & { readonly valid_from: string }>(
      `${path}?device_id=${alma!.deviceId}`
    )
    yield* client.ask("PATCH", `${path}/${left!.id}`, { valid_to: right!.valid_from })
    return { house, meadow, deviceId: alma!.deviceId }
  })

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("an operator", (it) => {
  it.effect(
    "walks from an alert to the wrong assignment, drags its edge, and closes the alert with a note",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { house, meadow } = yield* makeMistaken("walk")
          yield* meadow.walk("Alma", [
            [300, "inside"],
            [200, "inside"],
            [100, "outside"]
          ])
          yield* meadow.alerted(1)
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/alerts`)
            await page.getByRole("link", { name: /^Open page/ }).click()
            await page.waitForURL("**/events/*")
            const event = page.url()
            await page.getByRole("link", { name: "Open trace" }).click()
            await page.getByRole("link", { name: "Open the device" }).click()
            await page.getByRole("heading", { name: "Who wore it, when" }).waitFor()
            await page.getByRole("link", { name: "Every report" }).click()
            await page
              .getByRole("complementary", { name: "The chosen item" })
              .getByText("14.25")
              .first()
              .waitFor()
            await page.goBack()

            await page.getByRole("button", { name: "1 day" }).click()
            const edge = page.getByRole("slider", { name: "Alma until, Berta from" })
            const box = (await edge.boundingBox())!,
              line = (await page.getByRole("group", { name: "Who wore it, when" }).boundingBox())!
            const from = [box.x + box.width / 2, box.y + box.height / 2] as const
            // three hours of the day that is drawn between the names and the present
            const by = (190 / 1440) * (line.width - 156)
            await page.mouse.move(...from)
            await page.mouse.down()
            await page.mouse.move(from[0] - by / 2, from[1], { steps: 3 })
            await page.mouse.move(from[0] - by, from[1], { steps: 3 })
            await page.mouse.up()
            const says = page.getByRole("region", { name: "What that changes" })
            await says.getByText("2 records").waitFor()
            await says.getByText("1 event is evaluated again, of 1 rule").waitFor()
            await page.getByRole("img", { name: "1 event of these days" }).waitFor()
            await page.getByText("moves from Alma to Berta").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await says.getByRole("button", { name: "Move the records" }).click()
            await says.waitFor({ state: "detached" })
            await page.getByText("2 positions moved").waitFor()

            await page.goto(event)
            await page.getByText("Superseded: records that came in later say that this was not so.").waitFor()
            await page.keyboard.press("r")
            await page.getByLabel(/What was it/).fill("The collar was on Berta.")
            await page
              .getByRole("button", { name: /^Resolve/ })
              .last()
              .click()
            await page.getByText("“The collar was on Berta.”").waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
  )

  it.effect("finds a device by its name, and moves an edge by keys and by typing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { deviceId, house, meadow } = yield* makeMistaken("edges")
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const { cookie } = yield* makeMember(house, meadow, { role: "viewer", scope: null })
        const viewer = yield* visit(house.browser, { session: { origin: house.origin, cookie } })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate`)
          await page.getByRole("link", { name: "Devices", exact: true }).click()
          await page.getByRole("textbox", { name: "Find a device" }).fill("alma")
          await page.getByRole("row").filter({ hasText: "Collar of Berta" }).waitFor({ state: "detached" })
          await page.getByRole("row").filter({ hasText: "Collar of Alma" }).getByText("Berta").waitFor()
          await page.getByRole("textbox").blur()
          await page.keyboard.press("j")
          await page.keyboard.press("Enter")
          await page.getByRole("button", { name: "1 day" }).click()
          const edge = page.getByRole("slider", { name: "Alma until, Berta from" })
          const before = await edge.getAttribute("aria-valuetext")
          await edge.focus()
          await page.keyboard.press("Shift+ArrowLeft")
          await page.getByText("No record moves.").waitFor()
          assert.notStrictEqual(await edge.getAttribute("aria-valuetext"), before)
          await page.keyboard.press("z")
          await page.getByRole("region", { name: "What that changes" }).waitFor({ state: "detached" })
          assert.strictEqual(await edge.getAttribute("aria-valuetext"), before)

          const field = page.getByLabel("Alma until, Berta from").and(page.locator("input"))
          const typed = (await field.inputValue()).replace(/\d$/, (digit) => String((Number(digit) + 9) % 10))
          await field.fill(typed)
          await page.getByRole("button", { name: "Save", exact: true }).click()
          await page.getByText("Saved.").waitFor()
          assert.strictEqual(await field.inputValue(), typed)
          await field.blur()
          await page.keyboard.press("z")
          await page.getByText("Put back; the records follow.").waitFor()
          assert.strictEqual(await edge.getAttribute("aria-valuetext"), before)

          await page.getByRole("button", { name: "Retire" }).click()
          await page.getByRole("button", { name: "Use again" }).waitFor()
          await page.keyboard.press("z")
          await page.getByRole("button", { name: "Retire" }).waitFor()

          const other = viewer.page
          await other.goto(`${meadow.path}/operate/devices/${deviceId}`)
          await other.getByRole("group", { name: "Who wore it, when" }).waitFor()
          assert.strictEqual(await other.getByRole("slider").count(), 0)
          assert.strictEqual(
            await other.getByRole("button", { name: "Re-check who wore it, for all records" }).count(),
            0
          )
          assert.strictEqual(await other.getByRole("button", { name: "Retire" }).count(), 0)
        })
        assert.deepStrictEqual([...complaints, ...viewer.complaints], [])
      })
    )
  )

  it.effect("says what a metric is that came under a new name", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "metric", ["Alma"])
        yield* house.client.ask(
          "POST",
          `/ingest/http/${meadow.sourceId}`,
          { device: "Alma", time: ago(1), measurements: { neck_temp: 38.4 } },
          meadow.sourceToken
        )
        const { complaints, page } = yield* visit(house.browser, { session: house })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate`)
          await page.getByRole("link", { name: "Define it: neck_temp" }).click()
          await page.getByLabel("Shown as").fill("Temperature of the neck")
          await page.getByLabel("Unit").fill("°C")
          await page.getByLabel("Category").fill("health")
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: "Define", exact: true }).click()
          await page.getByText("Every metric is defined.").waitFor()
        })
        const [metric] = yield* house.client.all<{
          readonly label: string
          readonly unit: string
          readonly category: string
        }>(`/projects/${meadow.projectId}/metrics?own=true`)
        assert.deepInclude(metric, { label: "Temperature of the neck", unit: "°C", category: "health" })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
