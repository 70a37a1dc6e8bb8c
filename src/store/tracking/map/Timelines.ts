// What the strip below a map counts, and where and in which time zone its nights and days are.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Geometry } from "../../../domain/geo/Geometry.ts"
import { markOf } from "../../../domain/geo/boxOf.ts"
import { middleOf } from "../../../domain/geo/middleOf.ts"
import type { Point } from "../../../domain/geo/Point.ts"
import type { severities } from "../../../domain/rule/Document.ts"
import { seenRecords } from "../../access/visible.ts"
import { gapAfterMs } from "../../../domain/tracking/reporting.ts"
import { waysBetween } from "../../../domain/tracking/whereabouts.ts"
import { instants, uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { fit } from "../entities/reporting.ts"
import { type SeenWindow, windowFixes } from "../positions/windowFixes.ts"

type Severity = (typeof severities)[number]

/** What was in one stretch of a window; `fixes` null: there are too many to count. */
export type Bin = Readonly<Record<Severity, number>> & { readonly fixes: number | null }

/** What was in one day of an entity, and how far it went; `fixes` null: there are too many to look at. */
export type Day = Bin & { readonly distance_km: number | null }

export interface Place {
  readonly timezone: string
  /** degrees; null: nobody knows */
  readonly middle: Point | null
}

/** Most fixes that are counted: a second's work. */
const MAX_FIXES = 2_000_000
/** Most fixes of one entity along which it is followed: one a minute for a year is more. */
const MAX_FOLLOWED = 200_000
/** Features, and fixes, that say where a project is. */
const SHAPES = 500
const NEWEST = 500

export class Timelines extends Context.Service<
  Timelines,
  {
    /** What there is in each stretch of `widthMs` of a window, the last one as long as is left. */
    readonly count: (window: SeenWindow, widthMs: number) => Effect.Effect<ReadonlyArray<Bin>>
    /** What there was of the window's only entity between neighbours of `edges`, epoch ms ascending. */
    readonly days: (window: SeenWindow, edges: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Day>>
    /** Where a project is, by its features, or by the newest fixes that the caller sees. */
    readonly place: (window: SeenWindow) => Effect.Effect<Place>
  }
>()("store/Timelines") {
  static readonly layer = Layer.effect(
    Timelines,
    Effect.suspend(() => make)
  )
}

const fixColumns = (time: string): string =>
  `${time} as at, p.id, coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const count = Effect.fn("Timelines.count")(function* (window: SeenWindow, widthMs: number) {
    const { entityIds, from, projectId, to, visibility } = window
    const length = Math.ceil((to - from) / widthMs)
    // times have microseconds, of which the last ones may be rounded out of the span
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
    const bins = Array.from({ length }, () => ({
      fixes: (isCounted ? 0 : null) as number | null,
      info: 0,
      warning: 0,
      critical: 0
    }))
    if (isCounted) for (const { bin, count } of fixes) bins[bin]!.fixes = count
    for (const { bin, count, severity } of events) bins[bin]![severity] = count
    return bins
  }, Effect.orDie)

  const days = Effect.fn("Timelines.days")(function* (window: SeenWindow, edges: ReadonlyArray<number>) {
    const { entityIds, from, projectId, to, visibility } = window
    const [project] = yield* pg<{ readonly gap: unknown }>`
      select settings -> 'gap_hours' as gap from projects where id = ${projectId}`
    const gapMs = gapAfterMs(project?.gap)
    // steps over the first and the last edge have their other end outside
    const wider = { ...window, from: from - gapMs, to: to + gapMs }
    const column = (of: string) => pg.literal(`string_agg(float8send(${of}), ''::bytea order by f.at, f.id)`)
    const [packed] = yield* pg<Readonly<Record<"times" | "lons" | "lats", Uint8Array | null>>>`
      select ${column("floor(date_part('epoch', f.at) * 1000 + 0.5)")} as times, ${column("f.lon")} as lons,
        ${column("f.lat")} as lats
      from (${windowFixes(pg, wider, fixColumns)} limit ${MAX_FOLLOWED + 1}) f`.unprepared
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
    const all = ways.map((way) => ({
      ...(times.length > MAX_FOLLOWED ? { fixes: null, distance_km: null } : way),
      info: 0,
      warning: 0,
      critical: 0
    }))
    for (const { count, day, severity } of events) all[day - 1]![severity] = count
    return all
  }, Effect.orDie)

  const place = Effect.fn("Timelines.place")(function* ({ projectId, visibility }: SeenWindow) {
    const [project] = yield* pg<{ readonly timezone: string }>`
      select timezone from projects where id = ${projectId}`
    const shapes = yield* pg<{ readonly geometry: Geometry }>`
      select geometry from features where project_id = ${projectId} order by id limit ${SHAPES}`
    const seen =
      shapes.length > 0
        ? []
        : yield* pg<{ readonly lon: number; readonly lat: number }>`
          select coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat
          from positions p
          where ${pg.and([
            pg`p.project_id = ${projectId} and ${pg.literal(fit)}`,
            ...seenRecords(pg, visibility, "p")
          ])}
          order by p.original_time desc, p.id desc
          limit ${NEWEST}`
    return {
      timezone: project?.timezone ?? "UTC",
      middle: middleOf([
        ...shapes.map(({ geometry }) => markOf(geometry)),
        ...seen.map(({ lat, lon }) => [lon, lat] as const)
      ])
    }
  }, Effect.orDie)

  return { count, days, place }
})
