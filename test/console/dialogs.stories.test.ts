// Every form that lies over a page of animals, devices, metrics and sources: nothing of it is cut off on a wide
// screen or on a phone, it takes the focus and gives it back, and axe has nothing against it in light and in dark.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { goTo } from "../support/browser/everyPage.ts"
import { makeMeadow, type Meadow } from "../support/browser/meadow.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit, violations } from "../support/browser/visit.ts"

/** Where a form is, the buttons that lead to it, the last of which opens it, and what it is called. */
type Opened = readonly [path: string, buttons: ReadonlyArray<string>, dialog: string]

const formsOf = ({ animals, path }: Meadow, source: string): ReadonlyArray<Opened> => {
  const { deviceId, entityId } = animals["Alma"]!
  const animal = `${path}/animals/${entityId}`
  const device = `${path}/operate/devices/${deviceId}`
  const [alma, collar, herd] = ["More about Alma", "More about Collar of Alma", `Herd ${path.slice(3)}`]
  return [
    [`${path}/animals`, ["Add animal"], "Add an animal"],
    [`${path}/animals/groups`, ["Group"], "New group"],
    [`${path}/animals/groups`, ["More about Calves", "Rename"], "Rename Calves"],
    [`${path}/animals/groups`, ["More about Calves", "Move"], "Move Calves"],
    [`${path}/animals/groups`, ["More about Calves", "Remove"], "Remove the group Calves?"],
    [`${path}/animals/groups`, ["Type"], "New type"],
    [animal, ["Change"], "Change Alma"],
    [animal, [alma, "Put a tag on"], "Put a tag on Alma"],
    [animal, [alma, "Archive"], "Archive Alma?"],
    [animal, [`${collar} on Alma`, "Take it off"], "Take Collar of Alma off Alma"],
    [animal, [`${collar} on Alma`, "Correct the dates"], "Alma wore Collar of Alma"],
    [`${path}/operate/devices`, ["Add device"], "Add a device"],
    [device, ["Change"], "Change Collar of Alma"],
    [device, ["Number"], "What a source calls it"],
    [device, [collar, "Release"], "Release Collar of Alma?"],
    [device, [collar, "Remove"], "Remove Collar of Alma?"],
    [device, ["Move…"], "Move Collar of Alma to another project"],
    [device, [`${collar} in ${herd}`, "Correct the dates"], `Collar of Alma in ${herd}`],
    [`${path}/operate/metrics`, ["New metric"], "New metric for all projects"],
    [`${path}/operate/sources`, [`More about ${source}`, "Remove"], `Remove ${source}?`]
  ]
}

/** What is cut off at the right, inside the form or by the window. */
const cutOff = (page: Page, name: string) =>
  page.getByRole("dialog", { name, exact: true }).evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect()
    return [...dialog.querySelectorAll("h2, p, label, input, select, button")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > right + 1)
      .map((one) => one.textContent)
      .concat(left < 0 || right > innerWidth ? ["the form"] : [])
  })

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "a form over its page",
  (it) => {
    it.effect(
      "is whole, holds the focus and is without violations, wide and on a phone",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const house = yield* TheConsole
            const meadow = yield* makeMeadow(house.client, "forms", ["Alma"])
            const at = `/projects/${meadow.projectId}`
            yield* house.client.post(`${at}/groups`, { name: "Calves" })
            const forms = formsOf(meadow, `Collars of ${meadow.path.slice(3)}`)
            const found: Array<string> = []
            const complaints: Array<string> = []
            for (const [width, height] of [
              [1440, 900],
              [390, 844]
            ] as const) {
              const seen = yield* visit(house.browser, { session: house, width, height })
              const { page } = seen
              yield* Effect.promise(async () => {
                await page.goto(`${meadow.path}/operate`)
                for (const [path, buttons, name] of forms) {
                  if (new URL(page.url()).pathname !== path) await goTo(page, path)
                  for (const button of buttons)
                    await page.getByRole("button", { name: button, exact: true }).click()
                  const form = page.getByRole("dialog", { name, exact: true })
                  await form.waitFor()
                  const say = (what: string) => found.push(`${name}, ${width}: ${what}`)
                  for (const text of await cutOff(page, name)) say(`cut off: ${text}`)
                  const holds = await form.evaluate((one) => one.contains(document.activeElement))
                  if (!holds) say("the focus is elsewhere")
                  for (const one of await violations(page)) say(one)
                  await page.emulateMedia({ colorScheme: "dark" })
                  for (const one of await violations(page, "color-contrast")) say(`in the dark ${one}`)
                  await page.emulateMedia({ colorScheme: "light" })
                  await page.keyboard.press("Escape")
                  await form.waitFor({ state: "detached" })
                }
              })
              complaints.push(...seen.complaints)
            }
            assert.deepStrictEqual(found, [])
            assert.deepStrictEqual(complaints, [])
          })
        ),
      480_000
    )
  }
)
