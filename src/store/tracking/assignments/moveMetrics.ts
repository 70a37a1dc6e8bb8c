// Prepares measurements that move from one project to another: their names become metrics of the new project
// where it lacks them, and numbers are converted to its units. Types stay: what is stored is not refused
// afterwards.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { convert } from "../../../domain/tracking/units.ts"
import type { ValueType } from "../../../domain/tracking/Metric.ts"
import { bigints, floats, instants } from "../../sql/arrays.ts"
import { makeCatalogue, viewsOf } from "../../intake/Catalogue.ts"
import { metricOf, type NewSent, registerMetrics } from "../measurements/registerMetrics.ts"

/** LeavingValues is the values of one metric that leave one owner. */
interface LeavingValues {
  /** null: they were in no project */
  readonly project_id: string | null
  readonly key: string
  readonly value_type: ValueType
}

interface Moving extends LeavingValues {
  readonly from: string
  readonly to: string
}

/** Converts the numbers of a metric from one unit to another, where that is possible. */
const bring = Effect.fnUntraced(function* (pg: PgClient.PgClient, leaving: Fragment, moving: Moving) {
  const { from, key, project_id, to } = moving
  const rows = yield* pg<{ id: number; at: Date; value: number }>`
    select id::float8 as id, original_time as at, value_number as value
    from measurements
    where ${leaving} and metric_key = ${key} and project_id is not distinct from ${project_id}::uuid
      and value_number is not null`
  const brought = rows.flatMap(({ at, id, value }) => {
    const converted = convert(value, from, to)
    return converted === null || !Number.isFinite(converted)
      ? []
      : [{ id, at: at.getTime(), value: converted }]
  })
  if (brought.length < rows.length) {
    const stay = `${rows.length - brought.length} values of ${key} stay as they came`
    yield* Effect.logWarning(
      `${stay}: ${from} does not convert to ${to}, the unit of the project they are given to`
    )
  }
  yield* pg`
    update measurements m set value_number = v.value
    from unnest(
      ${bigints(brought.map((b) => b.id))}, ${instants(brought.map((b) => b.at))},
      ${floats(brought.map((b) => b.value))}
    ) as v (id, at, value)
    where m.id = v.id and m.original_time = v.at`
})

/**
 * Prepares the measurements of a device that `leaving` selects for their new project; null: none, where their
 * metrics are those of the device's data source, as in intake.
 */
export const moveMetrics = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  deviceId: string,
  leaving: Fragment,
  projectId: string | null
) {
  const leavingValues = yield* pg<LeavingValues>`
    select project_id,
      metric_key as key,
      case
        when bool_or(value_number is not null) then 'number'
        when bool_or(value_boolean is not null) then 'boolean'
        else 'text'
      end as value_type
    from measurements
    where ${leaving} and project_id is distinct from ${projectId}::uuid
    group by project_id, metric_key
    order by project_id, metric_key`
  if (leavingValues.length === 0) return
  const [source] = yield* pg<{ id: string }>`
    select data_source_id as id
    from device_identities
    where device_id = ${deviceId}::uuid
    order by id
    limit 1`
  const ownerOf = (project: string | null) => project ?? source?.id ?? null
  const owner = ownerOf(projectId)
  if (owner === null) return // a device without an identity, whose values no member sees
  const owners = new Set([owner, ...leavingValues.flatMap((f) => ownerOf(f.project_id) ?? [])])
  const views = yield* viewsOf(pg, makeCatalogue(), owners)
  const before = ({ key, project_id, value_type }: LeavingValues) =>
    views.get(ownerOf(project_id) ?? "")?.get(key) ?? { key, valueType: value_type, unit: null }
  const ownMetrics = new Map(views.get(owner))
  const strangers = new Map(
    leavingValues
      .filter((f) => !ownMetrics.has(f.key))
      .map((f): [string, NewSent] => [
        f.key,
        { ...before(f), ownerId: owner, label: null, category: null, defined: false }
      ])
  )
  if (strangers.size > 0) {
    const registered = yield* registerMetrics(pg, [...strangers.values()])
    for (const metric of (registered.get(owner) ?? []).map(metricOf)) ownMetrics.set(metric.key, metric)
  }
  for (const f of leavingValues) {
    const from = before(f).unit,
      to = ownMetrics.get(f.key)?.unit ?? null
    if (from !== null && to !== null && from !== to) yield* bring(pg, leaving, { ...f, from, to })
  }
})
