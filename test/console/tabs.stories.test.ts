// Two tabs of one browser: they share a stream, and each sees what was done in the other.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { anotherTab, isLive, visit } from "../support/browser/visit.ts"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("two tabs", (it) => {
  it.effect("show what was done in the other, over one stream, and go on when its tab is closed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "tabs", ["Alma", "Berta"])
        for (const name of ["Alma", "Berta"]) yield* meadow.walk(name, [[1, "inside"]])
        yield* meadow.leave("Alma")
        yield* meadow.alerted(1)
        const visited = yield* visit(house.browser, { session: house })
        const { complaints, context, page } = visited
        const streams: Array<string> = []
        context.on("request", (request) => {
          if (new URL(request.url()).pathname.endsWith("/stream")) streams.push(request.url())
        })
        const second = yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/live`)
          await isLive(page)
          const other = await anotherTab(visited)
          await other.goto(`${meadow.path}/live`)
          // it hears through the first, and says so
          await isLive(other)
          await other.locator("[data-open='1']").waitFor()
          await page.locator("[data-open='1']").waitFor()
          await page.bringToFront()
          await page.keyboard.press("j")
          await page.keyboard.press("e")
          await page.getByText("Acknowledged: Alma left Home").waitFor()
          await other.locator("[data-open='0']").waitFor()
          assert.lengthOf(streams, 1)
          await page.close()
          return other
        })
        yield* meadow.leave("Berta")
        yield* Effect.promise(async () => {
          await second.bringToFront()
          await second.locator("[data-open='1']").waitFor()
          await second.locator("[data-toast]", { hasText: "Berta left Home" }).waitFor()
          assert.lengthOf(streams, 2)
          assert.include(streams[1], "last_event_id=")
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
