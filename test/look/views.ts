// Every page of the console, and the states that a page can be in. A new page is a line here.
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { CLIENTS_OFF_REFUSAL } from "../../src/api/authorization/ProtectedResource.ts"
import { asksToComeIn } from "../support/browser/asksToComeIn.ts"
import { letIn } from "../support/browser/letIn.ts"
import { listens } from "../support/browser/listens.ts"
import type { Farm } from "./farm.ts"

export interface View {
  readonly name: string
  readonly path: (farm: Farm) => string
  /** what is there when the page shows what it is about */
  readonly ready: string
  /** nobody is signed in */
  readonly stranger?: boolean
  /** also with text of twice the size, and in forced colours */
  readonly main?: boolean
  /** before the page is opened */
  readonly before?: (page: Page) => Promise<unknown>
  /** what is done on it before it is looked at */
  readonly act?: (page: Page, farm: Farm) => Promise<unknown>
  /** once its picture was taken: what was done on it is taken back */
  readonly after?: (page: Page) => Promise<unknown>
  /** what the browser may complain about: refusals that the state is about */
  readonly expected?: RegExp
}

const MAP = "[data-ready]"
const row = "[data-alert]"
const in12Hours = () => new Date(Date.now() - 12 * 3_600_000).toISOString()

const at =
  (path: string) =>
  ({ animal, device, empty, event, fence, rule }: Farm) =>
    path
      .replace("$event", event)
      .replace("$animal", animal.id)
      .replace("$device", device)
      .replace("$empty", empty)
      .replace("$rule", rule)
      .replace("$fence", fence)

/**
 * Answers what the pages read as the server would if it refused: nothing of the service is changed for a
 * picture.
 */
const refuse = (status: number, problem: object) => (page: Page) =>
  page.route(/\/api\/.*\/alerts(\?|\/summary|$)/, (route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      body: JSON.stringify({ status, ...problem })
    })
  )

const open = (selector: string) => (page: Page) => page.locator(selector).first().click()
/** Takes the network away. A machine that has none has none to lose, and its browser would say nothing. */
const cutOff = async (page: Page) => {
  await page.context().setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await page.getByText("Not connected").waitFor()
}
const keys =
  (...each: ReadonlyArray<string>) =>
  async (page: Page) => {
    for (const key of each) await page.keyboard.press(key)
  }

export const views: ReadonlyArray<View> = [
  { name: "login", path: at("/login"), ready: "form", stranger: true },
  { name: "login-over", path: at("/login?over=true"), ready: "form", stranger: true },
  {
    name: "login-refused",
    path: at("/login"),
    ready: "form",
    stranger: true,
    expected: /401|503/,
    act: async (page) => {
      await page.getByLabel("E-mail").fill("ines@fulufjall.example")
      await page.getByLabel("Password").fill("not the password")
      await page.keyboard.press("Enter")
      await page.locator("[role=alert]:not(:empty)").waitFor()
    }
  },
  { name: "first-run", path: at("/p/$empty/live"), ready: "h2" },
  { name: "empty-alerts", path: at("/p/$empty/alerts"), ready: "h2" },
  { name: "empty-animals", path: at("/p/$empty/animals"), ready: "h2" },
  { name: "live", path: at("/p/demo/live"), ready: MAP, main: true },
  { name: "live-card", path: at("/p/demo/live?sel=$animal"), ready: "section.card dl" },
  { name: "live-projects", path: at("/p/demo/live"), ready: MAP, act: open("button[popovertarget] bdi") },
  { name: "replay", path: () => `/p/demo/live?t=${in12Hours()}`, ready: MAP },
  {
    name: "drawing",
    path: at("/p/demo/live"),
    ready: MAP,
    act: async (page) => {
      await page.getByRole("button", { name: "Draw" }).click()
      await page.getByText("Click the corners").waitFor()
      const { height, width } = page.viewportSize()!
      // in the upper part, which the panel of a phone leaves free
      for (const [x, y] of [
        [0.35, 0.2],
        [0.5, 0.18],
        [0.52, 0.36]
      ] as const)
        await page.mouse.click(x * width, y * height)
    }
  },
  { name: "areas", path: at("/p/demo/live?tool=areas"), ready: "[data-panel] li" },
  { name: "area", path: at("/p/demo/areas/$fence"), ready: MAP, main: true },
  { name: "area-panel", path: at("/p/demo/live?area=$fence"), ready: "[data-panel] dl" },
  { name: "import", path: at("/p/demo/live?tool=import"), ready: "[data-panel]" },
  { name: "report", path: at("/p/demo/live?tool=report"), ready: "[data-panel]" },
  { name: "rules", path: at("/p/demo/rules"), ready: "section[aria-label=Rules]", main: true },
  { name: "bench", path: at("/p/demo/rules/$rule"), ready: MAP, main: true },
  {
    // beside what is in force: hollow marks on lanes and map
    name: "bench-changed",
    path: at("/p/demo/rules/$rule"),
    ready: "[role=slider]",
    act: async (page) => {
      for (let i = 0; i < 3; i++) await page.locator("[role=slider]").press("PageDown")
      await page.locator("header[aria-busy=true]").waitFor()
      await page.locator("header[aria-busy=false] [data-count=server]").waitFor()
    }
  },
  { name: "bench-json", path: at("/p/demo/rules/$rule?as=json"), ready: ".cm-content" },
  { name: "bench-diff", path: at("/p/demo/rules/$rule?as=diff"), ready: "li[data-kind]" },
  { name: "bench-new", path: at("/p/demo/rules/new"), ready: "h1" },
  { name: "alerts", path: at("/p/demo/alerts"), ready: MAP, main: true },
  { name: "alerts-by-animal", path: at("/p/demo/alerts?by=animal"), ready: MAP },
  { name: "resolve", path: at("/p/demo/alerts"), ready: MAP, act: keys("r") },
  {
    name: "snooze",
    path: at("/p/demo/alerts"),
    ready: MAP,
    act: async (page) => {
      await page.getByRole("button", { name: "Snooze…" }).click()
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^For an hour/ })
        .waitFor()
    }
  },
  { name: "event", path: at("/p/demo/events/$event"), ready: MAP, main: true },
  {
    name: "event-verified",
    path: at("/p/demo/events/$event"),
    ready: MAP,
    act: async (page) => {
      await page.getByRole("button", { name: "Verify" }).click()
      await page.locator("[data-result]").waitFor()
      await page.locator("details > summary").last().click()
    }
  },
  {
    name: "analyses",
    path: at("/p/demo/analyses"),
    ready: "tbody tr",
    main: true,
    act: keys("j")
  },
  {
    name: "analyses-new",
    path: at("/p/demo/analyses/new?animals=$animal&days=7"),
    ready: MAP,
    main: true,
    act: async (page) => {
      await page.getByText("Within all limits").waitFor()
      await page.getByRole("slider", { name: "First day" }).waitFor()
    }
  },
  {
    // a site is no pasture: it is struck through, with the reason
    name: "analyses-new-grazing",
    path: at("/p/demo/analyses/new?module=grazing&animals=$animal&days=7"),
    ready: MAP,
    expected: /422/,
    act: async (page) => {
      await page.getByRole("button", { name: /^Add all/ }).click()
      await page
        .getByText(/Within all limits|hectares/)
        .first()
        .waitFor()
    }
  },
  { name: "analyses-none", path: at("/p/$empty/analyses"), ready: "h2" },
  { name: "animals", path: at("/p/demo/animals"), ready: "tbody tr", main: true },
  { name: "animals-chosen", path: at("/p/demo/animals"), ready: "tbody tr", act: keys("j", "j", "j") },
  { name: "animals-none", path: at("/p/demo/animals?q=zzz"), ready: "h2" },
  { name: "animal", path: at("/p/demo/animals/$animal"), ready: MAP, main: true },
  { name: "why-not", path: at("/p/demo/animals/$animal/why"), ready: MAP, main: true },
  {
    name: "palette",
    path: at("/p/demo/live"),
    ready: MAP,
    act: async (page, { animal }) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill(animal.name.slice(0, 3).toLowerCase())
      await page.getByRole("option", { name: animal.name }).first().waitFor()
    }
  },
  { name: "palette-pages", path: at("/p/demo/live"), ready: MAP, act: keys("Control+k") },
  { name: "attention", path: at("/p/demo/operate"), ready: "tbody tr", main: true },
  { name: "health", path: at("/p/demo/operate/health"), ready: "tbody tr", main: true },
  { name: "traffic", path: at("/p/demo/operate/traffic"), ready: "tbody tr" },
  { name: "traces", path: at("/p/demo/operate/traces"), ready: "tbody tr" },
  {
    name: "trace",
    path: at("/p/demo/operate/traces"),
    ready: "tbody tr",
    act: async (page) => {
      await page.keyboard.press("j")
      await page.keyboard.press("Enter")
      await page.waitForURL(/traces\/./)
    }
  },
  { name: "sources", path: at("/p/demo/operate/sources"), ready: "ul[aria-label='Data sources'] li" },
  {
    name: "source-new",
    path: at("/p/demo/operate/sources/new"),
    ready: "nav[aria-label='Sender'] li"
  },
  { name: "identities", path: at("/p/demo/operate/identities"), ready: "h2" },
  { name: "fixes", path: at("/p/demo/animals/$animal/fixes"), ready: MAP },
  { name: "attention-none", path: at("/p/$empty/operate"), ready: "h2" },
  { name: "devices", path: at("/p/demo/operate/devices"), ready: "tbody tr" },
  { name: "device", path: at("/p/demo/operate/devices/$device"), ready: MAP, main: true },
  { name: "metrics", path: at("/p/demo/operate/metrics?view=all"), ready: "li" },
  { name: "account", path: at("/account"), ready: "h1" },
  {
    name: "token-new",
    path: at("/account"),
    ready: "h1",
    act: (page) => page.getByRole("button", { name: "New token…" }).click()
  },
  {
    name: "consent",
    path: at("/account"),
    ready: "h1",
    act: async (page, { origin }) => {
      await page.goto(await asksToComeIn(origin))
      await page.getByText("It can never").waitFor()
    }
  },
  {
    name: "account-clients",
    path: at("/account"),
    ready: "h1",
    act: async (page, { origin }) => {
      const given = { projects: ["Demo farm"] }
      await Effect.runPromise(
        Effect.flatMap(listens, (callback) =>
          Effect.promise(async () => letIn(page, await asksToComeIn(origin, callback), given))
        ).pipe(Effect.scoped)
      )
      await page.goto(`${origin}/account`)
      await page.getByRole("heading", { name: "AI clients" }).scrollIntoViewIfNeeded()
      await page.getByRole("button", { name: "Disconnect Field Assistant" }).first().waitFor()
    }
  },
  {
    name: "health-clients-off",
    path: at("/p/demo/operate/health"),
    ready: "dl",
    before: (page) =>
      page.route("**/api/v1/auth/clients/address", (route) =>
        route.fulfill({ json: { address: null, off_because: CLIENTS_OFF_REFUSAL } })
      )
  },
  { name: "settings", path: at("/p/demo/project/settings"), ready: "h1" },
  { name: "people", path: at("/p/demo/project/people"), ready: "h1" },
  { name: "keys", path: at("/p/demo/alerts"), ready: MAP, act: keys("?") },
  { name: "account-menu", path: at("/p/demo/alerts"), ready: MAP, act: open("[aria-label^='Account of']") },
  {
    name: "notice",
    path: at("/p/demo/alerts"),
    ready: MAP,
    act: async (page) => {
      await page.keyboard.press("e")
      await page.getByText(/^Acknowledged: /).waitFor()
    },
    after: async (page) => {
      await page.keyboard.press("z")
      await page.getByText(/^Taken back: /).waitFor()
    }
  },
  {
    name: "offline",
    path: at("/p/demo/live"),
    ready: MAP,
    expected: /ERR_INTERNET_DISCONNECTED|Failed to load/,
    act: async (page) => {
      await page.locator(row).first().waitFor()
      await cutOff(page)
    }
  },
  {
    name: "offline-alerts",
    path: at("/p/demo/alerts"),
    ready: MAP,
    expected: /ERR_INTERNET_DISCONNECTED|Failed to load/,
    act: cutOff
  },
  {
    name: "denied",
    path: at("/p/demo/alerts"),
    ready: "h2",
    expected: /403/,
    before: refuse(403, {
      code: "FORBIDDEN",
      detail: "It needs a permission that you do not have.",
      permission: "project:read",
      granted_by: ["Ines Berg", "Erik Holm"]
    })
  },
  {
    name: "trouble",
    path: at("/p/demo/alerts"),
    ready: "h2:text('That could not be loaded.')",
    expected: /503/,
    before: refuse(503, {
      code: "UNAVAILABLE",
      detail: "The database did not answer in time. Nothing is lost.",
      request_id: "01a207d5-f160-700b-9968-9185f7867a35"
    })
  },
  {
    name: "event-missing",
    path: at("/p/demo/events/00000000-0000-7000-8000-000000000000"),
    ready: "h2",
    expected: /404/
  },
  {
    name: "rule-missing",
    path: at("/p/demo/rules/00000000-0000-7000-8000-000000000000"),
    ready: "a:has-text('To the archived rules')",
    expected: /404/
  },
  { name: "not-found", path: at("/p/demo/nothing"), ready: "h1" }
]
