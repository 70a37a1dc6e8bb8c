// The rule of src/domain/tracking/reporting.ts as SQL: one fragment for lists of entities and for the map, so
// that both agree and filters are evaluated in the database.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import {
  LATE_AFTER_MS,
  LATE_INTERVALS,
  MAX_SILENT_HOURS,
  SILENT_HOURS,
  USUAL_DAYS,
  USUAL_FIXES
} from "../../../domain/tracking/reporting.ts"

/** Fixes `p` that tell where a subject is: those of the map. */
export const placeableFix = "p.valid and not p.conflicting and p.record_type = 'gnss'"

/**
 * How long a project's subjects may send nothing before they count as silent, an interval:
 * `silent_after_hours` of its settings, which are unchecked JSON, where that is a number.
 */
export const silentAfter = (pg: PgClient.PgClient, projectId: string): Fragment => pg`
  (
    select case when jsonb_typeof(j.settings -> 'silent_after_hours') = 'number' then
        case when (j.settings ->> 'silent_after_hours')::numeric > 0
          then least((j.settings ->> 'silent_after_hours')::numeric, ${pg.literal(String(MAX_SILENT_HOURS))})::float8
          else ${SILENT_HOURS}::float8 end
      else ${SILENT_HOURS}::float8 end * interval '1 hour'
    from projects j
    where j.id = ${projectId}::uuid
  )`

/**
 * ReportingOf is the kind of subject: an entity, or a device (`condition` says which of its fixes count).
 * Columns are trusted names.
 */
interface ReportingOf {
  readonly key: "p.entity_id" | "p.device_id"
  readonly condition?: string
  /** column with the subject's id */
  readonly id: string
  /** column with the time of its newest fix; null: it has none */
  readonly at: string
}

/**
 * Returns `on_time`, `late`, `silent` or `never` of a subject at a moment (a timestamptz, often `now()`). The
 * usual interval is read only of subjects that may be late: one that just reported, or is silent, costs
 * nothing. A subject with fewer than two fixes in those days has no usual interval and is never late.
 */
export const reportingAt = (
  pg: PgClient.PgClient,
  projectId: string,
  { at, condition = "true", id, key }: ReportingOf,
  moment: Fragment
): Fragment => pg`
  case
    when ${pg.literal(at)} is null then 'never'
    when ${pg.literal(at)} < ${moment} - ${silentAfter(pg, projectId)} then 'silent'
    when ${pg.literal(at)} >= ${moment} - ${pg.literal(`interval '${LATE_AFTER_MS} milliseconds'`)}
      then 'on_time'
    when ${pg.literal(at)} < ${moment} - ${pg.literal(String(LATE_INTERVALS))} * (
      select percentile_cont(0.5) within group (order by w.wait)
      from (
        select r.time - lead(r.time) over (order by r.time desc) as wait
        from (
          select p.original_time as time
          from positions p
          where ${pg.literal(`${key} = ${id} and ${condition} and ${placeableFix}`)}
            and (p.project_id = ${projectId}::uuid) is true and p.original_time <= ${moment}
            and p.original_time >= ${pg.literal(`${at} - interval '${USUAL_DAYS} days'`)}
          order by p.original_time desc
          limit ${pg.literal(String(USUAL_FIXES))}
        ) r
      ) w
    ) then 'late'
    else 'on_time'
  end`
