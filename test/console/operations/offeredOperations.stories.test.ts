// An admin walks every page and finds, for each changing operation, the enabled control that leads to it.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { TheConsole } from "../../support/browser/theConsole.ts"
import { visit } from "../../support/browser/visit.ts"
import { makeOpenedWorld, type OpenedWorld } from "./openedWorld.ts"
import { type Control, type Offer, offers } from "./offers.ts"

/** As long as a control of a page that is being read may be away; ms. */
const AWAY_MS = 30_000

/** find is the first of that role and name that is seen and enabled. */
const find = (page: Page, { name, role }: Control) =>
  page
    .getByRole(role, { name, ...(typeof name === "string" ? { exact: true } : {}) })
    .and(page.locator(":not(:disabled)"))
    .filter({ visible: true })
    .first()

/** Presses what is before the control, and waits until it is there and enabled. */
const lookFor = async (page: Page, offer: Offer, world: OpenedWorld): Promise<void> => {
  for (const step of offer.first(world)) {
    if (step.text === undefined) await find(page, step).click({ timeout: AWAY_MS })
    else await find(page, step).fill(step.text, { timeout: AWAY_MS })
  }
  await find(page, offer.control(world)).waitFor({ timeout: AWAY_MS })
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("an admin", (it) => {
  it.effect(
    "finds an enabled control for every changing operation",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const world = yield* makeOpenedWorld(house)
          const { page } = yield* visit(house.browser, { session: house, width: 1440, height: 900 })
          const missing: Array<string> = []
          yield* Effect.promise(async () => {
            const pages = Map.groupBy(offers, ([, offer]) => offer.page(world))
            for (const [path, there] of pages) {
              let isFresh = false
              // those first that leave the page as it is
              for (const [operation, offer] of there.toSorted(
                ([, a], [, b]) => a.first(world).length - b.first(world).length
              )) {
                if (!isFresh) await page.goto(path)
                isFresh = offer.first(world).length === 0
                await lookFor(page, offer, world).catch((cause: unknown) => {
                  missing.push(`${operation} on ${path}: ${String(cause).slice(0, 200)}`)
                  isFresh = false
                })
              }
            }
          })
          assert.deepStrictEqual(missing, [])
        })
      ),
    480_000
  )
})
