// Tests all templates on the last days of a project, as the caller sees it, in one pass over the past;
// results are cached.
import { Cache, Clock, Duration, Effect, Exit } from "effect"
import type { Ports } from "../../backtest/ports.ts"
import { tryTogether } from "../../backtest/tryTogether.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { gallery } from "../../domain/rule/gallery.ts"
import { formatInstant } from "../../domain/time.ts"
import { visibleSubjects } from "./ruleCoverage.ts"
import type { BacktestQueue } from "./BacktestQueue.ts"

const TESTED_DAYS = 7
const DAY_MS = 86_400_000
/** How long results are cached, and how many. */
const CACHE_DURATION = Duration.minutes(10)
const MAX_CACHED_RESULTS = 200

interface CacheKey {
  readonly projectId: string
  readonly visibility: Visibility
}

/** `TemplateResult` is what a template would have made. */
interface TemplateResult {
  readonly events: number
  readonly alerts: number
  readonly truncated: boolean
  readonly at: string
}

const candidates = gallery.map(({ document, key, name }) => ({ id: key, name, version: 1, document }))

/**
 * Makes the function that returns the results by template key. Callers with the same visibility share a
 * result.
 */
export const makeTryTemplates = Effect.fnUntraced(function* (
  past: Ports,
  runQueued: BacktestQueue["Service"]
) {
  const testAll = Effect.fnUntraced(function* ({ projectId, visibility }: CacheKey) {
    const now = yield* Clock.currentTimeMillis
    const [first, ...others] = candidates
    const { counts, isCut } = yield* tryTogether(
      past.history,
      {
        projectId,
        from: now - TESTED_DAYS * DAY_MS,
        to: now,
        now,
        devices: yield* past.subjects.devices(projectId),
        ...(yield* past.rules.features(projectId))
      },
      [first!, ...others],
      yield* visibleSubjects(past.subjects, projectId, visibility)
    )
    const at = formatInstant(now)
    return new Map(
      [...counts].map(([key, { alerts, fired, reminders }]): readonly [string, TemplateResult] => [
        key,
        { events: fired + reminders, alerts, truncated: isCut, at }
      ])
    )
  })
  const cache = yield* Cache.makeWith(
    // the key is written below
    (key: string) => runQueued(testAll(JSON.parse(key) as CacheKey)),
    {
      capacity: MAX_CACHED_RESULTS,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? CACHE_DURATION : Duration.zero)
    }
  )
  return (projectId: string, visibility: Visibility) =>
    Cache.get(cache, JSON.stringify({ projectId, visibility } satisfies CacheKey))
})
