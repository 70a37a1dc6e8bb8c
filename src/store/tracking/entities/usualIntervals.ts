// How often each of many subjects usually reports. It changes slowly and costs a dozen fixes a subject, so
// what is known well is kept for some minutes.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { medianInterval, USUAL_DAYS, USUAL_FIXES } from "../../../domain/tracking/reporting.ts"
import { uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { latestFixes, type Whose } from "../positions/newestFixes.ts"

const DAY_MS = 86_400_000
const KEPT_MS = 10 * 60_000
/** Subjects that are remembered; then all of them are forgotten. */
const MANY = 100_000

/** Who is asked about: subjects of a project by their ids, as of `at` (epoch ms; null: now). */
export interface AskedIntervals {
  readonly projectId: string
  readonly whose: Whose
  readonly at: number | null
  /** the last fixes of all of them are of so many days before */
  readonly days: number
}

/** The usual intervals of subjects in ms, by id; who has none is left out. Of the past nothing is kept. */
export const makeUsualIntervals = (pg: PgClient.PgClient) => {
  /** by whose fixes count, then by id */
  const known = new Map<string, Map<string, { readonly interval: number; readonly at: number }>>()
  let many = 0

  return Effect.fnUntraced(function* (asked: AskedIntervals, ids: ReadonlyArray<string>) {
    const { at, days, projectId, whose } = asked
    const now = yield* Clock.currentTimeMillis
    if (many > MANY) {
      known.clear()
      many = 0
    }
    const group = `${projectId} ${whose.key} ${whose.besides}`
    const kept = known.get(group) ?? new Map<string, { readonly interval: number; readonly at: number }>()
    known.set(group, kept)
    const intervals = new Map<string, number>()
    const unknown: Array<string> = []
    for (const id of ids) {
      const found = at === null ? kept.get(id) : undefined
      if (found !== undefined && now - found.at < KEPT_MS) intervals.set(id, found.interval)
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
      // of few fixes the next one says something else
      if (at !== null || times.length < USUAL_FIXES) continue
      if (!kept.has(id)) many++
      kept.set(id, { interval, at: now })
    }
    return intervals
  })
}
