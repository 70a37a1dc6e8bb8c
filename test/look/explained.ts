// An alert nobody understands, explained as somebody new to the product would: with the mouse, by what the pages say,
// from the map to the payload that decided. How often they press and how long the pages take is told; reading is not
// in it.
import type { Page } from "playwright-core"
import type { Walk } from "./walks.ts"

/** What somebody new may need, with their reading. */
const TWO_MINUTES_MS = 120_000
/** What of it the pages may take: the rest is for reading. */
const PAGES_MS = 60_000

const at = (n: number, name: string) => `.scratch/journeys/explained-${n}-${name}.png`

interface Step {
  readonly name: string
  readonly press: (page: Page) => Promise<unknown>
  /** what answers the question that they came with */
  readonly see: (page: Page) => Promise<unknown>
}

const steps: ReadonlyArray<Step> = [
  {
    name: "why",
    press: (page) => page.getByRole("link", { name: "Open page" }).first().click(),
    see: async (page) => {
      await page.getByRole("heading", { name: "Why this fired" }).waitFor()
      await page.getByRole("heading", { name: "From payload to alert" }).waitFor()
      await page.locator("figure svg").first().waitFor()
    }
  },
  {
    name: "again",
    press: (page) => page.getByRole("button", { name: "Verify" }).click(),
    see: (page) => page.locator("[data-result]").waitFor()
  },
  {
    name: "payload",
    press: (page) => page.getByRole("link", { name: /^record \d+$/ }).click(),
    see: (page) => page.getByRole("complementary", { name: "The chosen item" }).waitFor()
  },
  {
    name: "back",
    press: (page) => page.goBack(),
    see: (page) => page.locator("[data-result], figure svg").first().waitFor()
  },
  {
    name: "trace",
    press: (page) => page.getByRole("link", { name: "Open trace" }).click(),
    see: async (page) => {
      await page.waitForURL("**/traces/*")
      await page.getByRole("link", { name: "Open the device" }).waitFor()
    }
  },
  {
    name: "device",
    press: (page) => page.getByRole("link", { name: "Open the device" }).click(),
    see: async (page) => {
      await page.getByRole("heading", { name: "Who wore it, when" }).waitFor()
      await page.getByRole("heading", { name: "Traffic" }).waitFor()
    }
  }
]

export const explained: Walk = {
  name: "an alert nobody understands, explained",
  path: "/p/demo/live",
  go: async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator("[data-ready]").first().waitFor()
    await page.locator("[data-alert]").first().waitFor()
    await page.screenshot({ path: at(0, "live") })
    let all = 0
    const told: Array<string> = []
    for (const [i, { name, press, see }] of steps.entries()) {
      const began = performance.now()
      await press(page)
      await see(page)
      const took = performance.now() - began
      all += took
      told.push(`${name} ${(took / 1000).toFixed(1)} s`)
      await page.screenshot({ path: at(i + 1, name) })
    }
    const left = Math.round((TWO_MINUTES_MS - all) / 1000)
    process.stdout.write(
      `explained in ${steps.length} clicks: ${told.join(", ")}; ${left} s of two minutes are left to read\n`
    )
    if (all > PAGES_MS) throw new Error(`the pages took ${Math.round(all / 1000)} s`)
  }
}
