// Counts the deliveries of a project's last days, by automation and day and by receiver and hour: one read of a
// bounded number of rows along the index of the list.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import {
  type DayCounts,
  type DeliverySummary,
  type HourCounts,
  MAX_SUMMARY_DELIVERIES,
  SUMMARY_DAYS,
  summarise
} from "../../domain/automation/DeliverySummary.ts"

interface Row extends Omit<DayCounts, "date">, Omit<HourCounts, "hour"> {
  /** null: the row is of an automation and a day */
  readonly hour: number | null
  readonly date: string
}

/** `seen`: the conditions under which a delivery `d` is seen. */
export const makeSummariseDeliveries = (
  pg: PgClient.PgClient,
  seen: (visibility: Visibility) => ReadonlyArray<Fragment>
) =>
  Effect.fn("Deliveries.summarise")(function* (projectId: string, visibility: Visibility) {
    const now = new Date(yield* Clock.currentTimeMillis)
    const [frame] = yield* pg<{
      readonly dates: ReadonlyArray<string>
      readonly since: Date
      readonly timezone: string
    }>`
      select p.timezone, (t.first_day::timestamp at time zone p.timezone) as since,
        array(
          select to_char(g, 'YYYY-MM-DD')
          from generate_series(t.first_day, t.first_day + ${SUMMARY_DAYS - 1}::int4, interval '1 day') g
        ) as dates
      from projects p
        cross join lateral (
          select (${now}::timestamptz at time zone p.timezone)::date - ${SUMMARY_DAYS - 1}::int4 as first_day
        ) t
      where p.id = ${projectId}::uuid`
    const { dates, since, timezone } = frame!
    const rows = yield* pg<Row & { readonly read: number }>`
      with recent as (
        select d.automation_id, d.action_type, d.target, d.status,
          to_char(d.created_at at time zone ${timezone}, 'YYYY-MM-DD') as date,
          extract(hour from coalesce(d.finished_at, d.created_at) at time zone ${timezone})::int4 as hour
        from deliveries d
        where ${pg.and([
          pg`d.project_id = ${projectId}::uuid and d.event_id is not null and d.created_at >= ${since}`,
          ...seen(visibility)
        ])}
        order by d.created_at desc, d.id desc
        limit ${MAX_SUMMARY_DELIVERIES}
      )
      select automation_id, date, action_type, target, hour,
        count(*) filter (where status = 'sent')::int4 as sent,
        count(*) filter (where status = 'failed')::int4 as failed,
        count(*) filter (where status = 'skipped')::int4 as skipped,
        count(*)::int4 as read
      from recent
      group by grouping sets ((automation_id, date), (action_type, target, hour))`
    const byDay = rows.filter(({ hour }) => hour === null)
    const byHour = rows.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ ...row, hour }]))
    const read = byDay.reduce((sum, row) => sum + row.read, 0)
    return summarise(byDay, byHour, dates, read >= MAX_SUMMARY_DELIVERIES) satisfies DeliverySummary
  }, Effect.orDie)
