// The newest value of each metric of each subject, page by page of subjects. An index leads to the newest value
// of a subject's first metric, and from each metric to the next: the cost does not depend on the number of
// values.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { LatestValues as Latest } from "../../../domain/tracking/Measurement.ts"
import { texts, uuids } from "../../sql/arrays.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { catalogueOf, meaning, valueColumns, type ValueRow, withValue } from "./metricColumns.ts"
import { seenOnes, seenRecords } from "../../access/visibilityConditions.ts"

/** LatestFilter narrows the subjects and metrics. */
interface LatestFilter {
  readonly entity_id?: string
  readonly device_id?: string
  /** some metrics; null: all */
  readonly metrics: ReadonlyArray<string> | null
}

type Subject = Omit<Latest, "values"> & { readonly id: string }
type Value = Latest["values"][number]
type Found = ValueRow & Omit<Value, "value" | "value_type"> & { readonly subject: string; readonly at: Date }

const ofEntity = `e.id, e.id as entity_id, e.name as entity_name, null::uuid as device_id, null::text as device_name,
  e.created_at`
const ofDevice = `d.id, null::uuid as entity_id, null::text as entity_name, d.id as device_id, d.name as device_name,
  d.created_at`

const meanings = `${meaning.label} as label, ${meaning.unit} as unit, ${meaning.defined} as defined`

const isNow = (alias: string) =>
  `${alias}.valid_from <= now() and (${alias}.valid_to is null or ${alias}.valid_to > now())`

/** What a device that wears `s` measured on its entity, while it did. */
const wearing = `m.entity_id = s.entity_id and m.device_id = s.id and m.original_time >= s.valid_from
  and (s.valid_to is null or m.original_time < s.valid_to)`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * Returns the subjects of the page, as on the map: a caller who sees a device but not its entity gets the
   * device.
   */
  const subjects = (projectId: string, visibility: Visibility, { device_id, entity_id }: LatestFilter) => {
    const entities = pg`
      select ${pg.literal(ofEntity)}
      from entities e
      where ${pg.and([
        pg`e.project_id = ${projectId}::uuid`,
        ...seenOnes(pg, visibility, "entities", "e.id"),
        entity_id === undefined ? pg.literal("e.status <> 'archived'") : pg`e.id = ${entity_id}::uuid`
      ])}`
    if (entity_id !== undefined) return entities
    // a device named by id is also found on an entity, and after it has left: what counts is whether it has
    // values there
    const devices = pg.literal(`select ${ofDevice}`)
    if (device_id !== undefined) return pg`${devices} from devices d where d.id = ${device_id}::uuid`
    // `offset 0`: devices on no entity are computed once for all pages, whatever the planner estimates
    return pg`
      ${entities} union all
      ${devices} from (select a.device_id from project_assignments a where ${pg.and([
        pg`a.project_id = ${projectId}::uuid and ${pg.literal(isNow("a"))}`,
        ...seenOnes(pg, visibility, "devices", "a.device_id"),
        pg`not exists (select from entity_assignments x where ${pg.and([
          pg.literal(`x.device_id = a.device_id and x.project_id = a.project_id and ${isNow("x")}`),
          ...seenOnes(pg, visibility, "entities", "x.entity_id")
        ])})`
      ])} offset 0) a join devices d on d.id = a.device_id`
  }

  /** Returns the newest values as sent of subjects `s`; `mine` selects their rows. */
  const sent = (table: Fragment, mine: string, fit: Fragment, metrics: LatestFilter["metrics"]) => {
    const columns = pg.literal(
      `m.metric_key, m.id, m.device_id, m.original_time as at, m.received_at, ${valueColumns}`
    )
    const newest = (more: string) => pg`
      select ${columns}
      from measurements m
      where ${pg.and([pg.literal(mine), pg.literal("m.curated_time is null"), fit, pg.literal(more)])}
      order by m.metric_key, m.original_time desc, m.id desc
      limit 1`
    return metrics === null
      ? pg`
        select s.id as subject, v.*
        from ${table}
          cross join lateral (
            with recursive w as (
              (${newest("true")}) union all select n.* from w cross join lateral (
                ${newest("m.metric_key > w.metric_key")}
              ) n
            )
            select *
            from w
          ) v`
      : pg`
        select s.id as subject, v.*
        from ${table}
          cross join unnest(${texts(metrics)}) as k (key)
          cross join lateral (${newest("m.metric_key = k.key")}) v`
  }

  /**
   * Returns the few values that were moved in time, which have an index of their own; `onEntities`: also what
   * devices measured on entities. The condition is repeated so that the planner does not read all subjects
   * for them.
   */
  const moved = (
    projectId: string,
    animals: ReadonlyArray<string>,
    gear: ReadonlyArray<string>,
    onEntities: boolean,
    fit: Fragment
  ) => pg`
    select case when m.entity_id = any(${uuids(animals)}) then m.entity_id else m.device_id end,
      m.metric_key, m.id, m.device_id, m.curated_time, m.received_at, ${pg.literal(valueColumns)}
    from measurements m
    where m.project_id = ${projectId}::uuid and m.curated_time is not null
      and (
        ${fit}
        and (
          m.entity_id = any(${uuids(animals)}) or m.device_id = any(${uuids(gear)})
          and (m.entity_id is null or ${onEntities})
        )
      ) is true`

  const valuesOf = Effect.fnUntraced(function* (
    projectId: string,
    visibility: Visibility,
    filter: LatestFilter,
    page: ReadonlyArray<Subject>
  ) {
    const { device_id, entity_id, metrics } = filter
    const [animals, gear] = [page.flatMap((s) => s.entity_id ?? []), page.flatMap((s) => s.device_id ?? [])]
    const table = (ids: ReadonlyArray<string>) => pg`unnest(${uuids(ids)}) as s (id)`
    // `is true` keeps the planner from reading the whole project for its subjects
    const fit = pg.and([
      pg`(m.project_id = ${projectId}::uuid) is true and m.valid`,
      ...seenRecords(pg, visibility, "m"),
      ...(entity_id === undefined || device_id === undefined ? [] : [pg`m.device_id = ${device_id}::uuid`])
    ])
    const isWanted = metrics === null ? fit : pg.and([fit, pg`m.metric_key = any(${texts(metrics)})`])
    // a device that is named, or seen without its entity, has its values on entities too
    const onEntities = device_id !== undefined || visibility !== null
    const worn = pg`(select a.device_id as id, a.entity_id, a.valid_from, a.valid_to from entity_assignments a
      where a.project_id = ${projectId}::uuid and a.device_id = any(${uuids(gear)})) s`
    const branches = [
      sent(table(animals), "m.entity_id = s.id", fit, metrics),
      sent(table(gear), "m.device_id = s.id and m.entity_id is null", fit, metrics),
      ...(onEntities ? [sent(worn, wearing, fit, metrics)] : []),
      moved(projectId, animals, gear, onEntities, isWanted)
    ]
    const rows = yield* pg<Found>`
      select v.subject,
        v.metric_key as metric,
        ${pg.literal(meanings)}, v.value_number, v.value_boolean, v.value_text, v.at,
        ${pg.literal(wireTime("v.at"))} as time,
        greatest(0, extract(epoch from now() - v.at))::float8 as age_seconds,
        ${pg.literal(wireTime("v.received_at"))} as received_at,
        v.device_id,
        v.id::float8 as id
      from (${pg.join(" union all ", false)(branches)}) v ${catalogueOf(pg, projectId, "v.metric_key")}`
      .unprepared // planned for these subjects, every time
    return Map.groupBy(rows, (row) => row.subject)
  })

  /**
   * Subjects, newest first: entities that are not archived, and devices in the project on none; or the
   * named one.
   */
  const list = Effect.fn("LatestValues.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: LatestFilter,
    window: Window
  ) {
    const rows = yield* pg<Subject & { readonly place_time: string }>`
      select s.id, s.entity_id, s.entity_name, s.device_id, s.device_name,
        ${pg.literal(placeTime("s.created_at"))} as place_time
      from (${subjects(projectId, visibility, filter)}) s
      where ${after(pg, window, "s.created_at", "s.id")}
      order by s.created_at desc, s.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    const valueRows =
      items.length === 0
        ? new Map<string, ReadonlyArray<Found>>()
        : yield* valuesOf(projectId, visibility, filter, items)
    const latest = items.map(({ id, ...subject }): Latest => ({
      ...subject,
      values: newestOf(valueRows.get(id) ?? [])
    }))
    // a named device without visible values counts as missing
    const isThere = ({ device_id, values }: Latest) =>
      device_id === null || device_id !== filter.device_id || values.length > 0
    return { items: latest.filter(isThere), next }
  }, Effect.orDie)

  return { list }
})

/** LatestValues reads newest values. */
export class LatestValues extends Context.Service<LatestValues>()("store/LatestValues", { make }) {
  static readonly layer = Layer.effect(LatestValues, make)
}

const byMetric = (a: Found, b: Found): number =>
  a.metric < b.metric ? -1 : a.metric > b.metric ? 1 : b.at.getTime() - a.at.getTime() || b.id - a.id

/** Returns the newest value of each metric. */
const newestOf = (found: ReadonlyArray<Found>): Latest["values"] =>
  found
    .toSorted(byMetric)
    .filter(({ metric }, i, all) => all[i - 1]?.metric !== metric)
    .map((row) => {
      const { at: _at, subject: _subject, ...value } = withValue(row)
      return value
    })
