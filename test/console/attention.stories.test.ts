// What needs somebody, as an operator finds it in the morning: each line leads to where it is mended, by mouse and by
// keys; whoever may not mend it is told what they lack.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Made } from "../journeys/client.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { failDeliveries, makeBrokenRule } from "../support/browser/trouble.ts"
import { violations, visit } from "../support/browser/visit.ts"

interface Automation extends Made {
  readonly actions: ReadonlyArray<{ readonly id: string }>
}

const matter = (page: Page, code: string) => page.getByRole("listitem").filter({ hasText: code })

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("needs attention", (it) => {
  it.effect(
    "a device with a wrong clock and a failing rule appear, each button leads to the repair, messages go again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { client } = house
          const meadow = yield* makeMeadow(client, "attention", ["Alma"])
          const rule = yield* makeBrokenRule(house, meadow, "From tomorrow")
          yield* meadow.walk("Alma", [
            [9, "inside"],
            [8, "outside"]
          ])
          const [alert] = yield* meadow.alerted(1)
          yield* client.ask(
            "POST",
            `/ingest/http/${meadow.sourceId}`,
            [
              { device: "Alma", time: "1980-01-06T00:03:12Z", lon: 14, lat: 51 },
              { device: "stranger", time: new Date().toISOString(), lon: 14, lat: 51 }
            ],
            meadow.sourceToken
          )
          const tell = yield* client.post<Automation>(`/projects/${meadow.projectId}/automations`, {
            name: "Tell the rangers",
            enabled: true,
            min_severity: "critical",
            actions: [{ type: "email", to: ["ranger-0@example.org", "ranger-1@example.org"] }]
          })
          yield* failDeliveries(house, meadow, {
            event: alert!.event_id,
            automation: tell.id,
            action: tell.actions[0]!.id,
            count: 2
          })
          const { complaints, page } = yield* visit(house.browser, { session: house })
          yield* Effect.promise(async () => {
            const home = `${meadow.path}/operate`
            await page.goto(home)
            const failing = matter(page, "RULE_FAILING")
            await failing.getByText("The rule From tomorrow fails to evaluate").waitFor()
            await matter(page, "CLOCK_WRONG")
              .getByText("The clock of Collar of Alma was wrong, once")
              .waitFor()
            const codes = await page.getByRole("listitem").locator("code").allInnerTexts()
            assert.deepStrictEqual(
              codes
                .filter((code) => /RULE_FAILING|DELIVERIES_FAILED|CLOCK_WRONG/.test(code))
                .indexOf("CLOCK_WRONG"),
              2,
              "the worst first"
            )
            await page.getByRole("rowheader").filter({ hasText: "generic_http" }).waitFor()
            await page.getByText("Parts of the service").waitFor()
            assert.deepStrictEqual(await violations(page), [])

            await page.getByRole("button", { name: "Redeliver 2: Tell the rangers" }).click()
            await page.getByText("2 messages of Tell the rangers will be sent again.").waitFor()
            await matter(page, "DELIVERIES_FAILED").waitFor({ state: "detached" })

            await matter(page, "CLOCK_WRONG")
              .getByRole("link", { name: /^Open the traces/ })
              .click()
            await page.waitForURL(/\/operate\/traces\?code=TIMESTAMP_INVALID&device=/)
            await page.getByRole("row").filter({ hasText: "TIMESTAMP_INVALID" }).waitFor()

            await page.goBack()
            await matter(page, "UNKNOWN_IDENTITIES")
              .getByRole("link", { name: /^Create devices/ })
              .click()
            await page.waitForURL("**/operate/identities")
            await page.getByRole("heading", { name: "New devices" }).waitFor()

            await page.goBack()
            await failing.waitFor()
            // the link one came back from has the focus, and Enter is meant for what the keys chose after
            await matter(page, "UNKNOWN_IDENTITIES").getByRole("link").focus()
            // by keys: up, down and up again, and to where it is mended; what was sent again may have failed meanwhile
            const current = (code: string) => page.locator("li[aria-current=true]", { hasText: code })
            const reach = async (key: string, code: string) => {
              for (let i = 0; i < 8 && !(await current(code).isVisible()); i++) {
                await page.keyboard.press(key)
                // one step at a time: what it chose is drawn before the next
                await page.evaluate(
                  () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
                )
              }
              await current(code).waitFor()
            }
            await reach("k", "RULE_FAILING")
            await reach("j", "CLOCK_WRONG")
            await reach("k", "RULE_FAILING")
            await page.keyboard.press("Enter")
            await page.waitForURL(`**/rules/${rule.id}`)
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
  )

  it.effect("whoever may not mend a matter finds no button, and reads which permission they lack", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const house = yield* TheConsole
        const meadow = yield* makeMeadow(house.client, "may-not", ["Alma"])
        yield* makeBrokenRule(house, meadow, "From tomorrow")
        yield* meadow.walk("Alma", [[5, "inside"]])
        const { cookie } = yield* makeMember(house, meadow, { role: "viewer", scope: null })
        const { complaints, page } = yield* visit(house.browser, {
          session: { origin: house.origin, cookie }
        })
        yield* Effect.promise(async () => {
          await page.goto(`${meadow.path}/operate`)
          const failing = matter(page, "RULE_FAILING")
          await failing.getByText("Needs the permission rules:write").waitFor()
          assert.strictEqual(await failing.getByRole("link").count(), 0)
          assert.strictEqual(await failing.getByRole("button").count(), 0)
          await page.keyboard.press("Enter")
          assert.match(page.url(), /\/operate$/)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )
  )
})
