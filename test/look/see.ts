// One page in one look: opened, brought into its state, judged by axe, and its picture taken.
import axe from "axe-core"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { EMAIL, type Farm, PASSWORD } from "./farm.ts"
import type { Look } from "./looks.ts"
import type { View } from "./views.ts"

/** WCAG 2.2 AA, and all that it is built on. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** Longer than any page takes on a busy machine. */
const PATIENCE_MS = 60_000
/** A page is still after this: figures have come, the map has drawn. */
const SETTLE_MS = 1200

export type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>

/** Signs in as the login page does; who is told to come back later does. */
export const signIn = async (browser: Browser, origin: string): Promise<Storage> => {
  const context = await browser.newContext()
  try {
    for (;;) {
      const data = { email: EMAIL, password: PASSWORD }
      const answer = await context.request.post(`${origin}/api/v1/auth/login`, { data, headers: { origin } })
      if (answer.ok()) return await context.storageState()
      if (answer.status() !== 503) throw new Error(`login: ${answer.status()} ${await answer.text()}`)
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers()["retry-after"] ?? 2)))
    }
  } finally {
    await context.close()
  }
}

/** What axe has against the page. `evaluate` is not bound by the content policy; a script tag is. */
const judge = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (values) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: "tag", values }
      }),
    TAGS
  )
  return violations.map(
    ({ id, nodes }) =>
      `axe ${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary ?? ""}`.replaceAll(/\s+/g, " ")).join("; ")}`
  )
}

/** How much wider the page is than the window, pixels: nobody likes to scroll to the side. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export interface Seen {
  readonly view: string
  readonly look: string
  /** what is wrong with it; empty: nothing is */
  readonly wrong: ReadonlyArray<string>
}

export const see = async (
  browser: Browser,
  farm: Farm,
  view: View,
  look: Look,
  storageState: Storage,
  folder: string
): Promise<Seen> => {
  const context = await browser.newContext({
    ...look.options,
    ...(view.stranger === true ? {} : { storageState })
  })
  const wrong: Array<string> = []
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on("pageerror", ({ message }) => wrong.push(`error: ${message}`))
    page.on("console", (message) => {
      if (message.type() === "error" && view.expected?.test(message.text()) !== true)
        wrong.push(`console: ${message.text()}`)
    })
    await view.before?.(page)
    await page.goto(farm.origin + view.path(farm), { waitUntil: "load" })
    await page.locator(view.ready).first().waitFor({ state: "attached" })
    if (look.text !== undefined)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, look.text)
    await page.waitForTimeout(SETTLE_MS)
    await view.act?.(page, farm)
    await page.waitForTimeout(SETTLE_MS)
    await page.screenshot({ path: join(folder, `${view.name}.${look.name}.png`) })
    wrong.push(...(await judge(page)))
    await view.after?.(page)
    const wide = await tooWide(page)
    if (wide > 0) wrong.push(`wider than the window by ${wide} px`)
  } catch (error) {
    wrong.push(String(error).split("\n")[0]!)
  } finally {
    await context.close()
  }
  return { view: view.name, look: look.name, wrong }
}
