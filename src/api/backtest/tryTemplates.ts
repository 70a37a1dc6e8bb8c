// Templates tried on a project's own last days, as its reader sees them: all in one look at the past, which is kept
// for a while.
import { Cache, Clock, Duration, Effect, Exit } from "effect"
import type { Ports } from "../../backtest/ports.ts"
import { tryTogether } from "../../backtest/tryTogether.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { gallery } from "../../domain/rule/gallery.ts"
import { formatInstant } from "../../domain/time.ts"
import { everybodyNow } from "./covered.ts"
import type { Turns } from "./TestTurns.ts"

const DAYS = 7
const DAY_MS = 86_400_000
/** How long what was found is told again, and how many answers are kept. */
const KEPT = Duration.minutes(10)
const MOST_KEPT = 200

interface Asked {
  readonly projectId: string
  readonly visibility: Visibility
}

/** What a template would have made. */
export interface Tried {
  readonly events: number
  readonly alerts: number
  readonly truncated: boolean
  readonly at: string
}

const candidates = gallery.map(({ document, key, name }) => ({ id: key, name, version: 1, document }))

/** Gives what finds it, by the keys of the templates; everybody who sees the same is told the same. */
export const makeTryTemplates = Effect.fnUntraced(function* (past: Ports, inTurn: Turns["Service"]) {
  const look = Effect.fnUntraced(function* ({ projectId, visibility }: Asked) {
    const now = yield* Clock.currentTimeMillis
    const [first, ...others] = candidates
    const { counts, isCut } = yield* tryTogether(
      past.history,
      {
        projectId,
        from: now - DAYS * DAY_MS,
        to: now,
        now,
        devices: yield* past.subjects.devices(projectId),
        ...(yield* past.rules.features(projectId))
      },
      [first!, ...others],
      yield* everybodyNow(past.subjects, projectId, visibility)
    )
    const at = formatInstant(now)
    return new Map(
      [...counts].map(([key, { alerts, fired, reminders }]): readonly [string, Tried] => [
        key,
        { events: fired + reminders, alerts, truncated: isCut, at }
      ])
    )
  })
  const kept = yield* Cache.makeWith(
    // our own writing
    (key: string) => inTurn(look(JSON.parse(key) as Asked)),
    { capacity: MOST_KEPT, timeToLive: (exit) => (Exit.isSuccess(exit) ? KEPT : Duration.zero) }
  )
  return (projectId: string, visibility: Visibility) =>
    Cache.get(kept, JSON.stringify({ projectId, visibility } satisfies Asked))
})
