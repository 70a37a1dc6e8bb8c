// Somebody and the others at the console: one's own account, whom to call, what is snoozed, and settings that
// two people change at a time.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Made } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { type Visit, violations, visit } from "../support/browser/visit.ts"

/** Waits for a sentence at the bottom of the page. */
const said = (page: Page, text: string | RegExp) => page.locator("output").getByText(text).waitFor()

const statusWith = async (origin: string, token: string): Promise<number> =>
  (await fetch(`${origin}/api/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status

/** Says a name and a number to be called at. */
const introduce = async (page: Page) => {
  await page.getByLabel("Name", { exact: true }).fill("Erik Holm")
  await page.getByLabel("Telephone").fill("twelve")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText(/a telephone number/).waitFor()
  await page.getByLabel("Telephone").fill("+46 (0)70 765 43 21")
  await page.getByLabel(/may see the number/).check()
  await page.getByRole("button", { name: "Save" }).click()
  await said(page, "Saved.")
}

/** Makes a token, copies the page, ends the token. */
const tryToken = async ({ context, page }: Visit, origin: string) => {
  await page.getByRole("button", { name: "New token…" }).click()
  await page.getByLabel("For which program").fill("Herd dashboard")
  await page.getByRole("button", { name: "Create token" }).click()
  const token = await page.getByLabel("The token").inputValue()
  assert.strictEqual(await statusWith(origin, token), 200)
  await page.getByRole("button", { name: "Done" }).click()
  await page.getByRole("button", { name: "End Herd dashboard" }).waitFor()
  assert.notInclude(await page.content(), token)

  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin })
  await page.getByRole("button", { name: "Copy as curl" }).click()
  await said(page, /on the clipboard/)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const part of ["Bearer $PUGMARK_TOKEN", "/api/v1/auth/tokens", "-X PATCH"])
    assert.include(copied, part)
  for (const other of [token, "pug_", PASSWORD, "/auth/login", "/alerts"]) assert.notInclude(copied, other)

  await page.getByRole("button", { name: "End Herd dashboard" }).click()
  await page.getByText(/Ends in \d+ s/).waitFor()
  assert.strictEqual(await statusWith(origin, token), 200)
  await page.getByRole("button", { name: "End now" }).click()
  await said(page, /no longer works/)
  assert.strictEqual(await statusWith(origin, token), 401)
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("somebody", (it) => {
  it.effect("says who they are, makes and ends a token, ends a session; and is called by the others", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, cookie, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "people", ["Alma"])
        const erik = yield* makeMember({ client, origin }, meadow, { role: "operator", scope: null })
        const own = yield* visit(browser, { session: { origin, cookie: erik.cookie }, expected: /422/ })
        yield* meadow.walk("Alma", [
          [9, "inside"],
          [8, "outside"]
        ])
        yield* Effect.promise(async () => {
          const elsewhere = await logIn(origin, `operator-of-${meadow.path.slice(3)}@example.org`, PASSWORD)
          await own.page.goto("/account")
          await own.page.getByRole("button", { name: /^Sign out ./ }).waitFor()
          assert.deepStrictEqual(await violations(own.page), [])
          await introduce(own.page)
          await tryToken(own, origin)
          await own.page.getByRole("button", { name: /^Sign out ./ }).click()
          await said(own.page, /^Signed out/)
          const session = await fetch(`${origin}/api/v1/auth/session`, { headers: { cookie: elsewhere } })
          assert.isNull(await session.json())
        })
        assert.deepStrictEqual(own.complaints, [])

        yield* meadow.alerted(1)
        const [rule] = yield* client.all<Made>(`/projects/${meadow.projectId}/rules`)
        const snoozes = client.all<{ readonly note: string | null }>(
          `/projects/${meadow.projectId}/rules/${rule!.id}/snoozes`
        )
        const { complaints, page } = yield* visit(browser, { session: { origin, cookie } })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/alerts`)
          const call = page.getByRole("link", { name: "Call Erik Holm" })
          assert.strictEqual(await call.getAttribute("href"), "tel:+46707654321")
          await page.getByRole("button", { name: "Snooze…" }).click()
          await page.getByLabel(/^Why/).fill("at the vet's")
          assert.deepStrictEqual(await violations(page), [])
          await page.getByRole("button", { name: /^For an hour/ }).click()
          await page.getByText(/^snoozed until/).waitFor()
        })
        assert.deepInclude((yield* snoozes)[0], { note: "at the vet's" })
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "End the snooze" }).click()
          await said(page, /makes alerts about Alma again/)
        })
        assert.lengthOf(yield* snoozes, 0)
        yield* Effect.promise(async () => {
          await page.keyboard.press("z")
          await page.getByText(/^snoozed until/).waitFor()
        })
        assert.deepInclude((yield* snoozes)[0], { note: "at the vet's" })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("is told who changed the settings meanwhile, chooses line by line, and loses nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, client, cookie, origin } = yield* TheConsole
        const meadow = yield* makeMeadow(client, "settings", [])
        const path = `/projects/${meadow.projectId}`
        const { complaints, page } = yield* visit(browser, { session: { origin, cookie }, expected: /412/ })
        const save = page.getByRole("button", { name: "Save", exact: true })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/project/settings`)
          await page.getByLabel("Name", { exact: true }).fill("North alp")
          await page.getByLabel(/^Silent after/).fill("1.234,5")
          assert.deepStrictEqual(await violations(page), [])
          await save.click()
          await page.getByText(/^A number, such as/).waitFor()
          await page.getByLabel(/^Silent after/).fill("12,5")
        })
        yield* client.ask("PATCH", path, {
          description: "Summer grazing",
          settings: { silent_after_hours: 6 }
        })
        yield* Effect.promise(async () => {
          await save.click()
          const stale = page.getByRole("dialog", { name: /saved the settings while you wrote/ })
          await stale.waitFor()
          assert.deepStrictEqual(await violations(page), [])
          await stale.getByRole("radio", { name: "6", exact: true }).check()
          await stale.getByRole("button", { name: "Save as chosen" }).click()
          await said(page, "Saved.")
          await page.getByRole("heading", { name: "North alp" }).waitFor()
          await page.getByRole("link", { name: "People" }).click()
          await page.getByText("Who can be called").waitFor()
          assert.deepStrictEqual(await violations(page), [])
        })
        assert.deepInclude(yield* client.get<object>(path), {
          name: "North alp",
          description: "Summer grazing",
          settings: { silent_after_hours: 6 }
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
