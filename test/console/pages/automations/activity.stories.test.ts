// What automations did in thirty days, on their page: counts in the head, bars of a month beside each, and who was told
// when, with the nights. A project of its own in the console that stories share.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMeadow } from "../../../support/browser/meadow.ts"
import { TheConsole } from "../../../support/browser/theConsole.ts"
import { recordDeliveries } from "../../../support/browser/trouble.ts"
import { visit, violations } from "../../../support/browser/visit.ts"

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

const STATION = "station@example.org"
const INES = "ines@example.org"
const ERIK = "erik@example.org"

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "the deliveries of thirty days",
  (it) => {
    it.effect(
      "are counted in the head, drawn beside each automation, and by receiver and hour of the day",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const house = yield* TheConsole
            const { browser, client } = house
            const meadow = yield* makeMeadow(client, "heard", ["Alma"])
            const path = `/projects/${meadow.projectId}`
            const makeAutomation = (name: string) =>
              Effect.map(
                client.post<{
                  readonly id: string
                  readonly actions: ReadonlyArray<{ readonly id: string }>
                }>(`${path}/automations`, {
                  name,
                  enabled: false,
                  actions: [{ type: "email", to: [STATION, INES, ERIK] }]
                }),
                ({ actions, id }) => ({ automation: id, action: actions[0]!.id })
              )
            const tell = yield* makeAutomation("Tell the station")
            yield* makeAutomation("Never sent")
            const events = yield* Effect.forEach([1, 2, 3, 4], (n) =>
              client.post(`${path}/events`, { event_type: "WOLF_SEEN", title: `A wolf ${n}` })
            )
            const event = (n: number) => events[n]!.id
            yield* recordDeliveries(house, meadow, tell, [
              { event: event(0), target: STATION, status: "sent", at: `${day(20)} 09:10` },
              { event: event(1), target: STATION, status: "sent", at: `${day(3)} 10:40` },
              { event: event(2), target: STATION, status: "sent", at: `${day(3)} 10:50` },
              { event: event(3), target: STATION, status: "failed", at: `${day(2)} 11:00` },
              { event: event(0), target: INES, status: "sent", at: `${day(20)} 03:10` },
              { event: event(1), target: INES, status: "sent", at: `${day(3)} 23:40` },
              { event: event(0), target: ERIK, status: "skipped", at: `${day(20)} 09:10` },
              { event: event(1), target: ERIK, status: "skipped", at: `${day(3)} 10:40` }
            ])
            const { complaints, page } = yield* visit(browser, { session: house, width: 1440, height: 900 })
            yield* Effect.promise(async () => {
              await page.goto(`${meadow.path}/automations`)
              await page.getByText("30 days: 5 sent, 1 failed, 2 skipped").waitFor()
              const list = page.getByRole("complementary", { name: "Automations" })
              const row = list.getByRole("listitem").filter({ hasText: "Tell the station" })
              await row.getByText("1 failed").waitFor()
              await row.getByRole("img", { name: "30 days: 5 sent, 1 failed" }).waitFor()
              const told = list.getByRole("region", { name: "Who was told when" })
              const of = (receiver: string) => told.getByRole("listitem").filter({ hasText: receiver })
              await of(STATION).getByText("3, 1 failed").waitFor()
              await of(STATION).getByRole("img", { name: "9 h: 1, 10 h: 2" }).waitFor()
              await of(INES).getByText("2, 2 at night").waitFor()
              await of(ERIK).getByText("0, 2 skipped").waitFor()
              await of(ERIK).getByRole("img", { name: "nothing sent" }).waitFor()
              await row.getByRole("link").click()
              await page
                .getByRole("complementary", { name: "Last deliveries" })
                .getByRole("button", { name: "Redeliver 1" })
                .waitFor()
              for (const scheme of ["light", "dark"] as const) {
                await page.emulateMedia({ colorScheme: scheme })
                assert.deepStrictEqual(await violations(page), [])
              }
              await page.setViewportSize({ width: 390, height: 800 })
              await page.getByRole("button", { name: "All automations" }).click()
              await told.waitFor()
              assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 390)
              await list.getByRole("link", { name: "Tell the station" }).click()
              await page.getByRole("heading", { name: "Which events" }).waitFor()
            })
            assert.deepStrictEqual(complaints, [])
          })
        ),
      240_000
    )
  }
)
