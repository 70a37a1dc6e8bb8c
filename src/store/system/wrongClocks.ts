// Devices with wrong clocks, as a matter that needs attention, with the deviation of each.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"

const YEAR_SECONDS = 31_536_000

/**
 * Finds devices whose records were refused for their time, before their owner was determined, or arrived more
 * than a year late by a source of live records: a clock with a wrong GNSS week, or one that was never set.
 *
 * @param devices - A statement of `id` and `name`.
 * @param recent - The earliest arrival that counts.
 */
export const wrongClocks = (pg: PgClient.PgClient, devices: Fragment, recent: Fragment): Fragment => pg`
    select 'CLOCK_WRONG', max(c.at), 'device', c.id::text, c.name, count(*),
      (array_agg(c.said order by c.at desc))[1]
    from (
      select d.id, d.name, t.started_at as at, t.error as said
      from (${devices}) d
        join device_identities i on i.device_id = d.id
        join processing_traces t on t.data_source_id = i.data_source_id
      where t.code = 'TIMESTAMP_INVALID' and t.started_at > ${recent}
        and coalesce(t.payload ->> 'device', t.payload ->> 'device_id') = i.external_id
      union all
      select d.id, d.name, a.received_at,
        round((a.lag_seconds / ${pg.literal(String(YEAR_SECONDS))})::numeric, 1)
          || ' years behind its arrival, and is kept under that time'
      from (${devices}) d
        join arrivals a on a.device_id = d.id
        join data_sources s on s.id = a.data_source_id
      where a.status = 'accepted' and a.received_at > ${recent}
        and a.lag_seconds > ${pg.literal(String(YEAR_SECONDS))}
        and (s.config -> 'history' = 'true'::jsonb) is not true
    ) c
    group by c.id, c.name`
