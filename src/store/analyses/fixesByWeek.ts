// Counts the fixes of subjects by the weeks of the project's calendar, as a run would read them. The work is
// bounded: so many fixes of a subject in a week, and no further subject once there are enough.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import {
  type FixesByWeek,
  MAX_WEEK_FIXES,
  MAX_COUNTED_FIXES,
  MAX_COUNTED_WEEKS
} from "../../domain/analysis/weeks.ts"
import { texts } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"
import { effectivelyBetween } from "./fixes.ts"

/** Counts the fixes of subjects in the weeks up to that of a moment (epoch ms). */
export const fixesByWeek = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  subjectIds: ReadonlyArray<string>,
  to: number
) {
  const edges = yield* pg<{ at: string }>`
    select ${pg.literal(wireTime("(monday + make_interval(weeks => n)) at time zone timezone"))} as at
    from (
      select timezone, date_trunc('week', ${new Date(to)}::timestamptz at time zone timezone) as monday
      from projects
      where id = ${projectId}::uuid
    ) p, generate_series(${1 - MAX_COUNTED_WEEKS}::int, 1) n
    order by n`
  const begins = edges.slice(0, -1).map(({ at }) => at),
    ends = edges.slice(1).map(({ at }) => at)
  const sums = begins.map(() => 0)
  let counted = 0,
    total = 0,
    isCut = false
  for (const id of subjectIds) {
    if (total >= MAX_COUNTED_FIXES) break
    const fixes = effectivelyBetween(
      pg,
      projectId,
      id,
      pg.literal("week.begin_at::timestamptz"),
      pg.literal("week.end_at::timestamptz")
    )
    const rows = yield* pg<{ n: number }>`
      select (select count(*)::int from (select from (${fixes}) found limit ${MAX_WEEK_FIXES + 1}) bounded) as n
      from unnest(${texts(begins)}, ${texts(ends)}) with ordinality week (begin_at, end_at, place)
      order by week.place`
    rows.forEach(({ n }, at) => {
      const weekFixes = Math.min(n, MAX_WEEK_FIXES)
      isCut ||= n > weekFixes
      sums[at] = sums[at]! + weekFixes
      total += weekFixes
    })
    counted++
  }
  return {
    weeks: begins.map((from, at) => ({ from, fixes: sums[at]! })),
    subject_count: subjectIds.length,
    counted,
    is_cut: isCut
  } satisfies FixesByWeek
})
