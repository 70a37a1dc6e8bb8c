// How the service is: for a server admin all of it, now and over a day; for a member what concerns their project.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { launchService } from "../support/processes/service.ts"
import { VERSION } from "../../src/contract/version.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("health", (it) => {
  it.effect("who is alive, what waits, how far rules are behind and what runs, and how that was", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "health", [])
        const { complaints, page } = yield* visit(house.browser, { session: house })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate`)
          await page.getByRole("link", { name: "Health" }).click()
          const workers = page.getByRole("region", { name: "Workers" })
          await workers.getByRole("row", { name: new RegExp(`^engine .*${PARTITIONS} partitions`) }).waitFor()
          await workers.getByRole("img", { name: /^Beats of engine: / }).waitFor()
          const rules = page.getByRole("region", { name: "Rules, by partition" })
          assert.strictEqual(await rules.getByRole("row").count(), 9, "the worst eight")
          await rules
            .getByRole("img", { name: /^Partition \d+, last hour: .* behind at most/ })
            .first()
            .waitFor()
          await page.getByRole("row", { name: /^Messages deliveries 0/ }).waitFor()
          await page.getByText(`${VERSION} on `).waitFor()
          await page.getByText(`connect at ${house.origin}/mcp`).waitFor()
          await page.getByRole("button", { name: "last 24 h" }).press("Enter")
          await page.waitForURL("**/operate/health?last=24h")
          await page.getByRole("img", { name: /^Connections, last 24 h/ }).waitFor()
          assert.deepStrictEqual(await violations(page), [])
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("two engines of one machine are told apart, and all partitions are shown by engine", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "engines", [])
        const engine = yield* launchService({
          directory: yield* temporaryDirectory,
          databaseUrl: house.databaseUrl,
          role: "engine"
        })
        const { complaints, page } = yield* visit(house.browser, { session: house })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/health`)
          const engines = page.getByRole("region", { name: "Engines" })
          await engines.getByText(`2 share all ${PARTITIONS} partitions of the log`).waitFor()
          await engines.getByRole("row", { name: new RegExp(`:${engine.pid} [1-9]`) }).waitFor()
          assert.strictEqual(await engines.getByRole("row").count(), 3)
          const rules = page.getByRole("region", { name: "Rules, by partition" })
          await rules.getByRole("button", { name: `All ${PARTITIONS}` }).press("Enter")
          await rules
            .getByRole("rowheader", { name: new RegExp(`:${engine.pid} \\d+ partitions?$`) })
            .waitFor()
          assert.strictEqual(
            await rules.getByRole("row").count(),
            1 + 2 + PARTITIONS,
            "a head, two engines, the partitions"
          )
          assert.deepStrictEqual(await violations(page), [])
        })
        yield* engine.stop
        assert.deepStrictEqual(complaints, [])
      })
    )
  )

  it.effect("a member reads their project's status, and that the rest is the server admin's", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "health-of", [])
        const { cookie } = yield* makeMember(house, meadow, { role: "viewer", scope: null })
        const { complaints, page } = yield* visit(house.browser, {
          session: { origin: house.origin, cookie }
        })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate/health`)
          await page.getByText("Parts of the service").waitFor()
          await page.getByRole("heading", { name: "The rest is for server admins" }).waitFor()
          assert.strictEqual(await page.getByRole("button", { name: "last 24 h" }).count(), 0)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
