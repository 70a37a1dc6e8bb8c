// The browser of the tests: one that ends says why, and is there again once.
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { joinBrowser, serveBrowser } from "./support/browser/browser.ts"
import { until } from "./journeys/client.ts"

it.live(
  "a browser that ends is started again once, and then told with its last words",
  () =>
    Effect.gen(function* () {
      const served = yield* serveBrowser
      const browser = yield* joinBrowser(() => Effect.runPromise(served.address))
      const title = Effect.promise(async () => {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.setContent("<title>It is there</title>")
        return page.title()
      })
      const end = Effect.gen(function* () {
        const pid = yield* served.pid
        process.kill(pid, "SIGKILL")
        yield* until(
          "its end",
          Effect.exit(Effect.sync(() => process.kill(pid, 0))),
          (exit) => exit._tag === "Failure"
        )
      })
      assert.strictEqual(yield* title, "It is there")
      yield* end
      assert.strictEqual(yield* title, "It is there")
      yield* end
      const ending = yield* Effect.exit(served.address)
      assert.isTrue(Exit.isFailure(ending))
      if (Exit.isFailure(ending))
        assert.match(Cause.pretty(ending.cause), /the browser ended \(SIGKILL\); its last words:/)
    }).pipe(Effect.scoped),
  60_000
)
