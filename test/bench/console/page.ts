// A page of the console in Chromium, and what it costs. Processor time, so that a busy machine matters little.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core"
import { threadSeconds } from "./machine.ts"

/** Longer than anything takes on a busy machine, ms. */
const PATIENCE_MS = 240_000

export const LOGIN = { email: "admin@localhost", password: "a meadow in the morning" }

/** What the page's own script notes, from before the first of it runs. */
interface Notes {
  /** frames that somebody asked for and got */
  frames: number
  last: number
  /** ms by the clock on the wall of tasks that were longer than 50 ms */
  long: Array<number>
  /** ms since navigation */
  alerts: number
  map: number
}

/** Runs in the page: counts frames and long tasks, and when alerts and map are there. */
const takeNotes = () => {
  const notes: Notes = { frames: 0, last: 0, long: [], alerts: 0, map: 0 }
  Object.assign(globalThis, { notes })
  const ask = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (then) =>
    ask((at) => {
      if (at !== notes.last) notes.frames++
      notes.last = at
      then(at)
    })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.long.push(duration)
  }).observe({ type: "longtask", buffered: true })
  const look = () => {
    if (notes.alerts === 0 && document.querySelector('[aria-label="Alerts"] [role="tabpanel"] li') !== null)
      ask(() => setTimeout(() => (notes.alerts = performance.now())))
    if (notes.map === 0 && document.querySelector("[data-ready]") !== null) notes.map = performance.now()
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}

export interface Cost {
  /** seconds of processor: of the main thread in all, of that in script, of workers */
  readonly main: number
  readonly script: number
  readonly worker: number
  readonly frames: number
  readonly long: ReadonlyArray<number>
  /** seconds by the clock on the wall */
  readonly wall: number
}

export class ConsolePage {
  readonly page: Page
  private readonly cdp: CDPSession
  private readonly browser: Browser

  private constructor(page: Page, cdp: CDPSession, browser: Browser) {
    this.page = page
    this.cdp = cdp
    this.browser = browser
  }

  /** A page that has nothing in its cache, of somebody who is signed in. */
  static async open(browser: Browser, context: BrowserContext): Promise<ConsolePage> {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(takeNotes)
    const cdp = await context.newCDPSession(page)
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" })
    await cdp.send("HeapProfiler.enable")
    return new ConsolePage(page, cdp, browser)
  }

  /** Seconds that workers of pages have had a processor. */
  private async workerSeconds(): Promise<number> {
    const all = await this.browser.newBrowserCDPSession()
    const { processInfo } = await all.send("SystemInfo.getProcessInfo")
    await all.detach()
    const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id)
    return threadSeconds(renderers, "DedicatedWorker")
  }

  private async metrics(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.cdp.send("Performance.getMetrics")
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }

  notes(): Promise<Notes> {
    return this.page.evaluate(() => (globalThis as unknown as { readonly notes: Notes }).notes)
  }

  /** What the page costs while something is done. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.metrics(),
      noted = await this.notes(),
      worker = await this.workerSeconds(),
      began = performance.now()
    await work()
    const after = await this.metrics(),
      now = await this.notes()
    const spent = (name: string) => after.get(name)! - before.get(name)!
    return {
      main: spent("TaskDuration"),
      script: spent("ScriptDuration"),
      worker: (await this.workerSeconds()) - worker,
      frames: now.frames - noted.frames,
      long: now.long.slice(noted.long.length),
      wall: (performance.now() - began) / 1000
    }
  }

  /** Seconds of the main thread since the page began. */
  async mainSeconds(): Promise<number> {
    return (await this.metrics()).get("TaskDuration")!
  }

  /** Bytes in use on the heap of the page, once everything that nobody holds has been collected. */
  async heap(): Promise<number> {
    for (let round = 0; round < 3; round++) await this.cdp.send("HeapProfiler.collectGarbage")
    return (await this.cdp.send("Runtime.getHeapUsage")).usedSize
  }

  /** Goes to an address, until the map and the alerts are painted. */
  async goTo(address: string): Promise<Notes> {
    await this.page.goto(address)
    await this.page.locator("[data-ready]").waitFor()
    await this.page.waitForFunction(
      () => (globalThis as unknown as { readonly notes: Notes }).notes.alerts > 0
    )
    return this.notes()
  }

  close(): Promise<void> {
    return this.page.close()
  }
}
