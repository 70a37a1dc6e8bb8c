// The subjects of a map with their newest fix and what the map shows of them, in one statement.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { MapNow } from "../../../domain/tracking/Position.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { wireTime } from "../../sql/keyset.ts"
import { daysBefore, momentOf, newestFixes, type FixSubject } from "../positions/newestFixes.ts"

/** Box is west, south, east, north; west > east crosses the antimeridian. */
export type Box = readonly [number, number, number, number]

/**
 * MapQuery is the requested map: a project as the caller sees it, a box (null: all), a moment (epoch ms;
 * null: now).
 */
export interface MapQuery {
  readonly projectId: string
  readonly visibility: Visibility
  readonly box: Box | null
  readonly at: number | null
}

/** MapProperties are the properties of a subject on the map. */
type MapProperties = MapNow["features"][number]["properties"]
/** MapRow is a subject of the map. */
export interface MapRow extends Omit<MapProperties, "reporting" | "battery" | "still_since"> {
  readonly id: string
  readonly lon: number
  readonly lat: number
  /** false: it is outside the box, and only counted */
  readonly shown: boolean
  /** of the fix: epoch ms */
  readonly last: number
  readonly age_ms: number
  readonly battery_metric: string | null
  readonly battery_value: number | null
  readonly battery_unit: string | null
}

/** BATTERY_DAYS is how old a battery value may be. */
const BATTERY_DAYS = 7

/** The fixes of an entity. */
export const entityFixes: FixSubject = { key: "p.entity_id", condition: "true" }
/** Returns the fixes of a device on no entity; of a device that a scoped caller sees, all of its fixes. */
export const deviceFixes = (visibility: Visibility): FixSubject => ({
  key: "p.device_id",
  condition: visibility === null ? "p.entity_id is null" : "true"
})

/** Returns the subjects of the map as statements of their ids: entities, and devices that are on none. */
const subjectsOf = (
  pg: PgClient.PgClient,
  { at, projectId, visibility }: MapQuery
): { readonly entities: Fragment; readonly devices: Fragment } => {
  const moment = momentOf(pg, at)
  const isThen = (alias: string) =>
    pg`${pg.literal(`${alias}.valid_from`)} <= ${moment}
      and (${pg.literal(`${alias}.valid_to`)} is null or ${pg.literal(`${alias}.valid_to`)} > ${moment})`
  return {
    entities: pg`
      select e.id
      from entities e
      where ${pg.and([
        pg`e.project_id = ${projectId} and e.status <> 'archived'`,
        ...seenOnes(pg, visibility, "entities", "e.id")
      ])}`,
    devices: pg`
      select s.device_id as id
      from project_assignments s
      where ${pg.and([
        pg`s.project_id = ${projectId} and ${isThen("s")}`,
        ...seenOnes(pg, visibility, "devices", "s.device_id")
      ])}
        and not exists (
          select from entity_assignments x
          where ${pg.and([
            pg`x.device_id = s.device_id and x.project_id = s.project_id and ${isThen("x")}`,
            ...seenOnes(pg, visibility, "entities", "x.entity_id")
          ])}
        )`
  }
}

/** Counts the subjects, with a fix or without. */
export const countSubjects = (pg: PgClient.PgClient, asked: MapQuery) => {
  const { devices, entities } = subjectsOf(pg, asked)
  return Effect.map(
    pg<{ readonly total: number }>`
      select ((select count(*) from (${entities}) e) + (select count(*) from (${devices}) d))::int4 as total`,
    ([row]) => row!.total
  )
}

const isInside = (pg: PgClient.PgClient, box: Box | null): Fragment => {
  if (box === null) return pg.literal("true")
  const [west, south, east, north] = box
  const across =
    west <= east ? pg`l.lon between ${west} and ${east}` : pg`(l.lon >= ${west} or l.lon <= ${east})`
  return pg`(l.lat between ${south} and ${north} and ${across})`
}

/** Reads all subjects with a fix, also outside the box. */
export const readMapRows = (pg: PgClient.PgClient, asked: MapQuery) => {
  const { at, box, projectId, visibility } = asked
  const moment = momentOf(pg, at)
  const { devices, entities } = subjectsOf(pg, asked)
  /** Returns the newest value of a battery. */
  const battery = (mine: string) => pg`
      select b.metric_key as battery_metric, b.value_number as battery_value, k.unit as battery_unit
      from metrics k
        cross join lateral (
          select m.metric_key, m.value_number, m.original_time
          from measurements m
          where l.shown and ${pg.literal(mine)} and m.metric_key = k.key
            and (m.project_id = ${projectId}) is true and m.valid and m.curated_time is null
            and m.value_number is not null
            and ${daysBefore(pg, at, "m.original_time", BATTERY_DAYS)}
          order by m.original_time desc, m.id desc
          limit 1
        ) b
      where k.key in ('battery_percent', 'battery_voltage')
      order by b.original_time desc, b.metric_key
      limit 1`
  const told = (subjects: Fragment, whose: FixSubject, mine: string) => pg`
      (select l.*, b.*
      from (
          select l.*, (extract(epoch from ${moment} - l.at) * 1000)::float8 as age_ms,
            ${isInside(pg, box)} as shown
          from (${newestFixes(pg, projectId, at, subjects, whose)}) l
          offset 0
        ) l
        left join lateral (${battery(mine)}) b on true)`
  const isOpen =
    at === null
      ? pg.literal("a.status = 'open'")
      : pg`a.created_at <= ${moment} and coalesce(a.acknowledged_at > ${moment}, true)
          and coalesce(a.resolved_at > ${moment}, true)`
  /** Open alerts by subject, all at once: looking each subject up costs more than reading all alerts. */
  const openAlerts = (subject: "entity_id" | "device_id", which: Fragment) => pg`
      select ${pg.literal(`a.${subject}`)} as id, count(*)::int4 as count
      from alerts a
      where a.project_id = ${projectId} and ${which} and ${isOpen}
      group by ${pg.literal(`a.${subject}`)}`
  const fix = pg.literal(
    `l.shown, floor(date_part('epoch', l.at) * 1000 + 0.5) as last, l.age_ms, l.lon, l.lat, ` +
      `${wireTime("l.at")} as time, l.speed_mps, l.heading_deg, l.accuracy_m, l.record_type, ` +
      `l.battery_metric, l.battery_value, l.battery_unit`
  )
  const [measured, alerts] =
    visibility === null
      ? ["m.device_id = l.id and m.entity_id is null", pg.literal("a.entity_id is null")]
      : ["m.device_id = l.id", pg.literal("true")]
  return pg<MapRow>`
      select e.id,
        e.id as entity_id,
        e.name as entity_name,
        t.key as entity_type,
        e.group_id, l.device_id,
        d.name as device_name,
        ${fix},
        coalesce(a.count, 0) as open_alerts
      from ${told(entities, entityFixes, "m.entity_id = l.id")} l
        left join (${openAlerts("entity_id", pg.literal("true"))}) a on a.id = l.id
        join entities e on e.id = l.id
        join entity_types t on t.id = e.entity_type_id
        left join devices d on d.id = l.device_id
      union all
      select d.id, null, null, null, null, d.id, d.name, ${fix},
        coalesce(a.count, 0)
      from ${told(devices, deviceFixes(visibility), measured)} l
        left join (${openAlerts("device_id", alerts)}) a on a.id = l.id
        join devices d on d.id = l.id`
}
