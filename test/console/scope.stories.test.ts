// Members who may not see or do all: of animals that somebody may not see nothing is shown on any page, and nothing
// is sent to their browser; what somebody may not do names the permission that they lack.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { addedPermissions, type Permission } from "../../src/domain/access/Permission.ts"
import { until } from "../journeys/client.ts"
import { arrive, goTo, lacks, makeSights, stops } from "../support/browser/everyPage.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { isLive, type Visit, visit } from "../support/browser/visit.ts"

/** Everything that the server says to the page from now on: answers, and messages of the stream. */
const overhear = async ({ context, page }: Visit) => {
  const answers: Array<Promise<string>> = [],
    messages: Array<string> = []
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith("/api/") || pathname.endsWith("/stream")) return
    answers.push(
      response.text().then(
        (text) => `${pathname} ${text}`,
        () => "" // the page was left before it was read
      )
    )
  })
  const devtools = await context.newCDPSession(page)
  devtools.on("Network.eventSourceMessageReceived", ({ data, eventName }) => {
    messages.push(`${eventName} ${data}`)
  })
  await devtools.send("Network.enable")
  return async (): Promise<ReadonlyArray<string>> => [...(await Promise.all(answers)), ...messages]
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "a member with a scope",
  (it) => {
    it.effect(
      "sees nothing of hidden animals: map, alerts, animals, palette, why-not, addresses, stream",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const house = yield* TheConsole
            const { browser, client, origin } = house
            const meadow = yield* makeMeadow(client, "scope", ["Alma", "Wolfram"])
            const { Alma: alma, Wolfram: wolfram } = meadow.animals
            for (const name of ["Alma", "Wolfram"])
              yield* meadow.walk(name, [
                [9, "inside"],
                [8, "outside"],
                [7, "inside"]
              ])
            const alerts = yield* meadow.alerted(2)
            const hidden = alerts.find(({ title }) => title.startsWith("Wolfram"))!
            const { cookie } = yield* makeMember(house, meadow, {
              role: "operator",
              scope: { groups: [], entities: [alma!.entityId], devices: [] }
            })
            const visited = yield* visit(browser, { session: { origin, cookie }, expected: /404/ })
            const { complaints, page } = visited
            const heard = yield* Effect.promise(() => overhear(visited))
            const shown: Array<string> = []
            const see = async (path: string) =>
              shown.push(`${path}: ${await page.locator("body").innerText()}`)
            const look = async (path: string, ready: (page: Page) => Promise<void>) => {
              await goTo(page, `${meadow.path}${path}`)
              await ready(page)
              await see(path)
            }
            const gone = () => page.getByText("Not found.").waitFor()
            yield* Effect.promise(async () => {
              // one that is not there never follows another: what is waited for is then of the page before
              await page.goto(`${meadow.path}/animals/${wolfram!.entityId}/why`)
              await gone()
              await see("why")
              await look("/animals", () => page.getByRole("link", { name: "Alma" }).waitFor())
              await look(`/events/${hidden.event_id}`, gone)
              await look("/alerts", () => page.getByRole("heading", { name: "Alma left Home" }).waitFor())
              await look(`/animals/${wolfram!.entityId}`, gone)
              await page.keyboard.press("Control+k")
              await page.getByRole("combobox", { name: "Find" }).fill("wolf")
              await page.getByText("Nothing found for “wolf”.").waitFor()
              await page.keyboard.press("Escape")
              await look(`/live?sel=${wolfram!.entityId}`, async () => {
                await page.locator("[data-ready]").waitFor()
                await isLive(page)
                await page.getByText("1 of 1 reporting").waitFor()
              })
            })
            yield* meadow.leave("Wolfram")
            yield* meadow.alerted(3)
            yield* meadow.leave("Alma")
            yield* Effect.promise(async () => {
              await page.locator("[data-toast]", { hasText: "Alma left Home" }).waitFor()
              shown.push(await page.locator("body").innerText())
            })

            assert.deepStrictEqual(
              shown.filter((text) => /wolfram/i.test(text)),
              []
            )
            const marks = ["Wolfram", wolfram!.entityId, wolfram!.deviceId, hidden.id, hidden.event_id]
            // her fixes come a moment after the alert they made
            const said = yield* until("Alma's fixes in the stream", Effect.promise(heard), (texts) =>
              texts.some((text) => text.startsWith("position.batch") && text.includes(alma!.entityId))
            )
            assert.isNotEmpty(said.filter((text) => text.startsWith("alert.created")))
            // a refusal says which path was asked for
            const told = said
              .map((text) => text.slice(text.indexOf(" ")))
              .filter((text) => !text.includes('"status":404'))
            assert.deepStrictEqual(
              told.filter((text) => marks.some((mark) => text.includes(mark))),
              []
            )
            assert.deepStrictEqual(complaints, [])
          })
        )
    )

    it.effect("on every page a viewer and a member with a scope read which permissions they lack", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { browser, origin } = house
          const { meadow, sights } = yield* makeSights(house)
          const { Alma: alma } = meadow.animals
          const walk = (role: string, scoped: boolean, held: ReadonlySet<Permission>) =>
            Effect.gen(function* () {
              const scope = { groups: [], entities: [alma!.entityId], devices: [] }
              const all = stops(sights, !scoped)
              const { cookie } = yield* makeMember(house, meadow, { role, scope: scoped ? scope : null })
              const { complaints, page } = yield* visit(browser, {
                session: { origin, cookie },
                height: 400 // half as much of a map to draw
              })
              yield* Effect.promise(async () => {
                await page.goto("/account")
                await page.getByRole("heading", { name: "Your account" }).waitFor()
                for (const stop of all) {
                  await arrive(page, stop)
                  await lacks(page, stop, held)
                  if (scoped) assert.notInclude(await page.locator("body").innerText(), "Wolfram")
                }
                await arrive(
                  page,
                  all.find(({ path }) => path.endsWith("/rules"))!
                )
                await page.keyboard.press("n")
                await page.getByText("A new rule needs the permission rules:write.").waitFor()
              })
              assert.deepStrictEqual(complaints, [], "nothing was asked for that is refused")
            })
          yield* walk("viewer", false, new Set(addedPermissions.viewer))
          yield* walk("operator", true, new Set([...addedPermissions.viewer, "events:write"]))
        })
      )
    )
  }
)
