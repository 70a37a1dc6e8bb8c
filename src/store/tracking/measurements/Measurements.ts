// Reads measurements, page by page. Times are effective; values that were moved in time have an index of their
// own, so every read is two, of the values as sent and of those moved, merged by time.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { Measurement } from "../../../domain/tracking/Measurement.ts"
import { uuids } from "../../sql/arrays.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { catalogueOf, meaning, valueColumns, type ValueRow, withValue } from "./metricColumns.ts"
import { traceOf } from "../positions/recordTraces.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"

/** MeasurementFilter is the subject, the metric, and the time: `[from, to)` in epoch ms. */
interface MeasurementFilter {
  readonly entity_id?: string
  readonly device_id?: string
  readonly metric?: string
  readonly from?: number
  readonly to?: number
  /** also those marked as wrong */
  readonly include_invalid: boolean
}

/**
 * NEWEST_VALUES is how many newest values of a project are searched for those of one metric, before its
 * subjects are read one by one.
 */
const NEWEST_VALUES = 20_000

type Time = "m.original_time" | "m.curated_time"
type Row = ValueRow & Omit<Measurement, "value" | "value_type"> & { readonly place_time: string }

const columns = (time: Time) => `m.id, ${time} as at, m.original_time as sent_at, m.received_at, m.device_id,
  m.project_id, m.entity_id, m.metric_key, ${valueColumns}, m.valid, m.curated_time is not null as moved,
  m.curation_revision`

const shownColumns = `u.id::float8 as id, ${wireTime("u.at")} as time, ${wireTime("u.sent_at")} as original_time,
  ${wireTime("u.received_at")} as received_at, u.device_id, u.project_id, u.entity_id, u.metric_key as metric,
  u.value_number, u.value_boolean, u.value_text, ${meaning.unit} as unit, u.valid, ${placeTime("u.at")} as place_time,
  array_remove(array[case when u.moved then 'time' end,
    case when u.curation_revision > 0 and not u.valid then 'valid' end], null) as curated_fields`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Newest first. */
  const list = Effect.fn("Measurements.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: MeasurementFilter,
    window: Window
  ) {
    const { device_id, entity_id, from, include_invalid, metric, to } = filter,
      limit = window.limit + 1
    const inProject = pg`m.project_id = ${projectId}::uuid`
    // `is true` keeps the planner from reading the whole project for one subject
    const alsoInProject = pg`(${inProject}) is true`
    const isNamed = entity_id !== undefined || device_id !== undefined

    const within = (time: Time) => [
      pg.literal(`m.curated_time is ${time === "m.curated_time" ? "not null" : "null"}`),
      ...(from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(to)}`]),
      after(pg, window, time, "m.id", "int8")
    ]
    const wanted = [
      ...seenRecords(pg, visibility, "m"),
      ...(include_invalid ? [] : [pg.literal("m.valid")]),
      ...(entity_id === undefined ? [] : [pg`m.entity_id = ${entity_id}::uuid`]),
      ...(device_id === undefined ? [] : [pg`m.device_id = ${device_id}::uuid`]),
      ...(metric === undefined ? [] : [pg`m.metric_key = ${metric}`])
    ]
    const newest = (time: Time, most: number, conditions: ReadonlyArray<Fragment>) => pg`
      select ${pg.literal(columns(time))}
      from measurements m
      where ${pg.and([...within(time), ...conditions])}
      order by ${pg.literal(time)} desc, m.id desc
      limit ${most}`
    // nor all of a subject for the few values that were moved
    const moved = newest("m.curated_time", limit, [
      inProject,
      pg`(${pg.and([pg.literal("true"), ...wanted])}) is true`
    ])
    // planned for this subject, metric and span: no index fits all of them
    const read = (sent: Fragment) =>
      pg<Row>`
        select ${pg.literal(shownColumns)}, ${traceOf(pg, visibility, "measurement")} as trace_id
        from (
          select * from ((${sent}) union all (${moved})) b order by b.at desc, b.id desc limit ${limit}
        ) u ${catalogueOf(pg, projectId, "u.metric_key")}
        order by u.at desc, u.id desc`.unprepared
    const pageOf = (rows: ReadonlyArray<Row>) => {
      const { items, next } = slice(window, rows, (row) => String(row.id))
      return { items: items.map(withValue), next }
    }

    if (isNamed) return pageOf(yield* read(newest("m.original_time", limit, [alsoInProject, ...wanted])))
    if (metric === undefined)
      return pageOf(yield* read(newest("m.original_time", limit, [inProject, ...wanted])))

    // no index leads to one metric of a whole project: a common metric is among the newest values
    const looked = newest("m.original_time", NEWEST_VALUES, [inProject])
    const values = yield* read(pg`
      select m.* from (${looked}) m where ${pg.and(wanted)} order by m.at desc, m.id desc limit ${limit}`)
    if (values.length === limit) return pageOf(values)
    const older =
      yield* pg`select from (${newest("m.original_time", NEWEST_VALUES + 1, [inProject])}) m offset ${NEWEST_VALUES}`
        .unprepared
    if (older.length === 0) return pageOf(values)
    const of = (whose: string) =>
      newest("m.original_time", limit, [pg.literal(whose), alsoInProject, ...wanted])
    return pageOf(
      yield* read(pg`
        select v.*
        from (${subjects(projectId, visibility)}) s
          cross join lateral (
            (${of("m.entity_id = s.entity_id")}) union all (
              ${of("m.device_id = s.device_id and m.entity_id is null")}
            )
          ) v
        order by v.at desc, v.id desc
        limit ${limit}`)
    )
  }, Effect.orDie)

  /** Returns every subject that may have visible values: entities, and devices that were ever in the project. */
  const subjects = (projectId: string, visibility: Visibility) => {
    // a device of a scope may have been on any entity
    const limited = visibility !== null && visibility.devices.length === 0
    const entities = limited ? [pg`e.id = any(${uuids(visibility.entities)})`] : []
    const devices = visibility === null ? [] : [pg`a.device_id = any(${uuids(visibility.devices)})`]
    return pg`
      select e.id as entity_id, null::uuid as device_id
      from entities e
      where ${pg.and([pg`e.project_id = ${projectId}::uuid`, ...entities])}
      union all
      select distinct null::uuid, a.device_id
      from project_assignments a
      where ${pg.and([pg`a.project_id = ${projectId}::uuid`, ...devices])}`
  }

  return { list }
})

/** Measurements reads measurements of a project. */
export class Measurements extends Context.Service<Measurements>()("store/Measurements", { make }) {
  static readonly layer = Layer.effect(Measurements, make)
}
