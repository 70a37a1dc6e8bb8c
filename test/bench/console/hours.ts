// Hours of the live stream in a few minutes: what the page keeps of them.
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { channelOf } from "../../../src/console/data/stream.ts"
import type { Line } from "../report.ts"
import type { Server } from "../Server.ts"
import { ConsolePage } from "./page.ts"
import { signedIn } from "./run.ts"
import { type Herd, INTERVAL_MS, run, step } from "./world.ts"

/** Fixes of everybody in an hour. */
const ROUNDS = 3_600_000 / INTERVAL_MS
/** Each so many rounds somebody runs, which is an alert and an event. */
const ALERT_EVERY = 12
/** Alerts that are open before, so that lists are as long as they get. */
const ALERTS = 240

/** What the stream would say of the fixes: told to the page by another tab, as tabs tell each other. */
const tell = (tab: Page, channel: string, herd: Herd, at: number) => {
  const entry = {
    type: "fixes",
    data: step(herd, 0, herd.entities.length, at).map(({ heading_deg, lat, lon, speed_mps }, i) => ({
      entity_id: herd.entities[i]!,
      device_id: herd.entities[i]!,
      time: new Date(at).toISOString(),
      lon,
      lat,
      heading_deg,
      speed_mps,
      record_type: "gnss"
    }))
  }
  return tab.evaluate(
    ([name, told]) => {
      const tabs = new BroadcastChannel(name)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
      tabs.postMessage(told)
      tabs.close()
    },
    [channel, { entry, last: "" }] as const
  )
}

export interface Kept {
  readonly count: number
  /** bytes on the heap of the page: before, after an hour, after three */
  readonly before: number
  readonly hour: number
  readonly hours: number
}

/**
 * Three hours on the live page of a herd. The page's clock goes half a minute on with every round, so that
 * what is read again by the clock is read as often as in those hours; alerts come through the real ingest.
 */
export const runHours = (browser: Browser, server: Server, herd: Herd): Effect.Effect<Kept> =>
  Effect.gen(function* () {
    const many = Math.min(ALERTS, herd.entities.length)
    yield* run(server, herd, 0, many, Date.now())
    const context = yield* signedIn(browser, server)
    const origin = `http://127.0.0.1:${server.port}`
    const page = yield* Effect.promise(async () => {
      const opened = await ConsolePage.open(browser, context)
      await opened.page.clock.install()
      await opened.page.clock.resume()
      return opened
    })
    yield* Effect.promise(() => page.goTo(`${origin}/p/${herd.slug}/live`))
    const tab = yield* Effect.promise(async () => {
      const other = await context.newPage()
      await other.goto(`${origin}/api/v1/openapi.json`)
      return other
    })
    const me = yield* Effect.promise(async () => {
      const session: { readonly id: string } = await (
        await context.request.get(`${origin}/api/v1/auth/session`)
      ).json()
      return session.id
    })
    const channel = channelOf(me, herd.project)
    let at = Date.now(),
      runner = many
    const hour = Effect.gen(function* () {
      for (let round = 0; round < ROUNDS; round++) {
        at += INTERVAL_MS
        const time = at
        yield* Effect.promise(() => tell(tab, channel, herd, time))
        if (round % ALERT_EVERY === 0) {
          const one = runner++ % herd.entities.length
          yield* run(server, herd, one, one + 1, Date.now())
        }
        yield* Effect.promise(() => page.page.clock.fastForward(INTERVAL_MS))
      }
      yield* Effect.sleep("5 seconds")
      return yield* Effect.promise(() => page.heap())
    })
    const before = yield* Effect.promise(() => page.heap())
    const one = yield* hour
    yield* hour
    return { count: herd.entities.length, before, hour: one, hours: yield* hour }
  }).pipe(Effect.scoped)

/** A run as lines. */
export const hoursLines = ({ before, count, hour, hours }: Kept): ReadonlyArray<Line> => {
  const megabytes = { unit: "MB", digits: 1 }
  return [
    {
      key: "console_heap_before",
      label: `console, ${count.toLocaleString("en-US")} entities: heap of the page when opened`,
      value: before / 1e6,
      ...megabytes
    },
    {
      key: "console_heap_hour",
      label: "  after an hour of stream, and of the clock",
      value: hour / 1e6,
      ...megabytes
    },
    { key: "console_heap_hours", label: "  after three", value: hours / 1e6, ...megabytes },
    {
      key: "console_heap_ratio",
      label: "  three against one",
      value: hours / hour,
      unit: "times",
      digits: 2,
      target: { below: 1.1 }
    }
  ]
}
