// The way from nothing to a first record on one page: OwnTracks by its code, refused reports with their remedy, and a
// broker that the service listens to.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { until } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { scanOwnTracks, tellAsOwnTracks } from "../support/browser/phone.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { openBroker, openPublisher, PASSWORD, USER } from "../support/outside/broker.ts"

interface Named {
  readonly id: string
  readonly name: string
}

/** look keeps a picture where a folder for them is named. */
const look = async (page: Page, name: string) => {
  const folder = process.env["PUGMARK_PICTURES"]
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("connect a source", (it) => {
  it.effect("a phone scans its code, its first record is shown field by field, and gets a name", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "connect", [])
        const { complaints, page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/live`)
          await page.getByRole("link", { name: "Connect…" }).click()
          await page.getByRole("link", { name: /^OwnTracks/ }).waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "connect-1")
          await page.getByLabel("Whose phone is it").fill("Erik Holm")
          await page.getByRole("button", { name: "Create source" }).click()
          await page.getByText("Listening for the first record").waitFor()
          // the page is open at this machine itself: it says that a phone cannot go there
          await page.getByText(/A phone cannot reach/).waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "connect-2")
          const erik = await scanOwnTracks(page, "Code that sets up OwnTracks for Erik Holm")
          assert.strictEqual(erik.username, "erik-holm")
          // one code a person, with the same token
          await page.getByRole("button", { name: "+ name" }).click()
          await page.getByLabel("Whose phone is it").fill("Ines Berg")
          await page.keyboard.press("Enter")
          const ines = await scanOwnTracks(page, "Code that sets up OwnTracks for Ines Berg")
          assert.deepStrictEqual([ines.username, ines.password], ["ines-berg", erik.password])
          await tellAsOwnTracks(erik, { _type: "encrypted", data: "4xKf" })
          await page.getByText("The last record was refused").waitFor()
          await page
            .getByText(/clear the encryption key in the app/)
            .first()
            .waitFor()
          assert.deepStrictEqual(await violations(page), [])
          const now = Math.floor(Date.now() / 1000)
          await tellAsOwnTracks(erik, {
            _type: "location",
            tst: now,
            lat: 51.05,
            lon: 14.05,
            acc: 14,
            vel: 4,
            batt: 78,
            conn: "m",
            tid: "EH",
            created_at: now
          })
          await page.getByText("The first record has arrived").waitFor()
          const read = page.getByRole("region", { name: "As it was read" })
          await read.getByRole("row", { name: /battery_percent 78 % batt 78/ }).waitFor()
          await read.getByRole("row", { name: /speed_mps 1.11 m\/s vel 4 km\/h × 0.2778/ }).waitFor()
          await read.getByRole("row", { name: /position 51.05, 14.05 lat, lon/ }).waitFor()
          await read.getByRole("row", { name: /connection mobile conn “m”/ }).waitFor()
          await read.getByRole("row", { name: `tst ${now}` }).waitFor()
          await read.getByRole("row", { name: /not read tid, created_at are kept with the report/ }).waitFor()
          await page.getByText(/± 14 m/).waitFor()
          await page.locator("[data-ready]").waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "connect-3")
          await page.emulateMedia({ colorScheme: "dark" })
          await look(page, "connect-3-dark")
          await page.emulateMedia({ colorScheme: "light" })
          await page.setViewportSize({ width: 390, height: 844 })
          assert.deepStrictEqual(await violations(page), [])
          assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 390)
          await look(page, "connect-3-phone")
          await page.getByRole("button", { name: "Create Erik Holm" }).scrollIntoViewIfNeeded()
          await look(page, "connect-4-phone")
          await page.setViewportSize({ width: 1440, height: 900 })
          await page.getByRole("button", { name: "Create Erik Holm" }).click()
          await page.getByText("Erik Holm is registered.").waitFor()
          // what was refused before it is not the newest for that
          await read.getByRole("row", { name: /battery_percent 78/ }).waitFor()
          assert.strictEqual(await page.getByText("The last record was refused").count(), 0)
          await look(page, "connect-5")
        })
        const entities = yield* until(
          "the first fix of Erik Holm",
          house.client.all<Named & { readonly now: { readonly last_fix: unknown } | null }>(
            `/projects/${meadow.projectId}/entities?include=now`
          ),
          ([erik]) => (erik?.now?.last_fix ?? null) !== null
        )
        assert.deepStrictEqual(
          entities.map(({ name }) => name),
          ["Erik Holm"]
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("a broker is connected by the form, tested, listened to, and what it brings is shown", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "broker", [])
        const broker = yield* openBroker
        const herd = yield* openPublisher(broker.url)
        const { complaints, page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/sources/new?who=mqtt`)
          await page.getByLabel("Name of the source").fill("Herd broker")
          await page.getByLabel("Address of the broker").fill(broker.url)
          await page.getByLabel("User name").fill(USER)
          await page.getByLabel("Password").fill(PASSWORD)
          await page.getByLabel("Topics, one a line").fill("connect/+/up")
          await page.getByLabel("Latitude").fill("gps.lat")
          await page.getByLabel("Longitude").fill("gps.lon")
          await page.getByLabel("Time").fill("t")
          await page.getByText("More about this broker").click()
          await page
            .getByLabel("Other values, one a line")
            .fill("speed_mps = gps.kmh * 0.5\nmeasurements.battery_voltage = bat")
          assert.deepStrictEqual(await violations(page), [])
          await look(page, "broker-1")
          await page.getByRole("button", { name: "Connect" }).click()
          await page.getByText(/The broker lets us in/).waitFor()
          await page.getByText(/^Connected. 0 messages so far/).waitFor()
          assert.deepStrictEqual(await violations(page), [])
        })
        yield* herd.publish(
          "connect/alma/up",
          JSON.stringify({ t: Date.now(), gps: { lat: 51.05, lon: 14.05, kmh: 4 }, bat: 3.7 })
        )
        yield* Effect.promise(async () => {
          const read = page.getByRole("region", { name: "As it was read" })
          await read.getByRole("row", { name: /battery_voltage 3.7/ }).waitFor()
          await read.getByRole("row", { name: /speed_mps 2/ }).waitFor()
          await page.getByLabel("Name", { exact: true }).fill("Alma")
          await look(page, "broker-2")
          await page.getByRole("button", { name: "Create Alma" }).click()
          await page.getByText("Alma is registered.").waitFor()
        })
        const entities = yield* house.client.all<Named>(`/projects/${meadow.projectId}/entities`)
        assert.deepStrictEqual(
          entities.map(({ name }) => name),
          ["Alma"]
        )
        const sources = yield* house.client.all<Named>("/data-sources")
        const { id } = sources.find(({ name }) => name === "Herd broker")!
        yield* house.client.ask("PATCH", `/data-sources/${id}`, { enabled: false })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
