// The live page while a herd stands, moves, is panned and chosen from.
import { Effect, Fiber } from "effect"
import type { Scope } from "effect/Scope"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { quantile } from "../measures.ts"
import type { Line } from "../report.ts"
import type { Server } from "../Server.ts"
import { type Cost, ConsolePage, LOGIN } from "./page.ts"
import { type Herd, INTERVAL_MS, keepMoving } from "./world.ts"

const SETTLE_MS = 8000
const STILL_MS = 15_000
/** A drag across the map: so many moves of the mouse. */
const DRAG_STEPS = 60

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Somebody who is signed in, with a browser of their own that has nothing in its cache. */
export const signedIn = (browser: Browser, { port }: Server): Effect.Effect<BrowserContext, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const origin = `http://127.0.0.1:${port}`
      const ask = () =>
        context.request.post(`${origin}/api/v1/auth/login`, { data: LOGIN, headers: { origin } })
      let answer = await ask()
      // a server that is busy says so
      for (let time = 0; time < 20 && answer.status() === 503; time++) {
        await sleep(2000)
        answer = await ask()
      }
      if (!answer.ok()) throw new Error(`login answered ${answer.status()}`)
      return context
    }),
    (context) => Effect.promise(() => context.close())
  )

const middleOf = async (page: Page) => {
  const box = (await page.locator("[data-ready]").boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const drag = async (page: Page) => {
  const { x, y } = await middleOf(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const sign of [1, -1])
    for (let step = 1; step <= DRAG_STEPS; step++) {
      const part = sign > 0 ? step : DRAG_STEPS - step
      await page.mouse.move(x + part * 4, y + part * 2)
    }
  await page.mouse.up()
}

/** Tries of a place where somebody stands and nothing else does: an event's mark lies on top of them. */
const PLACES = 12
const PLACE_APART = 23
const CHOSEN_MS = 20_000

/** What it costs to choose somebody on the map, until their card is there. */
const choose = async (page: ConsolePage): Promise<Cost> => {
  const { page: tab } = page
  const card = tab.locator('section.card[aria-label^="Cow"]')
  for (let place = 0; place < PLACES; place++) {
    const { x, y } = await middleOf(tab)
    let shown = false
    const cost = await page.cost(async () => {
      await tab.mouse.click(x + place * PLACE_APART, y)
      const timeout = { timeout: CHOSEN_MS }
      shown = await Promise.race([
        card.waitFor(timeout).then(
          () => true,
          () => false
        ),
        tab.waitForURL("**/events/*", timeout).then(
          () => false,
          () => false
        )
      ])
    })
    if (shown) return cost
    if (tab.url().includes("/events/")) await tab.goBack()
    await tab.locator("[data-ready]").first().waitFor()
  }
  throw new Error(`nobody was chosen by a click at ${PLACES} places`)
}

export interface Ran {
  readonly count: number
  /** ms from navigation to alerts and map, and of the main thread until then */
  readonly alerts: number
  readonly map: number
  readonly opening: number
  readonly still: Cost
  readonly moving: Cost
  readonly pan: Cost
  readonly choose: Cost
}

/** Opens the live page of a herd and measures it. */
export const runLive = (browser: Browser, server: Server, herd: Herd): Effect.Effect<Ran> =>
  Effect.gen(function* () {
    const context = yield* signedIn(browser, server)
    const page = yield* Effect.promise(() => ConsolePage.open(browser, context))
    const opened = yield* Effect.promise(() =>
      page.goTo(`http://127.0.0.1:${server.port}/p/${herd.slug}/live`)
    )
    const opening = (yield* Effect.promise(() => page.mainSeconds())) * 1000
    yield* Effect.sleep(SETTLE_MS)
    const still = yield* Effect.promise(() => page.cost(() => sleep(STILL_MS)))
    const mover = yield* Effect.forkScoped(keepMoving(server, herd))
    yield* Effect.sleep(SETTLE_MS)
    const moving = yield* Effect.promise(() => page.cost(() => sleep(INTERVAL_MS)))
    const pan = yield* Effect.promise(() => page.cost(() => drag(page.page)))
    const chosen = yield* Effect.promise(() => choose(page))
    yield* Fiber.interrupt(mover)
    return {
      count: herd.entities.length,
      alerts: opened.alerts,
      map: opened.map,
      opening,
      still,
      moving,
      pan,
      choose: chosen
    }
  }).pipe(Effect.scoped)

const perFrame = ({ frames, main }: Cost) => (main / Math.max(1, frames)) * 1000
const perSecond = ({ main, wall }: Cost) => (main / wall) * 1000
/** How many times more of the processor the larger herd costs, than it is larger. */
export const growthLines = (runs: ReadonlyArray<Ran>): ReadonlyArray<Line> => {
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const larger = last.count / first.count
  const line = (key: string, label: string, of: (ran: Ran) => number): Line => ({
    key: `console_growth_${key}`,
    label,
    value: of(last) / of(first),
    unit: "times",
    digits: 2,
    target: { below: larger }
  })
  return [
    line("moving", `console, ${larger} times as many: main thread while they move`, (r) =>
      perSecond(r.moving)
    ),
    line("pan", "  a frame of a drag", (r) => perFrame(r.pan)),
    line("opening", "  navigation until the map is whole", (r) => r.opening)
  ]
}

const longest = ({ long }: Cost) => Math.max(0, ...long)

/** A run as lines. */
export const runLines = ({
  alerts,
  choose,
  count,
  map,
  moving,
  opening,
  pan,
  still
}: Ran): ReadonlyArray<Line> => {
  const key = (name: string) => `console_${count}_${name}`
  const ms = { unit: "ms" }
  return [
    {
      key: key("moving"),
      label: `console, ${count.toLocaleString("en-US")} entities, a fix each in 30 s: main thread`,
      value: perSecond(moving),
      unit: "ms a second",
      digits: 1,
      target: { below: 250 }
    },
    {
      key: key("script"),
      label: "  of it in script",
      value: (moving.script / moving.wall) * 1000,
      unit: "ms a second",
      digits: 1
    },
    {
      key: key("worker"),
      label: "  map's worker",
      value: (moving.worker / moving.wall) * 1000,
      unit: "ms a second",
      digits: 1
    },
    {
      key: key("still"),
      label: "  main thread while nobody moves",
      value: perSecond(still),
      unit: "ms a second",
      digits: 1
    },
    {
      key: key("frames"),
      label: "  frames",
      value: moving.frames / moving.wall,
      unit: "a second",
      digits: 1
    },
    {
      key: key("frame"),
      label: "    main thread of each, with all that was done between two",
      value: perFrame(moving),
      unit: "ms",
      digits: 1
    },
    {
      key: key("long"),
      label: "  tasks over 50 ms by the wall clock",
      value: moving.long.length / moving.wall,
      unit: "a second",
      digits: 2
    },
    { key: key("longest"), label: "    the longest", value: longest(moving), ...ms },
    {
      key: key("long_p50"),
      label: "    half are below",
      value: moving.long.length === 0 ? 0 : quantile(moving.long, 0.5),
      ...ms
    },
    {
      key: key("pan"),
      label: "  a frame of a drag while they move: main thread",
      value: perFrame(pan),
      unit: "ms a frame",
      digits: 1,
      target: { below: 16 }
    },
    {
      key: key("pan_frames"),
      label: "    frames (drawn without a graphics card)",
      value: pan.frames / pan.wall,
      unit: "a second",
      digits: 1
    },
    {
      key: key("choose"),
      label: "  click on one until the card is there: main thread",
      value: choose.main * 1000,
      ...ms
    },
    { key: key("opening"), label: "  navigation until the map is whole: main thread", value: opening, ...ms },
    { key: key("alerts"), label: "    alerts painted, by the wall clock", value: alerts, ...ms },
    { key: key("map"), label: "    first whole map, by the wall clock", value: map, ...ms }
  ]
}
