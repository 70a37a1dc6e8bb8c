// The counts of the timeline below a map, and the place and time zone of a project, for its nights and days.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Types } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Geometry } from "../../../domain/geo/Geometry.ts"
import { markOf } from "../../../domain/geo/boxOf.ts"
import { middleOf } from "../../../domain/geo/middleOf.ts"
import type { Point } from "../../../domain/geo/Point.ts"
import type { severities } from "../../../domain/rule/Document.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { gapAfterMs } from "../../../domain/tracking/reporting.ts"
import { waysBetween } from "../../../domain/tracking/whereabouts.ts"
import { instants, uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { placeableFix } from "../entities/reporting.ts"
import { seenAnimals } from "../positions/projectFixes.ts"
import { type SeenWindow, windowFixes } from "../positions/windowFixes.ts"

type Severity = (typeof severities)[number]

/** Bin is the counts in one interval of a window; `fixes` null: too many to count. */
type Bin = Readonly<Record<Severity, number>> & { readonly fixes: number | null }

/** Day is the counts in one day of an entity, and the distance it went; `fixes` null: too many to read. */
type Day = Bin & { readonly distance_km: number | null }

/** Place is where a project is. */
interface Place {
  readonly timezone: string
  /** degrees; null: unknown */
  readonly middle: Point | null
}

/** MAX_FIXES is how many fixes are counted: a second of work. */
const MAX_FIXES = 2_000_000
/**
 * MAX_FOLLOWED_FIXES is how many fixes of one entity are read for its distances: less than one a minute for a
 * year.
 */
const MAX_FOLLOWED_FIXES = 200_000
/** MAX_FEATURES and MAX_NEWEST_FIXES are how many say where a project is. */
const MAX_FEATURES = 500
const MAX_NEWEST_FIXES = 500

const fixColumns = (time: string): string =>
  `${time} as at, p.id, coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** The counts in each interval of `widthMs` of a window, the last one shorter where the window ends. */
  const count = Effect.fn("Timelines.count")(function* (window: SeenWindow, widthMs: number) {
    const { entityIds, from, projectId, to, visibility } = window
    const length = Math.ceil((to - from) / widthMs)
    // times have microseconds, which may round out of the span
    const binOf = (time: string) => pg`
      least(${length - 1}::int4, floor(
        (floor(date_part('epoch', ${pg.literal(time)}) * 1000 + 0.5) - ${from}::float8) / ${widthMs}::float8
      )::int4)`
    const fixes = yield* pg<{ readonly bin: number; readonly count: number }>`
      select ${binOf("f.at")} as bin, count(*)::int4 as count
      from (${windowFixes(pg, window, (time) => `${time} as at`)} limit ${MAX_FIXES + 1}) f
      group by 1`
    const events = yield* pg<{ readonly bin: number; readonly severity: Severity; readonly count: number }>`
      select ${binOf("e.time")} as bin, e.severity, count(*)::int4 as count
      from events e
      where ${pg.and([
        pg`e.project_id = ${projectId} and e.time >= ${new Date(from)} and e.time < ${new Date(to)}`,
        ...(entityIds.length === 0 ? [] : [pg`e.entity_id = any(${uuids(entityIds)})`]),
        ...seenRecords(pg, visibility, "e")
      ])}
      group by 1, 2`
    const isCounted = fixes.reduce((sum, bin) => sum + bin.count, 0) <= MAX_FIXES
    const bins = Array.from({ length }, (): Types.Mutable<Bin> => ({
      fixes: isCounted ? 0 : null,
      info: 0,
      warning: 0,
      critical: 0
    }))
    if (isCounted) for (const { bin, count } of fixes) bins[bin]!.fixes = count
    for (const { bin, count, severity } of events) bins[bin]![severity] = count
    return bins
  }, Effect.orDie)

  /** The counts and distances of the window's only entity between neighbours of `edges`, epoch ms ascending. */
  const days = Effect.fn("Timelines.days")(function* (window: SeenWindow, edges: ReadonlyArray<number>) {
    const { entityIds, from, projectId, to, visibility } = window
    const [project] = yield* pg<{ readonly gap: unknown }>`
      select settings -> 'gap_hours' as gap from projects where id = ${projectId}`
    const gapMs = gapAfterMs(project?.gap)
    // steps across the first and the last edge have one end outside the window
    const wider = { ...window, from: from - gapMs, to: to + gapMs }
    const column = (of: string) => pg.literal(`string_agg(float8send(${of}), ''::bytea order by f.at, f.id)`)
    const [packed] = yield* pg<Readonly<Record<"times" | "lons" | "lats", Uint8Array | null>>>`
      select ${column("floor(date_part('epoch', f.at) * 1000 + 0.5)")} as times, ${column("f.lon")} as lons,
        ${column("f.lat")} as lats
      from (${windowFixes(pg, wider, fixColumns)} limit ${MAX_FOLLOWED_FIXES + 1}) f`.unprepared
    const times = doubles(packed?.times ?? null)
    const ways = waysBetween(
      { times, lons: doubles(packed?.lons ?? null), lats: doubles(packed?.lats ?? null) },
      edges.map((edge) => Math.min(to, Math.max(from, edge))),
      gapMs
    )
    const events = yield* pg<{ readonly day: number; readonly severity: Severity; readonly count: number }>`
      select width_bucket(e.time, ${instants(edges)}) as day, e.severity, count(*)::int4 as count
      from events e
      where ${pg.and([
        pg`e.project_id = ${projectId} and e.time >= ${new Date(from)} and e.time < ${new Date(to)}
          and e.entity_id = any(${uuids(entityIds)})`,
        ...seenRecords(pg, visibility, "e")
      ])}
      group by 1, 2`
    const days = ways.map((way): Types.Mutable<Day> => ({
      ...(times.length > MAX_FOLLOWED_FIXES ? { fixes: null, distance_km: null } : way),
      info: 0,
      warning: 0,
      critical: 0
    }))
    for (const { count, day, severity } of events) days[day - 1]![severity] = count
    return days
  }, Effect.orDie)

  /** The place of a project, by its features, or by the newest fix of each animal that the caller sees. */
  const place = Effect.fn("Timelines.place")(function* ({ projectId, visibility }: SeenWindow) {
    const [project] = yield* pg<{ readonly timezone: string }>`
      select timezone from projects where id = ${projectId}`
    const shapes = yield* pg<{ readonly geometry: Geometry }>`
      select geometry from features where project_id = ${projectId} order by id limit ${MAX_FEATURES}`
    const newest = (condition: Fragment, limit: number) => pg`
      (select coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat,
        p.original_time as at
      from positions p
      where ${pg.and([pg`${condition} and ${pg.literal(placeableFix)}`, ...seenRecords(pg, visibility, "p")])}
      order by p.original_time desc, p.id desc
      limit ${limit})`
    const newestOfAnimal = newest(pg`p.entity_id = s.id and (p.project_id = ${projectId}::uuid) is true`, 1)
    const seen =
      shapes.length > 0
        ? []
        : yield* pg<{ readonly lon: number; readonly lat: number }>`
          select f.lon, f.lat
          from (
            (
              select n.*
              from (${seenAnimals(pg, projectId, visibility)}) s
                cross join lateral ${newestOfAnimal} n
            )
            union all ${newest(pg`p.entity_id is null and p.project_id = ${projectId}`, MAX_NEWEST_FIXES)}
          ) f
          order by f.at desc
          limit ${MAX_NEWEST_FIXES}`
    const place: Place = {
      timezone: project?.timezone ?? "UTC",
      middle: middleOf([
        ...shapes.map(({ geometry }) => markOf(geometry)),
        ...seen.map(({ lat, lon }) => [lon, lat] as const)
      ])
    }
    return place
  }, Effect.orDie)

  return { count, days, place }
})

/** Timelines reads counts over time. */
export class Timelines extends Context.Service<Timelines>()("store/Timelines", { make }) {
  static readonly layer = Layer.effect(Timelines, make)
}
