// Somebody makes a rule at the bench: from a template to an enabled rule by keys alone, drags its limit and puts
// that in force, sees what the next report makes of it, and is told when somebody else saved meanwhile.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import { until } from "../journeys/client.ts"
import { addCollar, type Herd, makeHerd } from "../journeys/herd.ts"
import { type Console, TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"
import { weightOf } from "../support/browser/weights.ts"

const HOUR = 3_600_000

interface Farm extends Console {
  readonly herd: Herd
  /** `/p/<slug>` */
  readonly path: string
}
class TheFarm extends Context.Service<TheFarm, Farm>()("test/TheFarmOfRules") {}

/** Volts of Alma's collar, hour by hour: once below 3.2, three times below 3.4. */
const VOLTS = [3.9, 3.8, 3.3, 3.9, 3.7, 3.1, 3.9, 3.6, 3.35, 3.9, 3.8]

interface Volt {
  readonly at: number
  readonly volts: number
}

const report = ({ client, herd }: Pick<Farm, "client" | "herd">, values: ReadonlyArray<Volt>) =>
  client.ask(
    "POST",
    `/ingest/http/${herd.sourceId}`,
    values.map(({ at, volts }) => ({
      device: "Alma",
      time: new Date(at).toISOString(),
      lon: 14.05,
      lat: 51.05,
      measurements: { battery_voltage: volts }
    })),
    herd.sourceToken
  )

const FarmLive = Layer.effect(
  TheFarm,
  Effect.gen(function* () {
    const house = yield* TheConsole
    const { client } = house
    const slug = `rules-${randomBytes(3).toString("hex")}`
    const herd = yield* makeHerd(client, slug)
    yield* addCollar(client, herd, "Alma")
    const begin = Date.now() - 12 * HOUR
    yield* report(
      { client, herd },
      VOLTS.map((volts, i) => ({ at: begin + i * HOUR, volts }))
    )
    return { ...house, herd, path: `/p/${slug}` }
  })
).pipe(Layer.provide(TheConsole.layer))

/** The server's number stands, and is this. */
const counted = (page: Page, count: number) =>
  page.locator("header[aria-busy=false] [data-count=server]", { hasText: new RegExp(`^${count}$`) }).waitFor()

interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly current_version: number
  readonly document: { readonly conditions: { readonly value: number } }
}

layer(FarmLive, { timeout: "180 seconds", excludeTestServices: true })("somebody at the bench", (it) => {
  it.effect(
    "goes from a template to an enabled rule by keys, drags its limit, and is told what came of it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const farm = yield* TheFarm
          const { browser, client, herd, path } = farm
          const { complaints, page } = yield* visit(browser, { session: farm, width: 1440, height: 900 })
          const address = `/projects/${herd.projectId}`
          yield* Effect.promise(async () => {
            await page.goto(`${path}/rules`)
            await page.getByText("No rules yet.").waitFor()
            // the battery was low once: what the template's own test says below
            await page
              .getByRole("listitem")
              .filter({ hasText: "Battery low" })
              .getByText("1 alert in the last 7 days")
              .waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.keyboard.press("n")
            await page.locator("a:focus", { hasText: "Left a fence" }).waitFor()
            for (let i = 0; i < 4; i++) await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            await counted(page, 1)
            await page.keyboard.press("Control+Enter")
            await page.getByText("v1 is on: Anyone has battery voltage below 3.2 V").waitFor()
            assert.deepStrictEqual(await violations(page), [])
          })
          const [made] = yield* client.all<Rule>(`${address}/rules`)
          assert.isTrue(made!.enabled)

          yield* Effect.promise(async () => {
            await page.waitForURL(`**/rules/${made!.id}`)
            await counted(page, 1)
            const line = page.getByRole("slider", { name: "Limit of Battery voltage" })
            const { height, width, x, y } = (await line.boundingBox())!
            await page.mouse.move(x + width - 20, y + height / 2)
            await page.mouse.down()
            const guess = page.locator("[data-count=guess]")
            for (let by = 4; (await guess.textContent({ timeout: 200 }).catch(() => null)) !== "≈ 3"; by += 4)
              await page.mouse.move(x + width - 20, y + height / 2 - by)
            await page.mouse.up()
            await counted(page, 3)
            await page.getByText("with v1", { exact: true }).waitFor()
            assert.isTrue(Number(await line.getAttribute("aria-valuenow")) > 3.35)
            await page.getByRole("button", { name: "Enable v2" }).click()
            await page.getByText("v2 is on: Anyone has battery voltage below 3.2 V").waitFor()
          })
          const { current_version: version, document } = yield* client.get<Rule>(
            `${address}/rules/${made!.id}`
          )
          assert.strictEqual(version, 2)

          yield* report(farm, [{ at: Date.now() - 1000, volts: 3.34 }])
          const [event] = yield* until(
            "the event",
            client.all<{ readonly id: string; readonly rule_version: number }>(
              `${address}/events?rule_id=${made!.id}`
            ),
            (events) => events.length > 0
          )
          assert.strictEqual(event!.rule_version, 2)
          yield* Effect.promise(async () => {
            await page.reload()
            await counted(page, 4)
            for (let i = 0; i < 4; i++) await page.keyboard.press("]")
            const moment = page.getByRole("region", { name: "At this moment" })
            await moment.getByText(`3.34 < ${document.conditions.value}`).waitFor()
            await page.goto(`${path}/events/${event!.id}`)
            await page.getByText(`3.34 < ${document.conditions.value}`).first().waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )

  it.effect(
    "takes the limit with which a rule had fired from the page that says why to the bench",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const farm = yield* TheFarm
          const { browser, client, herd, path } = farm
          const { complaints, page } = yield* visit(browser, { session: farm, width: 1440, height: 900 })
          const address = `/projects/${herd.projectId}`
          const rule = yield* client.post<Rule>(`${address}/rules`, {
            name: "Runs out",
            enabled: true,
            document: {
              trigger: { kind: "measurement", metric_key: "battery_voltage" },
              conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.3 },
              event: { event_type: "RUNS_OUT", title: "{entity} runs out", severity: "info" }
            }
          })
          yield* report(farm, [{ at: Date.now(), volts: 3.6 }])
          const [alma] = yield* client.all<{ readonly id: string }>(`${address}/entities`)
          yield* Effect.promise(async () => {
            await page.goto(`${path}/animals/${alma!.id}/why`)
            const answer = page.locator("details", { hasText: "Runs out" })
            await answer.getByText("With a limit of 3.7 V").waitFor()
            await answer.getByRole("link", { name: "Try 3.7 V on the bench" }).click()
            await page.waitForURL(`**/rules/${rule.id}`) // nothing is left of it in the address
            await page.getByRole("button", { name: "Enable v2" }).waitFor()
            const line = page.getByRole("slider", { name: "Limit of Battery voltage" })
            assert.strictEqual(await line.getAttribute("aria-valuenow"), "3.7")
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )

  it.effect(
    "writes JSON that is underlined where the server points, and keeps both drafts when somebody saved first",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const farm = yield* TheFarm
          const { browser, client, herd, path } = farm
          const { complaints, page } = yield* visit(browser, {
            session: farm,
            expected: /4(12|22)/,
            width: 1440,
            height: 900
          })
          const rule = yield* client.post<Rule>(`/projects/${herd.projectId}/rules`, {
            name: "Too fast",
            document: {
              trigger: { kind: "position" },
              conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
              event: { event_type: "TOO_FAST", title: "{entity} runs", severity: "info" }
            }
          })
          yield* Effect.promise(async () => {
            await page.goto(`${path}/rules/${rule.id}?as=json`)
            const editor = page.getByRole("textbox", { name: "The rule as JSON" })
            await editor.waitFor()
            await counted(page, 0)
            const said = page.getByRole("region", { name: "The rule" })
            await said.getByText("40 km/h").waitFor()
            await page.getByText('"value": 40').click()
            await page.keyboard.press("End")
            for (let i = 0; i < 2; i++) await page.keyboard.press("Backspace")
            await page.keyboard.type('"fast"')
            await page.locator(".cm-lintRange-error", { hasText: '"fast"' }).waitFor()
            assert.strictEqual(await page.locator(".cm-lintRange-error").count(), 1)
            await page.getByText("/conditions/value").waitFor()
            await said.getByText("This is the rule before the last error.").waitFor()
            assert.isTrue(await page.getByRole("button", { name: "Enable" }).isDisabled())
            assert.deepStrictEqual(await violations(page), [])
            for (let i = 0; i < 6; i++) await page.keyboard.press("Backspace")
            await page.keyboard.type("50")
            await said.getByText("50 km/h").waitFor()
            assert.isFalse(await said.getByText("This is the rule before").isVisible())
            await counted(page, 0)
          })
          const other = { ...rule.document, conditions: { ...rule.document.conditions, value: 45 } }
          yield* client.ask("PUT", `/projects/${herd.projectId}/rules/${rule.id}/document`, {
            document: other
          })
          yield* Effect.promise(async () => {
            await page.keyboard.press("Control+s")
            await page.getByText("v2 was saved").waitFor()
            await page.getByRole("button", { name: "See the difference" }).click()
            await page.getByText('"value": 45').waitFor()
            await page.getByText('"value": 50').waitFor()
            await page.getByRole("button", { name: "Keep mine as v3" }).click()
            await page.getByRole("button", { name: "Save draft" }).click()
            await page.getByText("Saved, not on yet").waitFor()
          })
          const saved = yield* client.get<Rule>(`/projects/${herd.projectId}/rules/${rule.id}`)
          assert.deepStrictEqual([saved.current_version, saved.document.conditions.value], [3, 50])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )

  it.effect(
    "finds rules by a word of theirs and by whom they are about, and the address keeps what was looked for",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const farm = yield* TheFarm
          const { browser, client, herd, path } = farm
          const { complaints, page } = yield* visit(browser, { session: farm, width: 1440, height: 900 })
          const { id: herdless } = yield* client.post<Rule>(`/projects/${herd.projectId}/groups`, {
            name: "Nobody's"
          })
          for (const [name, scope] of [
            ["Climbs high", {}],
            ["Climbs, of nobody", { group_ids: [herdless] }]
          ] as const)
            yield* client.post<Rule>(`/projects/${herd.projectId}/rules`, {
              name,
              document: {
                trigger: { kind: "position" },
                scope,
                conditions: { type: "threshold", metric: "altitude_m", op: ">", value: 4000 },
                event: { event_type: "TOO_HIGH", title: "{entity} climbs", severity: "info" }
              }
            })
          yield* Effect.promise(async () => {
            await page.goto(`${path}/rules`)
            const rows = page.getByRole("region", { name: "Rules" }).getByRole("listitem")
            const are = (count: number) =>
              page.waitForFunction(
                (n) => document.querySelectorAll("section[aria-label=Rules] li").length === n,
                count
              )
            await rows.filter({ hasText: "Climbs high" }).waitFor()
            await page.getByRole("textbox", { name: "Find a rule" }).fill("ALTITUDE above 4000")
            await are(2)
            await page.getByRole("button", { name: "On 0" }).waitFor()
            const about = page.getByRole("combobox", { name: "Which rules cover" })
            await about.fill("Al")
            await page.locator('datalist option[value="Alma"]').waitFor({ state: "attached" })
            await about.fill("Alma")
            await are(1)
            await rows.filter({ hasText: "Climbs high" }).waitFor()
            assert.match(page.url(), /q=ALTITUDE/)
            assert.match(page.url(), /entity=/)
            await page.reload()
            await are(1)
            assert.deepStrictEqual(await violations(page), [])
            await page.getByRole("button", { name: "Off 1" }).click()
            await are(1)
            await page.getByRole("button", { name: "Remove the filter" }).click()
            await are(2)
            await page.getByRole("textbox", { name: "Find a rule" }).fill("nothing says this")
            await page.getByText("No rules match.").waitFor()
            await page.getByRole("button", { name: "Show all" }).click()
            await rows.filter({ hasText: "Climbs high" }).waitFor()
            assert.strictEqual(new URL(page.url()).search, "")
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )

  it.effect("loads no more than was agreed", () =>
    Effect.sync(() => {
      for (const page of ["Rules", "BenchPage"]) {
        assert.isAbove(weightOf(page), 1)
        assert.isBelow(weightOf(page), 25)
      }
      assert.isAbove(weightOf("Editor"), 50)
      assert.isBelow(weightOf("Editor"), 135)
    })
  )
})
