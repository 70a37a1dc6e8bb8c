// Devices on screen: one is made, changed, named, put on an animal and taken off, moved to another project and back,
// released, and removed; a viewer is offered none of it.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Made } from "../journeys/client.ts"
import { makeHerd } from "../journeys/herd.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"

interface Span extends Made {
  readonly project_id: string
  readonly entity_id: string
  readonly valid_from: string
  readonly valid_to: string | null
}

/** Opens an act of a menu, and gives the dialog that it opens. */
const opened = async (page: Page, menu: string, act: string, dialog: string | RegExp) => {
  await page.getByRole("button", { name: menu, exact: true }).click()
  await page.getByRole("button", { name: act, exact: true }).click()
  const form = page.getByRole("dialog", { name: dialog })
  await form.waitFor()
  assert.deepStrictEqual(await violations(page), [])
  return form
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("a device", (it) => {
  it.effect("is made, changed, named at a source, worn and taken off, and removed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "gear", ["Alma"])
        const at = `/projects/${meadow.projectId}`
        const { complaints, page } = yield* visit(house.browser, { session: house, expected: /409|422|404/ })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/devices`)
          await page.getByRole("button", { name: "Add device" }).click()
          const form = page.getByRole("dialog", { name: "Add a device" })
          await form.getByLabel("Name", { exact: true }).fill("Collar 7")
          await form.getByLabel("Type").fill("collar")
          await form.getByLabel("Serial number").fill("SN 7")
          await form.getByLabel("Sends to").selectOption({ index: 1 })
          await form.getByLabel("Its number there").fill("Alma")
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Add device" }).click()
          const number = form.getByLabel("Its number there")
          await form.getByText("Another device has this external id").first().waitFor()
          assert.strictEqual(await number.getAttribute("aria-invalid"), "true")
          await number.fill("collar-7")
          await form.getByRole("button", { name: "Add device" }).click()
          await page.getByRole("heading", { level: 1, name: "Collar 7" }).waitFor()
          await page.getByRole("region", { name: "Known as" }).getByText("collar-7").waitFor()

          await page.getByRole("button", { name: "Change", exact: true }).click()
          const change = page.getByRole("dialog", { name: "Change Collar 7" })
          await change.getByLabel("Name", { exact: true }).fill("Collar VII")
          await change.getByLabel("Serial number").fill("")
          await change.getByRole("button", { name: "Save" }).click()
          await page.getByRole("heading", { level: 1, name: "Collar VII" }).waitFor()

          await page.getByRole("button", { name: "Number", exact: true }).click()
          const named = page.getByRole("dialog", { name: "What a source calls it" })
          await named.getByLabel("Sends to").selectOption({ index: 1 })
          await named.getByLabel("Its number there").fill("c7")
          assert.deepStrictEqual(await violations(page), [])
          await named.getByRole("button", { name: "Add" }).click()
          const known = page.getByRole("region", { name: "Known as" })
          await known.getByText("c7", { exact: true }).waitFor()
          await page.getByRole("button", { name: "Take the number c7 away" }).click()
          await page.getByText("It is no longer known as c7.").waitFor()
          await known.getByText("c7", { exact: true }).waitFor({ state: "detached" })
          await page.keyboard.press("z")
          await known.getByText("c7", { exact: true }).waitFor()

          await page.getByRole("button", { name: "Put it on an animal" }).click()
          const worn = page.getByRole("dialog", { name: "Put it on an animal" })
          await worn.getByLabel("Which animal").selectOption({ label: "Alma" })
          await worn.getByLabel("On since").fill("2026-01-02T06:00")
          assert.deepStrictEqual(await violations(page), [])
          await worn.getByRole("button", { name: "Put it on" }).click()
          const off = await opened(
            page,
            "More about Collar VII on Alma",
            "Take it off",
            "Take Collar VII off Alma"
          )
          await off.getByLabel("Off since").fill("2026-01-01T06:00")
          await off.getByRole("button", { name: "Take it off" }).click()
          await off.getByText("The span is empty").first().waitFor()
          await off.getByLabel("Off since").fill("2026-02-02T06:00")
          await off.getByRole("button", { name: "Take it off" }).click()
          await page.getByText("Alma no longer wears Collar VII.").waitFor()
        })
        const [device] = yield* house.client.all<Made & { readonly serial_number: string | null }>(
          `/devices?project_id=${meadow.projectId}&external_id=c7`
        )
        assert.strictEqual(device?.serial_number, null)
        const worn = yield* house.client.all<Span>(`${at}/entity-assignments?device_id=${device!.id}`)
        assert.deepStrictEqual(
          worn.map(({ valid_from, valid_to }) => [Date.parse(valid_from), Date.parse(valid_to ?? "")]),
          [[Date.parse("2026-01-02T04:00:00Z"), Date.parse("2026-02-02T04:00:00Z")]]
        )
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/animals/${meadow.animals["Alma"]!.entityId}`)
          const dates = await opened(
            page,
            "More about Collar VII on Alma",
            "Correct the dates",
            "Alma wore Collar VII"
          )
          await dates.getByLabel("Until").fill("2026-03-02T06:00")
          await dates.getByRole("button", { name: "Save" }).click()
          const list = page.getByRole("region", { name: "Devices" })
          await list.getByText("2 Jan 2026 to 2 Mar 2026").waitFor()
          await page.getByRole("button", { name: "More about Collar VII on Alma" }).click()
          await page.getByRole("button", { name: "It never wore it" }).click()
          await page.getByText("Alma never wore Collar VII.").waitFor()
          await list.getByText("2 Jan 2026").waitFor({ state: "detached" })
          await page.keyboard.press("z")
          await list.getByText("2 Jan 2026 to 2 Mar 2026").waitFor()

          await page.goto(`${meadow.path}/operate/devices/${meadow.animals["Alma"]!.deviceId}`)
          await page.getByRole("heading", { level: 1, name: "Collar of Alma" }).waitFor()
        })
        yield* meadow.walk("Alma", [[5, "inside"]])
        yield* Effect.promise(async () => {
          const kept = await opened(page, "More about Collar of Alma", "Remove", "Remove Collar of Alma?")
          await kept.getByRole("button", { name: "Remove for good" }).click()
          await kept.getByText("retire it instead").waitFor()
          await page.goto(`${meadow.path}/operate/devices/${device!.id}`)
          const gone = await opened(page, "More about Collar VII", "Remove", "Remove Collar VII?")
          await gone.getByRole("button", { name: "Remove for good" }).click()
          await page.getByText("Collar VII is removed.").waitFor()
        })
        assert.deepStrictEqual(
          yield* house.client.all(`/devices?project_id=${meadow.projectId}&external_id=c7`),
          []
        )
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("goes to another project and back, and is released; a viewer is offered none of it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "moves", ["Alma"])
        const word = `moves-to-${meadow.path.slice(-6)}`
        const other = yield* makeHerd(house.client, word)
        const { deviceId, entityId } = meadow.animals["Alma"]!
        const { complaints, page } = yield* visit(house.browser, { session: house })
        const { cookie } = yield* makeMember(house, meadow, { role: "viewer", scope: null })
        const viewer = yield* visit(house.browser, { session: { origin: house.origin, cookie } })
        const spans = house.client.all<Span>(`/devices/${deviceId}/project-assignments`)
        const worn = house.client.all<Span>(
          `/projects/${meadow.projectId}/entity-assignments?device_id=${deviceId}`
        )
        const panel = page.getByRole("region", { name: "Projects" })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/devices/${deviceId}`)
          await panel.getByRole("button", { name: "Move…" }).click()
          const form = page.getByRole("dialog", { name: "Move Collar of Alma to another project" })
          await form.getByLabel("Which project").selectOption({ label: `Herd ${word}` })
          await form.getByLabel("Since").fill("2026-02-01T06:00")
          await form.getByText("Alma wears it here until then.").waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await form.getByRole("button", { name: "Move" }).click()
          await panel.getByText(`Herd ${word}`).waitFor()
          await page.getByText(`Collar of Alma is in Herd ${word}.`).waitFor()
        })
        const moved = Date.parse("2026-02-01T04:00:00Z")
        const [newest, before] = yield* spans
        assert.deepStrictEqual(
          [newest?.project_id, Date.parse(newest!.valid_from), Date.parse(before?.valid_to ?? "")],
          [other.projectId, moved, moved]
        )
        assert.deepStrictEqual(
          (yield* worn).map((one) => [one.entity_id, Date.parse(one.valid_to ?? "")]),
          [[entityId, moved]]
        )
        yield* Effect.promise(async () => {
          await page.keyboard.press("z")
          await page.getByText("Collar of Alma is back.").waitFor()
          await panel.getByText(`Herd ${word}`).waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(
          [...(yield* spans), ...(yield* worn)].map(({ valid_to }) => valid_to),
          [null, null]
        )
        yield* Effect.promise(async () => {
          const menu = `More about Collar of Alma in Herd ${meadow.path.slice(3)}`
          const dates = await opened(page, menu, "Correct the dates", /^Collar of Alma in Herd/)
          await dates.getByLabel("From").fill("2025-06-01T06:00")
          await dates.getByRole("button", { name: "Save" }).click()
          await panel.getByText("1 Jun 2025").waitFor()
          await page.getByRole("button", { name: menu, exact: true }).click()
          await page.getByRole("button", { name: "It never was there" }).click()
          await page.getByText(/^It never was in/).waitFor()
          await panel.getByText("it is in none").waitFor()
          await page.keyboard.press("z")
          await panel.getByText("1 Jun 2025").waitFor()
          const release = await opened(
            page,
            "More about Collar of Alma",
            "Release",
            "Release Collar of Alma?"
          )
          await release.getByRole("button", { name: "Release" }).click()
          await page.locator(".chip", { hasText: "released" }).waitFor()

          const seen = viewer.page
          await seen.goto(`${meadow.path}/operate/devices/${deviceId}`)
          await seen.getByRole("region", { name: "Projects" }).getByText("1 Jun 2025").waitFor()
          for (const name of [/^Change/, /^More about/, /^Move/, /^Number/, /^Take the number/, /^Put it on/])
            assert.strictEqual(await seen.getByRole("button", { name }).count(), 0, String(name))
          await seen.goto(`${meadow.path}/operate/devices`)
          await seen.getByRole("row").filter({ hasText: "Collar of Alma" }).waitFor()
          assert.strictEqual(await seen.getByRole("button", { name: "Add device" }).count(), 0)
        })
        assert.deepStrictEqual([...complaints, ...viewer.complaints], [])
      })
    )
  )
})
