// Keeps the demo moving: everybody's report, tick by tick, as long as the server runs.
import { Clock, Effect } from "effect"
import { sendReports } from "../client/sendReports.ts"
import { cast } from "./cast.ts"
import { TICK_MS } from "./Farmlife.ts"
import type { Demo } from "./seed.ts"

/** MAX_CAUGHT_UP_TICKS bounds the ticks made up for after a pause of the machine or the server: ten minutes. */
const MAX_CAUGHT_UP_TICKS = 600_000 / TICK_MS

/** Sends the ticks after `done` whose time has come by `now` (epoch ms), and gives the last of them. */
export const catchUp = Effect.fnUntraced(function* ({ life, live }: Demo, done: number, now: number) {
  const tick = life.tickAt(now)
  const items: Array<string> = []
  for (let t = Math.max(done, tick - MAX_CAUGHT_UP_TICKS) + 1; t <= tick; t++)
    for (const member of cast) items.push(JSON.stringify(life.report(member, t)))
  if (items.length > 0) yield* sendReports(live, `[${items.join(",")}]`)
  return Math.max(tick, done)
})

/** Sends each tick when its time has come; where one was missed, the next brings it along. */
export const move = Effect.fnUntraced(function* (demo: Demo) {
  let done = demo.told - 1
  for (;;) {
    done = yield* catchUp(demo, done, yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Math.max(demo.life.timeOf(done + 1) - (yield* Clock.currentTimeMillis), 0))
  }
})
