// What people do from the login on, nearly all of it by the keyboard alone: a walk that does not come to its end is
// wrong.
import type { Browser, Page } from "playwright-core"
import { explained } from "./explained.ts"
import { EMAIL, type Farm, PASSWORD } from "./farm.ts"
import { fieldWalks } from "./fieldWalks.ts"
import type { Seen, Storage } from "./see.ts"

const PATIENCE_MS = 60_000

/** Goes on with Tab until the focus is on what `selector` names. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not come to ${selector}`)
}

const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const ready = (page: Page) => page.locator("[data-ready]").first().waitFor()

export interface Walk {
  readonly name: string
  readonly stranger?: boolean
  readonly path: string
  readonly go: (page: Page, farm: Farm) => Promise<unknown>
}

export const walks: ReadonlyArray<Walk> = [
  {
    name: "sign in",
    stranger: true,
    path: "/p/demo/live",
    go: async (page) => {
      await page.getByLabel("E-mail").waitFor()
      await tabTo(page, "[name=email]")
      await page.keyboard.type(EMAIL)
      await tabTo(page, "[name=password]")
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/p/demo/live")
    }
  },
  {
    name: "acknowledge, and take it back",
    path: "/p/demo/live",
    go: async (page) => {
      await ready(page)
      await press(page, "g", "a")
      await page.waitForURL("**/alerts*")
      await page.locator("[data-severity] button").first().waitFor()
      await press(page, "j", "k", "e")
      await page.getByText(/^Acknowledged: /).waitFor()
      await press(page, "z")
      await page.getByText(/^Taken back: /).waitFor()
    }
  },
  {
    name: "resolve, with a note",
    path: "/p/demo/alerts",
    go: async (page) => {
      await ready(page)
      await press(page, "r")
      await page.getByLabel("What was it?").waitFor()
      await page.keyboard.type("The gate was open.")
      await press(page, "Control+Enter")
      await page.getByText(/^Resolved: /).waitFor()
    }
  },
  {
    name: "analyses: a run from an animal's page, kept under a name",
    path: "/p/demo/animals",
    go: async (page) => {
      await page.locator("tbody tr").first().waitFor()
      await press(page, "j", "Enter")
      await page.waitForURL(/animals\/./)
      await page.getByRole("link", { name: "Analyse movement" }).press("Enter")
      await page.getByText("Within all limits").waitFor()
      await press(page, "Control+Enter")
      await page.waitForURL(/analyses\/[0-9a-f-]{36}/)
      await page.getByRole("button", { name: "Keep" }).waitFor()
      await press(page, "g", "s")
      await page.getByRole("table", { name: "Analyses" }).getByText("completed").first().waitFor()
      await press(page, "j", "p")
      await page.getByLabel("Name", { exact: true }).fill("The last month")
      await press(page, "Enter")
      await page.getByText("Kept: The last month").waitFor()
    }
  },
  {
    name: "from one alert to the next",
    path: "/p/demo/alerts",
    go: async (page) => {
      await ready(page)
      await press(page, "Enter")
      await page.waitForURL("**/events/*")
      const first = page.url()
      // one that comes meanwhile stands before it
      await page.getByText(/^\d+ of \d+ open$/).waitFor()
      await press(page, "j")
      await page.waitForURL((url) => url.href !== first)
      await press(page, "k")
      await page.waitForURL(first)
    }
  },
  {
    name: "find an animal",
    path: "/p/demo/alerts",
    go: async (page, { animal }) => {
      await ready(page)
      await press(page, "Control+k")
      await page.getByRole("combobox", { name: "Find" }).waitFor()
      await page.keyboard.type(animal.name)
      await page.getByRole("option", { name: animal.name }).first().waitFor()
      await press(page, "Enter")
      await page.waitForURL(`**/live?sel=${animal.id}*`)
      await page.getByRole("region", { name: animal.name }).waitFor()
    }
  },
  {
    name: "why no alert, an hour before",
    path: "/p/demo/live",
    go: async (page) => {
      await ready(page)
      await press(page, "g", "m")
      await page.locator("tbody tr").first().waitFor()
      await press(page, "j", "w")
      await page.getByRole("heading", { name: /Why (no|this|these) alerts?\?/ }).waitFor()
      await page.locator("details").first().waitFor()
      const answered = page.waitForResponse(/\/explain\?/)
      await press(page, "Shift+ArrowLeft")
      await page.waitForURL("**/why?t=*")
      await answered
      await page.locator("main[aria-busy=false]").waitFor()
      await press(page, "j")
      const chosen = page.locator("details[data-chosen=true]")
      const was = await chosen.getAttribute("open")
      await press(page, "Enter")
      await page.locator(`details[data-chosen=true]${was === null ? "[open]" : ":not([open])"}`).waitFor()
    }
  },
  {
    name: "the day before on the map",
    path: "/p/demo/live",
    go: async (page) => {
      await ready(page)
      await press(page, "ArrowLeft")
      await page.getByRole("group", { name: "Replay" }).waitFor()
      await press(page, "l")
      await page.getByRole("group", { name: "Replay" }).waitFor({ state: "detached" })
    }
  },
  explained,
  ...fieldWalks
]

export const walk = async (
  browser: Browser,
  farm: Farm,
  { go, name, path, stranger }: Walk,
  storageState: Storage
): Promise<Seen> => {
  const context = await browser.newContext(stranger === true ? {} : { storageState })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(farm.origin + path)
    await go(page, farm)
    return { view: name, look: "by keys", wrong: [] }
  } catch (error) {
    // what it waited for stands in the lines below
    const said = String(error)
      .split(/\s*\n\s*/)
      .slice(0, 3)
      .join(" ")
    return { view: name, look: "by keys", wrong: [said] }
  } finally {
    await context.close()
  }
}
