// What somebody is writing when their session ends is there again once they have signed in: settings with the
// edition that they were begun from, a snooze, a source without its secret.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { makeMeadow } from "../support/browser/meadow.ts"
import { logIn, logOut, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { signIn, visit } from "../support/browser/visit.ts"

const ADMIN = "admin@localhost"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "what is being written",
  (it) => {
    /** Somebody at a page, and how their session ends and begins again. */
    const somebody = Effect.gen(function* () {
      const { browser, origin } = yield* TheConsole
      const cookie = yield* Effect.promise(() => logIn(origin, ADMIN, PASSWORD))
      const { complaints, page } = yield* visit(browser, {
        session: { origin, cookie },
        expected: /401|412|503/
      })
      const comeBack = async () => {
        assert.strictEqual(await logOut(origin, cookie), 204)
        await page.getByText("Your session is over.").waitFor()
        await signIn(page, ADMIN, PASSWORD)
      }
      return { comeBack, complaints, page }
    })

    const valueOf = (page: Page, label: string | RegExp) => page.getByLabel(label).inputValue()

    const kept = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

    it.effect("settings come back with what they were begun from, until they are saved", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { client } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "begun", [])
          const { comeBack, complaints, page } = yield* somebody
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/project/settings`)
            await page.getByLabel(/^Silent after/).fill("36")
          })
          yield* client.ask("PATCH", `/projects/${meadow.projectId}`, { description: "Summer grazing" })
          yield* Effect.promise(async () => {
            await comeBack()
            await page.getByLabel(/^Silent after/).waitFor()
            assert.strictEqual(await valueOf(page, /^Silent after/), "36")
            // somebody changed another line meanwhile: it is not written over
            await page.getByRole("button", { name: "Save", exact: true }).click()
            const stale = page.getByRole("dialog", { name: /saved the settings while you wrote/ })
            await stale.getByRole("button", { name: "Save as chosen" }).click()
            await page.locator("output").getByText("Saved.").waitFor()
            await page.reload()
            await page.getByLabel(/^Silent after/).waitFor()
            assert.isTrue(await page.getByRole("button", { name: "Save", exact: true }).isDisabled())
          })
          assert.deepInclude(yield* client.get<object>(`/projects/${meadow.projectId}`), {
            description: "Summer grazing",
            settings: { silent_after_hours: 36 }
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("a snooze is still being asked for, and is gone where it was given up", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { client } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "dozing", ["Alma"])
          yield* meadow.walk("Alma", [
            [9, "inside"],
            [8, "outside"]
          ])
          yield* meadow.alerted(1)
          const { comeBack, complaints, page } = yield* somebody
          yield* Effect.promise(async () => {
            const why = page.getByLabel(/^Why/)
            const snooze = page.getByRole("button", { name: "Snooze…" })
            await page.goto(`${meadow.path}/alerts`)
            await snooze.click()
            await why.fill("at the vet's")
            await comeBack()
            await why.waitFor()
            assert.strictEqual(await why.inputValue(), "at the vet's")
            await page.getByRole("button", { name: "Cancel" }).click()
            await why.waitFor({ state: "detached" })
            await snooze.click()
            assert.strictEqual(await why.inputValue(), "")
            await why.fill("calving")
            await page.getByRole("button", { name: /^For an hour/ }).click()
            await page.waitForFunction(() => !JSON.stringify(sessionStorage).includes("calving"))
            await page.getByText(/^snoozed until/).waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("a source is filled in as it was, but for its secret", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { client } = yield* TheConsole
          const meadow = yield* makeMeadow(client, "doors", [])
          const { comeBack, complaints, page } = yield* somebody
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/operate/sources/new?who=websocket_server`)
            await page.getByLabel("Name of the source").fill("Collars")
            await page.getByLabel("Its address").fill("wss://collars.example.org/stream")
            await page.getByLabel("How Pugmark signs in").selectOption("header")
            await page.getByLabel("The header").fill("X-Api-Key")
            await page.getByLabel("The secret").fill("a meadow in the evening")
            assert.notInclude(await kept(page), "a meadow in the evening")
            await comeBack()
            await page.getByLabel("Name of the source").waitFor()
            assert.strictEqual(await valueOf(page, "Name of the source"), "Collars")
            assert.strictEqual(await valueOf(page, "Its address"), "wss://collars.example.org/stream")
            assert.strictEqual(await valueOf(page, "The header"), "X-Api-Key")
            assert.strictEqual(await valueOf(page, "The secret"), "")
            await page.getByRole("link", { name: /^HTTP/ }).click()
            await page.getByLabel("Name of the source").fill("Phones")
            await page.getByRole("button", { name: "Create source" }).click()
            await page.getByText("The token is shown this once.").waitFor()
            assert.notInclude(await kept(page), "Phones")
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
