// The usual interval between reports of many subjects. It changes slowly and costs a dozen fixes a subject, so
// reliable values are cached for some minutes.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { medianInterval, USUAL_DAYS, USUAL_FIXES } from "../../../domain/tracking/reporting.ts"
import { uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { latestFixes, type FixSubject } from "../positions/newestFixes.ts"

const DAY_MS = 86_400_000
const CACHE_TTL_MS = 10 * 60_000
/** MAX_CACHED_SUBJECTS bounds the cache; at that size it is emptied. */
const MAX_CACHED_SUBJECTS = 100_000

/** AskedIntervals names the subjects: their project and ids, as of `at` (epoch ms; null: now). */
export interface AskedIntervals {
  readonly projectId: string
  readonly whose: FixSubject
  readonly at: number | null
  /** how many days before that moment the last fixes of all of them are in */
  readonly days: number
}

/**
 * Makes the reader: returns the usual intervals in ms, by id; a subject without one is left out. Values of
 * the past are not cached.
 */
export const makeUsualIntervals = (pg: PgClient.PgClient) => {
  /** by kind of subject, then by id */
  const cache = new Map<string, Map<string, { readonly interval: number; readonly at: number }>>()
  let many = 0

  return Effect.fnUntraced(function* (asked: AskedIntervals, ids: ReadonlyArray<string>) {
    const { at, days, projectId, whose } = asked
    const now = yield* Clock.currentTimeMillis
    if (many > MAX_CACHED_SUBJECTS) {
      cache.clear()
      many = 0
    }
    const group = `${projectId} ${whose.key} ${whose.condition}`
    const cachedGroup =
      cache.get(group) ?? new Map<string, { readonly interval: number; readonly at: number }>()
    cache.set(group, cachedGroup)
    const intervals = new Map<string, number>()
    const unknown: Array<string> = []
    for (const id of ids) {
      const cachedInterval = at === null ? cachedGroup.get(id) : undefined
      if (cachedInterval !== undefined && now - cachedInterval.at < CACHE_TTL_MS)
        intervals.set(id, cachedInterval.interval)
      else unknown.push(id)
    }
    if (unknown.length === 0) return intervals
    const fixes = latestFixes(pg, projectId, at, whose, days + USUAL_DAYS, pg.literal("p.id"))
    const rows = yield* pg<{ readonly id: string; readonly seconds: Uint8Array | null }>`
      select s.id, f.seconds
      from unnest(${uuids(unknown)}) as s (id)
        cross join lateral (
          select string_agg(float8send(date_part('epoch', f.at)), ''::bytea) as seconds
          from (${fixes} limit ${USUAL_FIXES}) f
        ) f`
    for (const { id, seconds } of rows) {
      const times = doubles(seconds).map((s) => Math.round(s * 1000))
      const first = times.findLastIndex((time) => time >= times[0]! - USUAL_DAYS * DAY_MS)
      const interval = medianInterval(times.subarray(0, first + 1))
      if (interval === null) continue
      intervals.set(id, interval)
      // with few fixes the next one changes the value
      if (at !== null || times.length < USUAL_FIXES) continue
      if (!cachedGroup.has(id)) many++
      cachedGroup.set(id, { interval, at: now })
    }
    return intervals
  })
}
