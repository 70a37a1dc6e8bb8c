// Registers new metrics of projects, and of the data sources of devices in none, inside the transaction of
// their first value, up to the limit of their owner. Of two concurrent first values one fixes the type.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { MAX_METRICS, type Metric, type ValueType } from "../../../domain/tracking/Metric.ts"
import { bools, texts, uuids } from "../../sql/arrays.ts"

/** NewSent is a metric that its owner does not have yet. */
export interface NewSent extends Metric {
  /** a project, or a data source */
  readonly ownerId: string
  readonly label: string | null
  readonly category: string | null
  readonly defined: boolean
}

/** MetricRow is a metric as it is stored. */
export interface MetricRow {
  readonly key: string
  readonly value_type: ValueType
  readonly unit: string | null
}

/** Returns the metric of a row. */
export const metricOf = (m: MetricRow): Metric => ({ key: m.key, valueType: m.value_type, unit: m.unit })

/**
 * LOCK_CLASS is the class of the advisory lock, the same in every process; its key is an owner, so that two
 * transactions do not count the same room twice.
 */
const LOCK_CLASS = 26

/**
 * Registers the metrics, in the given order, up to the limits of their owners; returns what is known then of
 * each owner and key, by owner.
 */
export const registerMetrics = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  wanted: ReadonlyArray<NewSent>
) {
  const owners = uuids(wanted.map((w) => w.ownerId)),
    keys = texts(wanted.map((w) => w.key))
  yield* sql`
    select pg_advisory_xact_lock(${LOCK_CLASS}::int4, h.hash)
    from (select distinct hashtext(o::text) as hash from unnest(${owners}) as o order by 1) h`
  yield* sql`
    insert into sent_metrics (owner_id, key, value_type, unit, label, category, defined)
    select owner_id, key, value_type, unit, label, category, defined
    from (
      select w.*, row_number() over (partition by w.owner_id order by w.n) as place
      from unnest(
        ${owners}, ${keys}, ${texts(wanted.map((w) => w.valueType))}, ${texts(wanted.map((w) => w.unit))},
        ${texts(wanted.map((w) => w.label))}, ${texts(wanted.map((w) => w.category))},
        ${bools(wanted.map((w) => w.defined))}
      ) with ordinality as w (owner_id, key, value_type, unit, label, category, defined, n)
      where not exists (select from sent_metrics s where s.owner_id = w.owner_id and s.key = w.key)
        and not exists (select from metrics m where m.key = w.key)
    ) w
    where w.place <= ${MAX_METRICS}::int4 - (
      select count(*) from sent_metrics s where s.owner_id = w.owner_id
    )
    on conflict do nothing`
  const rows = yield* sql<MetricRow & { readonly owner_id: string }>`
    select w.owner_id, w.key,
      coalesce(s.value_type, m.value_type) as value_type,
      case when s.key is null then m.unit else s.unit end as unit
    from unnest(${owners}, ${keys}) as w (owner_id, key)
      left join sent_metrics s on s.owner_id = w.owner_id and s.key = w.key
      left join metrics m on m.key = w.key
    where s.key is not null or m.key is not null`
  return Map.groupBy(rows, (row) => row.owner_id)
})
