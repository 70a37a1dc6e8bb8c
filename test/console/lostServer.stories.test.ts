// A server that is killed and comes back, as whoever has the page open meets it: a product of its own.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { makeClient } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { isLive, visit } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { startService } from "../support/processes/service.ts"
import { TestDatabase } from "../support/sql/database.ts"

layer(Layer.mergeAll(TheConsole.layer, TestDatabase), { timeout: "180 seconds", excludeTestServices: true })(
  "a server that is killed",
  (it) => {
    it.effect("is said to be gone; back again, the page catches up, and no alert or answer is lost", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser } = yield* TheConsole
          const options = {
            directory: yield* temporaryDirectory,
            databaseUrl: Redacted.value(yield* DatabaseUrl),
            analyses: false,
            settings: { ADMIN_PASSWORD: PASSWORD }
          }
          const first = yield* startService(options)
          const meadow = yield* makeMeadow(makeClient(first), "lost", ["Alma", "Berta"])
          for (const name of ["Alma", "Berta"]) yield* meadow.walk(name, [[1, "inside"]])
          const { origin } = first
          const cookie = yield* Effect.promise(() => logIn(origin, "admin@localhost", PASSWORD))
          const { complaints, context, page } = yield* visit(browser, {
            session: { origin, cookie },
            // what the browser says of a connection that is cut, refused, or held until the server can answer
            expected: /net::ERR_|503/
          })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/live`)
            await isLive(page)
            // the map's worker comes from the server, too
            await page.locator("[data-ready]").waitFor()
          })
          yield* meadow.leave("Alma")
          yield* Effect.promise(() => page.locator("[data-open='1']").waitFor())
          yield* first.kill
          yield* Effect.promise(async () => {
            await page.getByText("Not connected").waitFor()
            // what was read stays
            await page.locator("[data-alert]", { hasText: "Alma left Home" }).waitFor()
            // who has gone to look says so meanwhile: it is sent when there is somebody to send it to
            await page.keyboard.press("e")
            await page.getByText("1 acknowledgement waits to be sent").waitFor()
            // so that it cannot hear the next alert as it happens
            await context.setOffline(true)
          })
          yield* startService({ ...options, port: first.port })
          yield* meadow.leave("Berta")
          yield* meadow.alerted(2)
          yield* Effect.promise(async () => {
            await page.getByText("Not connected").waitFor()
            await context.setOffline(false)
            await isLive(page)
            await page.locator("[data-toast]", { hasText: "Berta left Home" }).waitFor()
            await page.getByText("1 acknowledgement waits to be sent").waitFor({ state: "detached" })
            await page.locator("[data-open='1']").waitFor()
          })
          const told = (yield* meadow.alerts).map(({ status, title }) => `${title}: ${status}`)
          assert.sameMembers(told, ["Alma left Home: acknowledged", "Berta left Home: open"])
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
