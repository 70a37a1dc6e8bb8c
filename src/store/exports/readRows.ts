// Reads the rows of an export page by page by key: no cursor is open between pages, and an interrupted job
// resumes at its place. Records are in the order of subject, time and id, as each subject's are in the index;
// events are in the order of time.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Limits, Visibility } from "../../domain/access/Visibility.ts"
import type { Order, VisibleRecords } from "../../domain/export/Export.ts"
import type { Place, Row } from "../../domain/export/Row.ts"
import { uuids } from "../sql/arrays.ts"
import { alertOfEvent } from "../events/eventRow.ts"
import { placeTime, wireTime } from "../sql/keyset.ts"
import { catalogueOf, meaning } from "../tracking/measurements/metricColumns.ts"
import { projectBranches } from "../tracking/positions/projectFixes.ts"
import { curatedValid } from "../tracking/positions/sentValid.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { doerName } from "../access/whoDid.ts"

/** RowQuery is what is read, of which project, and the visibilities: a row must be seen by each of them. */
interface RowQuery {
  readonly projectId: string
  readonly order: Order
  readonly seen: ReadonlyArray<Visibility>
}

/** Returns what the requester saw at the time, as a visibility of records. */
export const asVisibility = (seen: VisibleRecords | null): Visibility =>
  seen === null ? null : { groups: [], gear: [], folders: [], ...seen }

type Time = "r.original_time" | "r.curated_time"

const whose = `r.entity_id, e.name as entity_name, r.device_id, d.name as device_name`
const common =
  `r.subject_id as subject, r.id::float8 as id, ${wireTime("r.at")} as time, ${placeTime("r.at")} as ` +
  `place_time, ${wireTime("r.original_time")} as original_time, ${wireTime("r.received_at")} as ` +
  `received_at, ${whose}`

/** Columns for Movebank; equal names get the id appended, because Movebank identifies animals by name. */
const named = {
  with: `here as (select project_id as id from page limit 1),
    animals as (select id, count(*) over (partition by name) > 1 as shared from entities
    where project_id = (select id from here)),
    tags as (select id, count(*) over (partition by name) > 1 as shared from devices
      where id in (select device_id from project_assignments where project_id = (select id from here)))`,
  columns: `e.attributes ->> 'taxon' as taxon, (select p.name from projects p
    where p.id = r.project_id) as study,
    case when a.shared then e.name || ' [' || e.id || ']' else e.name end as individual,
      case when t.shared then d.name || ' [' || d.id || ']' else d.name end as tag`,
  joins: "left join animals a on a.id = r.entity_id left join tags t on t.id = r.device_id"
}

const kinds = {
  positions: {
    table: "positions",
    valid: "r.valid and not r.conflicting",
    columns: `
      ${common}, r.record_type,
      coalesce(r.curated_lon, r.lon) as lon,
      coalesce(r.curated_lat, r.lat) as lat,
      r.altitude_m, r.speed_mps, r.heading_deg, r.accuracy_m, r.satellites,
      r.valid and not r.conflicting as valid,
      array_remove(array[
        case when r.curated_time is not null then 'time' end,
        case when r.curated_lon is not null then 'geometry' end,
        ${curatedValid("r")}
      ], null) as curated_fields,
      coalesce(r.attributes, '{}') as attributes`
  },
  measurements: {
    table: "measurements",
    valid: "r.valid",
    columns: `
      ${common}, r.metric_key,
      coalesce(to_jsonb(r.value_number), to_jsonb(r.value_boolean), to_jsonb(r.value_text)) as value,
      ${meaning.unit} as unit,
      r.valid,
      array_remove(array[
        case when r.curated_time is not null then 'time' end,
        case when r.curation_revision > 0 and not r.valid then 'valid' end
      ], null) as curated_fields`
  }
} as const

const eventColumns = `
  '' as subject,
  e.id,
  ${wireTime("e.time")} as time,
  ${placeTime("e.time")} as place_time,
  ${wireTime("e.created_at")} as created_at,
  e.event_type, e.severity, e.title, e.description, e.lon, e.lat, e.geometry, e.entity_id,
  e.entity_name, e.device_id, e.device_name, e.feature_id, e.source_kind, e.source_id,
  ${doerName("e.source_kind", "e.source_id", "e.source_name")} as source_name,
  e.rule_id, e.rule_version,
  ${wireTime("e.sample_time")} as sample_time,
  e.late, e.superseded, e.snoozed, e.reminder,
  ${wireTime("e.ended_at")} as ended_at,
  extract(epoch from e.ended_at - e.time)::float8 as duration_seconds,
  a.id as alert_id, a.status as alert_status,
  e.trace_id, e.context`

/** Returns the entities whose records may be seen; null: all. A device of a scope may have been on any. */
const entitiesOf = (seen: ReadonlyArray<Visibility>): ReadonlyArray<string> | null =>
  seen
    .filter((limits): limits is Limits => limits !== null && limits.devices.length === 0)
    .reduce<ReadonlyArray<string> | null>(
      (least, { entities }) => (least === null || entities.length < least.length ? entities : least),
      null
    )

/** Makes the reader of an order's rows. */
export const readRows = (pg: PgClient.PgClient, { order, projectId, seen }: RowQuery) => {
  const { dataset, device_ids, entity_ids } = order
  const [from, to] = [new Date(order.from), new Date(order.to)]
  const inProject = pg`project_id = ${projectId}::uuid`

  /** Returns the conditions of a row apart from its project, by the alias of its table. */
  const wanted = (alias: string): ReadonlyArray<Fragment> => [
    ...seen.flatMap((one) => seenRecords(pg, one, alias)),
    ...(entity_ids === null ? [] : [pg`${pg.literal(`${alias}.entity_id`)} = any(${uuids(entity_ids)})`]),
    ...(device_ids === null ? [] : [pg`${pg.literal(`${alias}.device_id`)} = any(${uuids(device_ids)})`])
  ]
  const recordsWanted = (time: Time) => [
    ...wanted("r"),
    pg.literal(time === "r.curated_time" ? "r.curated_time is not null" : "r.curated_time is null"),
    pg`${pg.literal(time)} < ${to}`,
    ...(dataset === "events" || order.include_invalid ? [] : [pg.literal(kinds[dataset].valid)]),
    ...(dataset !== "positions" || order.sources === "all"
      ? []
      : [pg`r.record_type = ${order.sources === "device" ? "gnss" : "network"}`])
  ]

  /** Counts the rows, up to `most`. */
  const count = Effect.fnUntraced(function* (most: number | null) {
    const bound = most === null ? pg.literal("") : pg`limit ${most + 1}`
    const rows =
      dataset === "events"
        ? pg`
          select from events e
          where ${pg.and([pg`e.${inProject} and e.time >= ${from} and e.time < ${to}`, ...wanted("e")])} ${bound}`
        : pg`select from (${pg.join(
            " union all ",
            false
          )(
            [
              ...sentBranches(dataset).map((more) =>
                countable(kinds[dataset].table, "r.original_time", more)
              ),
              countable(kinds[dataset].table, "r.curated_time", [])
            ].map((branch) => pg`(${branch} ${bound})`)
          )}) u ${bound}`
    const [row] = yield* pg<{ n: number }>`select count(*)::float8 as n from (${rows}) c`.unprepared
    return row!.n
  })
  const countable = (table: string, time: Time, more: ReadonlyArray<Fragment>) =>
    pg`
      select 1 as one
      from ${pg.literal(table)} r
      where ${pg.and([pg`r.${inProject} and ${pg.literal(time)} >= ${from}`, ...recordsWanted(time), ...more])}`

  /** The conditions under which an index has the rows: of positions there are several. */
  const sentBranches = (kind: keyof typeof kinds): ReadonlyArray<ReadonlyArray<Fragment>> => {
    if (kind === "measurements" || entity_ids !== null) return [[]]
    if (device_ids !== null) return [[pg.literal("not r.conflicting")], [pg.literal("r.conflicting")]]
    return projectBranches(pg, projectId, "r").map((owner) => [owner])
  }

  const events = (after: Place | null, limit: number) => pg<Row>`
    select ${pg.literal(eventColumns)}
    from events e ${pg.literal(alertOfEvent)}
    where ${pg.and([
      pg`e.${inProject} and e.time >= ${from} and e.time < ${to}`,
      ...wanted("e"),
      ...(after === null ? [] : [pg`(e.time, e.id) > (${after.time}::timestamptz, ${after.id}::uuid)`])
    ])}
    order by e.time, e.id
    limit ${limit}`

  /** Returns the subjects that may have rows, from a place on, in their order. */
  const subjects = (after: Place | null) => {
    const may = entitiesOf(seen)
    const entities = pg`
      select e.id
      from entities e
      where ${pg.and([
        pg`e.${inProject}`,
        ...(may === null ? [] : [pg`e.id = any(${uuids(may)})`]),
        ...(entity_ids === null ? [] : [pg`e.id = any(${uuids(entity_ids)})`]),
        ...(device_ids === null
          ? []
          : [
              pg`e.id in (select entity_id from entity_assignments where device_id = any(${uuids(device_ids)}))`
            ])
      ])}`
    const devices = pg`union all select distinct b.device_id from project_assignments b where ${pg.and([
      pg`b.${inProject}`,
      ...seen.flatMap((one) => (one === null ? [] : [pg`b.device_id = any(${uuids(one.devices)})`])),
      ...(device_ids === null ? [] : [pg`b.device_id = any(${uuids(device_ids)})`])
    ])}`
    return pg`
      select u.id
      from (${entities} ${entity_ids === null ? devices : pg.literal("")}) u
      where ${after === null ? pg.literal("true") : pg`u.id >= ${after.subject}::uuid`}
      order by u.id`
  }

  /** Returns the next rows of a subject `s`, of one kind of time and of subject. */
  const branch = (table: string, time: Time, of: "entity" | "device", after: Place | null, limit: number) => {
    const at = pg.literal(time)
    const subject =
      time === "r.curated_time"
        ? "coalesce(r.entity_id, r.device_id) = s.id"
        : of === "entity"
          ? "r.entity_id = s.id"
          : "r.entity_id is null and r.device_id = s.id"
    return pg`(select r.*, ${at} as at from ${pg.literal(table)} r where ${pg.and([
      pg.literal(subject),
      pg`r.project_id is not distinct from ${projectId}::uuid`,
      ...recordsWanted(time), // `is true` keeps the planner from reading the project for it
      ...(after === null
        ? [pg`${at} >= ${from}`]
        : [
            pg`${at} >= case when s.id = ${after.subject}::uuid then ${after.time}::timestamptz else ${from}
              end`,
            pg`(s.id <> ${after.subject}::uuid
              or (${at}, r.id) > (${after.time}::timestamptz, ${after.id}::int8))`
          ])
    ])} order by ${at}, r.id limit ${limit})`
  }

  const records = (dataset: keyof typeof kinds, after: Place | null, limit: number) => {
    const { columns, table } = kinds[dataset]
    const catalogue = dataset === "measurements" ? catalogueOf(pg, projectId, "r.metric_key") : pg.literal("")
    const branches = pg`${branch(table, "r.original_time", "entity", after, limit)}
      union all ${
        entity_ids === null
          ? pg`${branch(table, "r.original_time", "device", after, limit)}
        union all`
          : pg.literal("")
      }
      ${branch(table, "r.curated_time", "entity", after, limit)}`
    return pg<Row>`
      with page as materialized (
        select s.id as subject_id, r.*
        from (${subjects(after)}) s
          cross join lateral (select * from (${branches}) u order by u.at, u.id limit ${limit}) r
        order by s.id, r.at, r.id
        limit ${limit}
      ) ${pg.literal(order.format === "movebank" ? `, ${named.with}` : "")}
      select ${pg.literal(order.format === "movebank" ? `${columns}, ${named.columns}` : columns)}
      from page r
        left join entities e on e.id = r.entity_id
        left join devices d
          on d.id = r.device_id ${pg.literal(order.format === "movebank" ? named.joins : "")} ${catalogue}
      order by r.subject_id, r.at, r.id`.unprepared // planned for these subjects and this span, every time
  }

  return {
    count,
    page: (
      after: Place | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<Row>, Effect.Error<ReturnType<typeof events>>> =>
      dataset === "events" ? events(after, limit) : records(dataset, after, limit)
  }
}
