// The state of data sources, by the items that the caller sees: read for a page of them at once.
import { Clock, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Reach } from "../../domain/access/Visibility.ts"
import { remedyOf } from "../../domain/intake/TraceCode.ts"
import type { BareSource, DataSource } from "../../domain/tracking/DataSource.ts"
import { sourceHealth } from "../../domain/tracking/sourceHealth.ts"
import { reachedDevices, reachedRecords, wholeProjects } from "../access/visibilityConditions.ts"
import { uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"

interface Facts {
  readonly id: string
  readonly device_count: number
  readonly rate_24h: number
  readonly last_minute: string | null
  readonly last_record_at: string | null
  readonly last_error: Omit<NonNullable<DataSource["last_error"]>, "remedy"> | null
  readonly previous_token_until: string | null
}

/** TRACE_WINDOW: the trace of a refusal starts at its arrival, plus or minus the time of a long batch. */
const TRACE_WINDOW = "interval '1 hour'"

const read = (sql: SqlClient.SqlClient, reach: Reach, ids: ReadonlyArray<string>) => {
  const seen = reachedRecords(sql, reach, "a")
  /** Returns the newest arrival of a source with this outcome. */
  const newest = (condition: string) => sql`
    select a.*
    from arrivals a
    where ${sql.and([sql`a.data_source_id = s.id`, sql.literal(condition), ...seen])}
    order by a.received_at desc, a.id desc
    limit 1`
  return sql<Facts>`
    select s.id, d.device_count, c.rate_24h, c.last_minute,
      ${sql.literal(wireTime("r.received_at"))} as last_record_at,
      case when e.id is not null then jsonb_build_object(
        'at', ${sql.literal(wireTime("e.received_at"))}, 'code', e.code, 'detail', t.error,
        'trace_id', e.trace_id
      ) end as last_error,
      case when s.previous_token_until > now()
        then ${sql.literal(wireTime("s.previous_token_until"))} end as previous_token_until
    from data_sources s
      cross join lateral (
        select count(distinct d.id)::int4 as device_count
        from device_identities i
          join devices d on d.id = i.device_id
        where ${sql.and([sql`i.data_source_id = s.id`, ...reachedDevices(sql, reach, "d")])}
      ) d
      cross join lateral (
        select
          coalesce(sum(c.accepted + c.duplicates + c.rejected + c.unassigned)
            filter (where c.minute > now() - interval '1 day'), 0)::float8 as rate_24h,
          ${sql.literal(wireTime("max(c.minute) filter (where c.accepted > 0)"))} as last_minute
        from data_source_counts c
        where c.data_source_id = s.id
      ) c
      left join lateral (${newest("a.status in ('accepted', 'duplicate')")}) r on true
      left join lateral (${newest("a.status = 'rejected'")}) e on true
      left join processing_traces t on t.id = e.trace_id
        and t.started_at between e.received_at - ${sql.literal(TRACE_WINDOW)}
          and e.received_at + ${sql.literal(TRACE_WINDOW)}
    where s.id = any(${uuids(ids)})`
}

/** Adds their state to sources; items that the caller does not see are not counted. */
export const withState = Effect.fnUntraced(function* <A extends BareSource>(
  sql: SqlClient.SqlClient,
  reach: Reach,
  sources: ReadonlyArray<A>
) {
  if (sources.length === 0) return []
  const now = yield* Clock.currentTimeMillis
  const facts = new Map(
    (yield* read(
      sql,
      reach,
      sources.map(({ id }) => id)
    )).map((row) => [row.id, row])
  )
  const wholeProjectIds = reach === null ? null : wholeProjects(reach)
  return sources.map((source) => {
    const { device_count, last_error, last_minute, last_record_at, previous_token_until, rate_24h } =
      facts.get(source.id)!
    const all =
      wholeProjectIds === null ||
      (source.project_ids.length > 0 && source.project_ids.every((id) => wholeProjectIds.includes(id)))
    const lastRecordAt = last_record_at ?? (all ? last_minute : null)
    return {
      ...source,
      health: sourceHealth(
        {
          enabled: source.enabled,
          connection: source.connection,
          lastRecordAt,
          lastErrorAt: last_error?.at ?? null
        },
        now
      ),
      last_record_at: lastRecordAt,
      rate_24h: all ? rate_24h : null,
      last_error: last_error === null ? null : { ...last_error, remedy: remedyOf(last_error.code) },
      device_count,
      previous_token_until
    }
  })
})
