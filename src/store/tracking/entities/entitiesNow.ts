// The current state of entities, for a page of them: their last place and since when, what they wear, and their
// open alerts. The caller has checked that they are seen.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { EntityNow } from "../../../domain/tracking/EntityNow.ts"
import { gapAfterMs, type Reporting, silentAfterMs } from "../../../domain/tracking/reporting.ts"
import {
  type FixColumns,
  insideSince,
  kilometresSince,
  speedBetween
} from "../../../domain/tracking/whereabouts.ts"
import { formatInstant } from "../../../domain/time.ts"
import { localDays, zoneBetween } from "../../../domain/zone.ts"
import { uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { wireTime } from "../../sql/keyset.ts"
import { catalogueOf, meaning } from "../measurements/metricColumns.ts"
import { newestFixes } from "../positions/newestFixes.ts"
import type { Areas, ProjectAreas } from "../features/ProjectAreas.ts"
import { placeableFix, reportingAt } from "./reporting.ts"
import { readStillSince } from "./stillSince.ts"

/** MAX_TODAY_FIXES is how many fixes of one entity since midnight are added up: one every four seconds. */
const MAX_TODAY_FIXES = 20_000
/** ENTITIES_PER_STEP is how many entities' fixes are in memory at a time. */
const ENTITIES_PER_STEP = 25

interface Row extends Pick<EntityNow, "battery" | "device"> {
  readonly id: string
  readonly reporting: Reporting
  readonly at: Date | null
  readonly lon: number
  readonly lat: number
  readonly speed_mps: number | null
  readonly heading_deg: number | null
  readonly accuracy_m: number | null
  readonly alerts: EntityNow["open_alerts"]
}

/** ComputedState is what is computed in addition to the row. */
interface ComputedState {
  readonly areas: Areas
  readonly fixes: FixColumns | undefined
  /** epoch ms, as the others */
  readonly still: number | undefined
  readonly today: number
  readonly gapMs: number
  readonly now: number
}

type Packed = Readonly<Record<"times" | "lons" | "lats", Uint8Array>>

const DAY_MS = 86_400_000

/** SQL. A severity as a number, for sorting. */
export const gravity = (column: string): string =>
  `array_position(array['info', 'warning', 'critical'], ${column}::text)`
const graver = `${gravity("a.severity")} desc, a.created_at desc, a.id desc`

/** Returns the start of the day of a moment, epoch ms. */
const midnight = (timezone: string, now: number): number =>
  localDays(zoneBetween(timezone, now - DAY_MS, now), now, now + 1).starts[0]!

/** Makes the reader of the state of entities. */
export const entitiesNow = (pg: PgClient.PgClient, areasOf: ProjectAreas["Service"]["get"]) => {
  const stillSince = readStillSince(pg)

  const rowsOf = (projectId: string, ids: ReadonlyArray<string>) => pg<Row>`
    select s.id, l.at, l.lon, l.lat, l.speed_mps, l.heading_deg, l.accuracy_m,
      ${reportingAt(pg, projectId, { key: "p.entity_id", id: "s.id", at: "l.at" }, pg.literal("now()"))}
        as reporting,
      (
        select jsonb_build_object('metric', b.metric_key, 'value', b.value_number, 'unit',
          ${pg.literal(meaning.unit)}, 'time', ${pg.literal(wireTime("b.at"))})
        from (
          select *
          from unnest(array['battery_voltage', 'battery_percent']) as k (key)
            cross join lateral (
              select m.metric_key, m.value_number, coalesce(m.curated_time, m.original_time) as at
              from measurements m
              where m.entity_id = s.id and m.metric_key = k.key and m.valid and m.value_number is not null
                and (m.project_id = ${projectId}::uuid) is true
              order by m.original_time desc, m.id desc
              limit 1
            ) v
          order by v.at desc, k.key desc
          limit 1
        ) b ${catalogueOf(pg, projectId, "b.metric_key")}
      ) as battery,
      (
        select jsonb_build_object('id', d.id, 'name', d.name)
        from entity_assignments a
          join devices d on d.id = a.device_id
        where a.entity_id = s.id and a.valid_from <= now() and (a.valid_to is null or a.valid_to > now())
        order by a.valid_from desc, a.id desc
        limit 1
      ) as device,
      (
        select jsonb_build_object('count', count(*), 'severity',
          (array_agg(a.severity order by ${pg.literal(graver)}))[1], 'title',
          (array_agg(a.title order by ${pg.literal(graver)}))[1])
        from alerts a
        where a.entity_id = s.id and a.project_id = ${projectId}::uuid and a.status = 'open'
      ) as alerts
    from unnest(${uuids(ids)}) as s (id)
      left join (
        ${newestFixes(pg, projectId, null, pg`select x as id from unnest(${uuids(ids)}) x`, { key: "p.entity_id" })}
      ) l on l.id = s.id`

  /** Reads the fixes since midnight and so many before, as columns. */
  const fixesOf = Effect.fnUntraced(function* (
    projectId: string,
    ids: ReadonlyArray<string>,
    today: number,
    earlier: number
  ) {
    const since = pg`${new Date(today)}::timestamptz`
    const branch = (time: string, whose: string) => pg`
      select ${pg.literal(time)} as at, p.id, coalesce(p.curated_lon, p.lon) as lon,
        coalesce(p.curated_lat, p.lat) as lat
      from positions p
      where ${pg.literal(`${whose} = s.id and p.entity_id = s.id and ${placeableFix}`)}
        and (p.project_id = ${projectId}::uuid) is true`
    const sent = pg`${branch("p.original_time", "p.entity_id")} and p.curated_time is null`
    const column = (of: string) => pg.literal(`string_agg(float8send(${of}), ''::bytea order by f.at, f.id)`)
    const rows = yield* pg<Packed & { readonly id: string }>`
      select s.id, ${column("floor(date_part('epoch', f.at) * 1000 + 0.5)")} as times,
        ${column("f.lon")} as lons, ${column("f.lat")} as lats
      from unnest(${uuids(ids)}) as s (id)
        cross join lateral (
          (${sent} and p.original_time >= ${since} order by p.original_time desc limit ${MAX_TODAY_FIXES})
          union all
          (${sent} and p.original_time < ${since} order by p.original_time desc limit ${earlier})
          union all
          (${branch("p.curated_time", "coalesce(p.entity_id, p.device_id)")} and p.curated_time >= ${since})
        ) f
      group by s.id`.unprepared
    return new Map(
      rows.map((r): readonly [string, FixColumns] => [
        r.id,
        { times: doubles(r.times), lons: doubles(r.lons), lats: doubles(r.lats) }
      ])
    )
  })

  const nowOf = (row: Row, { areas, fixes, gapMs, now, still, today }: ComputedState) => {
    const inside = row.at === null ? [] : areas.index.at(row.lon, row.lat)
    const reportedKmh = row.speed_mps === null ? null : row.speed_mps * 3.6
    const speed = reportedKmh ?? (fixes === undefined ? null : speedBetween(fixes))
    const counts =
      fixes !== undefined &&
      (fixes.times.length < MAX_TODAY_FIXES || fixes.times[fixes.times.length - MAX_TODAY_FIXES]! < today)
    return {
      last_fix:
        row.at === null
          ? null
          : {
              time: row.at.toISOString(),
              age_seconds: Math.max(0, (now - row.at.getTime()) / 1000),
              lon: row.lon,
              lat: row.lat,
              heading_deg: row.heading_deg,
              accuracy_m: row.accuracy_m
            },
      reporting: row.reporting,
      speed_kmh: speed === null ? null : Math.round(speed * 100) / 100,
      battery: row.battery,
      still_since: still === undefined ? null : formatInstant(still),
      inside: inside.map((i) => ({
        ...areas.features[i]!,
        since: formatInstant(
          (fixes === undefined ? null : insideSince(fixes, areas.index.prepared[i]!)) ?? row.at!.getTime()
        )
      })),
      today_km: counts ? kilometresSince(fixes, today, gapMs) : null,
      device: row.device,
      open_alerts: row.alerts
    } satisfies EntityNow
  }

  /**
   * Returns the states by id. `earlier`: how many fixes of each before today are searched for since when it
   * stands.
   */
  const read = Effect.fn("entitiesNow")(function* (
    projectId: string,
    ids: ReadonlyArray<string>,
    earlier: number
  ) {
    const nowById = new Map<string, EntityNow>()
    if (ids.length === 0) return nowById
    const [project] = yield* pg<{
      readonly timezone: string
      readonly silent: unknown
      readonly gap: unknown
    }>`
      select timezone, settings -> 'silent_after_hours' as silent, settings -> 'gap_hours' as gap
      from projects where id = ${projectId}::uuid`
    const now = yield* Clock.currentTimeMillis
    const today = midnight(project?.timezone ?? "UTC", now)
    const gapMs = gapAfterMs(project?.gap)
    const areas = yield* areasOf(projectId)
    const about = {
      projectId,
      whose: { key: "p.entity_id" },
      at: null,
      days: silentAfterMs(project?.silent) / DAY_MS
    } as const
    for (let from = 0; from < ids.length; from += ENTITIES_PER_STEP) {
      const some = ids.slice(from, from + ENTITIES_PER_STEP)
      const fixes = yield* fixesOf(projectId, some, today, earlier)
      const rows = yield* rowsOf(projectId, some)
      const standing = rows.flatMap(({ at, id, lat, lon, reporting }) =>
        at === null || reporting === "silent" ? [] : [{ id, last: at.getTime(), lon, lat }]
      )
      const still = yield* stillSince(about, standing)
      for (const row of rows)
        nowById.set(
          row.id,
          nowOf(row, { areas, fixes: fixes.get(row.id), still: still.get(row.id), today, gapMs, now })
        )
      yield* Effect.yieldNow
    }
    return nowById
  }, Effect.orDie)

  return { read }
}
