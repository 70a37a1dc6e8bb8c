// Keeps the demo moving: everybody's report, tick by tick, as long as the server runs.
import { Clock, Effect } from "effect"
import { sendReports } from "../client/sendReports.ts"
import { cast } from "./cast.ts"
import { type Farmlife, TICK_MS } from "./Farmlife.ts"
import type { Demo } from "./seed.ts"

/** Ticks that are caught up after a pause of the machine or the server: ten minutes. */
const CATCH_UP = 600_000 / TICK_MS

/** Everybody's reports of the ticks after `from` up to `to`, as a JSON array. */
const reportsOf = (life: Farmlife, from: number, to: number): string => {
  const items: Array<string> = []
  for (let tick = from + 1; tick <= to; tick++) for (const member of cast) items.push(JSON.stringify(life.report(member, tick)))
  return `[${items.join(",")}]`
}

/** Sends each tick when its time has come. A tick that could not be sent is sent with the next. */
export const move = Effect.fnUntraced(function*({ life, live, told }: Demo) {
  let done = told - 1
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const tick = life.tickAt(now)
    if (tick > done) {
      yield* sendReports(live, reportsOf(life, Math.max(done, tick - CATCH_UP), tick))
      done = tick
    }
    yield* Effect.sleep(Math.max(life.timeOf(done + 1) - (yield* Clock.currentTimeMillis), 0))
  }
})
