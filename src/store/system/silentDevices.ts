// Silent devices, as a matter that needs attention.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import { silentAfter } from "../tracking/entities/reporting.ts"

/**
 * HEARD_UNTIL_SQL is the moment until which a device `h` could be heard: where every source that it reports
 * by is lost, which is a matter of its own, the moment at which the last one was lost; null: it can be
 * heard.
 */
const HEARD_UNTIL_SQL = `(
  select case when count(*) = count(o.began_at) then max(o.began_at) end
  from device_identities i
    join data_sources s on s.id = i.data_source_id
    left join outages o on o.source_id = s.id and o.ended_at is null and s.enabled
  where i.device_id = h.id
)`

/**
 * Finds active devices that have been silent longer than the project's setting allows, as rows of
 * `makeMatterKinds`. Silence behind a source that is lost does not count.
 *
 * @param devices - A statement of `id`, `name`, `status` and `valid_from`.
 * @param most - How many: a number or `all`.
 */
export const silentDevices = (
  pg: PgClient.PgClient,
  project: string,
  devices: Fragment,
  most: string
): Fragment => {
  const quiet = pg.literal("h.quiet")
  // `is true` keeps the condition from using its index: otherwise a planner that expects a small project reads
  // all of it for each device
  const isOf = pg`(r.project_id = ${project}::uuid) is true`
  return pg`
    select 'DEVICE_SILENT', coalesce(l.at, d.valid_from), 'device', d.id::text, d.name, 1,
      case when l.at is null then 'never' end
    from (
      select *
      from (
        select h.*, coalesce(${pg.literal(HEARD_UNTIL_SQL)}, now()) - ${silentAfter(pg, project)} as quiet
        from (${devices}) h
      ) h
      where h.status = 'active' and h.valid_from < ${quiet}
        and not exists (
          select from positions r
          where r.device_id = h.id and ${isOf} and r.original_time > ${quiet} and not r.conflicting
        )
        and not exists (
          select from measurements r
          where r.device_id = h.id and ${isOf} and r.original_time > ${quiet}
        )
        and not exists (
          select from device_states r
          where r.device_id = h.id and ${isOf} and r.original_time > ${quiet}
        )
      limit ${pg.literal(most)}
    ) d
      cross join lateral (
        select greatest(
          (
            select original_time
            from positions r
            where r.device_id = d.id and ${isOf} and not r.conflicting
            order by original_time desc
            limit 1
          ),
          (
            select original_time
            from measurements r
            where r.device_id = d.id and ${isOf}
            order by original_time desc
            limit 1
          ),
          (
            select original_time
            from device_states r
            where r.device_id = d.id and ${isOf}
            order by original_time desc
            limit 1
          )
        ) as at
      ) l`
}
