// A page of the console as somebody has it open, with what every page must not do: complain in the browser's
// console, break its content policy, or violate WCAG.
import axe from "axe-core"
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import type { BrowserContext, Page } from "playwright-core"
import type { JoinedBrowser } from "./browser.ts"

/** Longer than any step takes on a busy machine: passwords are hashed when there is nothing else to do. */
const PATIENCE_MS = 90_000

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** what the browser complained about so far */
  readonly complaints: ReadonlyArray<string>
}

export interface VisitOptions {
  readonly width?: number
  readonly height?: number
  /** answers of the server that are expected, and that browsers complain about */
  readonly expected?: RegExp
  /** somebody who is signed in; absent: nobody is */
  readonly session?: Session
}

export interface Session {
  readonly origin: string
  /** `name=value` */
  readonly cookie: string
}

const cookieOf = ({ cookie, origin }: Session) => {
  const [name = "", value = ""] = cookie.split("=")
  return { name, value, url: origin }
}

/** A page in a session of its own; closed with the scope. */
export const visit = (
  browser: JoinedBrowser,
  { expected, height = 640, session, width = 1280 }: VisitOptions = {}
): Effect.Effect<Visit, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: "reduce", // maps are drawn by the processor: each frame of a flight costs what a page does
        ...(session === undefined ? {} : { baseURL: session.origin })
      })
      if (session !== undefined) await context.addCookies([cookieOf(session)])
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const complaints: Array<string> = []
      page.on("pageerror", ({ message }) => complaints.push(message))
      page.on("console", (message) => {
        if (message.type() === "error" && expected?.test(message.text()) !== true)
          complaints.push(`${message.text()} (${message.location().url})`)
      })
      return { page, context, complaints }
    }),
    ({ context }) => Effect.promise(() => context.close())
  )

/** Fills the form of the sign-in page that is open. */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
}

/** Waits until the live page says that it hears of what happens. */
export const isLive = (page: Page): Promise<void> =>
  page.getByRole("status").getByText("Live", { exact: true }).waitFor()

/** Another page of the same session, with the same patience. */
export const anotherTab = async ({ context }: Visit): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

/**
 * What axe has against the page as it is, by all its rules or by one. `evaluate` is not bound by the content
 * policy; a script tag is.
 */
export const violations = async (page: Page, rule?: string): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    (only) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ["violations"],
        ...(only === undefined ? {} : { runOnly: [only] })
      }),
    rule
  )
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * How many colours a part of the page has, the share of the commonest, and its red, green and blue (0 to
 * 255); the browser reads its own picture.
 */
export const coloursOf = async (page: Page, clip: Clip) => {
  const picture = (await page.screenshot({ clip })).toString("base64")
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!
    canvas.drawImage(bitmap, 0, 0)
    const pixels = new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)
    const counts = new Map<number, number>()
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    const [colour, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
    const first = [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]
    return { distinct: counts.size, commonest: count / pixels.length, first }
  }, picture)
}
