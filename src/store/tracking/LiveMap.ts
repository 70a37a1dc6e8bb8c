// The map as it is now: where everybody was last, and what happened lately.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { MapEvents, MapNow } from "../../domain/tracking/Position.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { seenOnes, seenRecords } from "../access/visible.ts"

/** West, south, east, north; west > east crosses the antimeridian. */
export type Box = readonly [number, number, number, number]

/** An event on the map. */
type MapEvent = MapEvents["features"][number]

export class LiveMap extends Context.Service<
  LiveMap,
  {
    /**
     * The last valid fix of every entity that is not archived, and of every device in the project that is on
     * no entity. Who sees a device but not the entity that it is on sees the device there.
     */
    readonly now: (projectId: string, visibility: Visibility, box: Box | null) => Effect.Effect<MapNow>
    /** Events with a place of the last `hours`, newest first. */
    readonly events: (
      projectId: string,
      visibility: Visibility,
      hours: number,
      window: Window
    ) => Effect.Effect<Slice<MapEvent>>
  }
>()("store/LiveMap") {
  static readonly layer = Layer.effect(
    LiveMap,
    Effect.suspend(() => make)
  )
}

type Row<A> = A extends { readonly features: ReadonlyArray<{ readonly properties: infer P }> }
  ? P & { readonly id: string; readonly lon: number; readonly lat: number }
  : never

type Placed = { readonly id: string; readonly lon: number; readonly lat: number }

const featureOf = <P extends Placed>({ id, lat, lon, ...properties }: P) => ({
  type: "Feature" as const,
  id,
  geometry: { type: "Point" as const, coordinates: [lon, lat] as const },
  properties
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const fit = "p.valid and not p.conflicting and p.record_type = 'gnss'"
  const columns = (time: string) =>
    pg.literal(
      `p.device_id, coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat, ` +
        `p.speed_mps, p.heading_deg, p.accuracy_m, ${time} as at`
    )

  /**
   * The newest fix of each subject (`subjects` has their ids as `id`; `key` and `besides` say which fixes are
   * theirs). Whose newest fix as it was sent is of these days is found in a month or two; all months are
   * looked through for the others only. That the project is no condition for an index (`is true`) keeps the
   * one of the subject in use, where a month is all of one animal too. What was moved in time is little.
   */
  const newestFixes = (
    projectId: string,
    subjects: Fragment,
    key: "p.entity_id" | "p.device_id",
    besides: string
  ) => {
    const sent = (when: Fragment) => pg`
      (select ${columns("p.original_time")} from positions p
       where ${pg.literal(key)} = s.id and ${pg.literal(besides)} and (p.project_id = ${projectId}) is true
         and ${when} and p.curated_time is null and ${pg.literal(fit)}
       order by p.original_time desc, p.id desc limit 1)`
    const ofTheseDays =
      "p.original_time >= now() - interval '7 days' and p.original_time < now() + interval '1 day'"
    return pg`
      select distinct on (u.id) u.*
      from (
        select s.id, f.*
        from (${subjects}) s
          cross join lateral (
            with recent as materialized ${sent(pg.literal(ofTheseDays))}
            select *
            from recent
            union all ${sent(pg.literal("not exists (select from recent)"))}
          ) f
        union all
        select s.id, ${columns("p.curated_time")}
        from positions p
          join (${subjects}) s on s.id = ${pg.literal(key)}
        where p.project_id = ${projectId} and p.curated_time is not null
          and ${pg.literal(`${besides} and ${fit}`)}
      ) u
      order by u.id, u.at desc`
  }

  const inside = (box: Box | null) => {
    if (box === null) return pg.literal("true")
    const [west, south, east, north] = box
    return pg.and([
      pg`l.lat between ${south} and ${north}`,
      west <= east ? pg`l.lon between ${west} and ${east}` : pg`(l.lon >= ${west} or l.lon <= ${east})`
    ])
  }

  const fix = pg.literal(
    `l.lon, l.lat, ${wireTime("l.at")} as time, l.speed_mps, l.heading_deg, l.accuracy_m`
  )

  const now = Effect.fn("LiveMap.now")(function* (
    projectId: string,
    visibility: Visibility,
    box: Box | null
  ) {
    const bare =
      visibility === null
        ? {
            alerts: pg.literal("a.entity_id is null"),
            fixes: "p.entity_id is null",
            on: pg.literal(""),
            seen: []
          }
        : {
            alerts: pg.literal("true"),
            fixes: "true",
            on: pg` and ${pg.and(seenOnes(pg, visibility, "entities", "x.entity_id"))}`,
            seen: seenOnes(pg, visibility, "devices", "s.device_id")
          }
    const entities = pg`
      select e.id
      from entities e
      where ${pg.and([
        pg`e.project_id = ${projectId} and e.status <> 'archived'`,
        ...seenOnes(pg, visibility, "entities", "e.id")
      ])}`
    const devices = pg`
      select s.device_id as id
      from project_assignments s
      where ${pg.and([
        pg`s.project_id = ${projectId} and s.valid_from <= now()
        and (s.valid_to is null or s.valid_to > now())`,
        ...bare.seen
      ])}
        and not exists (
          select from entity_assignments x
          where x.device_id = s.device_id and x.project_id = s.project_id and x.valid_from <= now()
            and (x.valid_to is null or x.valid_to > now())${bare.on}
        )`
    const rows = yield* pg<Row<MapNow>>`
      select e.id,
        e.id as entity_id,
        e.name as entity_name,
        t.key as entity_type,
        e.group_id, l.device_id,
        d.name as device_name,
        ${fix},
        (
          select count(*)::int4
          from alerts a
          where a.entity_id = e.id and a.project_id = e.project_id and a.status = 'open'
        ) as open_alerts
      from (${newestFixes(projectId, entities, "p.entity_id", "true")}) l
        join entities e on e.id = l.id
        join entity_types t on t.id = e.entity_type_id
        left join devices d on d.id = l.device_id
      where ${inside(box)}
      union all
      select d.id, null, null, null, null, d.id, d.name, ${fix},
        (
          select count(*)::int4
          from alerts a
          where a.device_id = d.id and ${bare.alerts} and a.project_id = ${projectId} and a.status = 'open'
        )
      from (${newestFixes(projectId, devices, "p.device_id", bare.fixes)}) l
        join devices d on d.id = l.id
      where ${inside(box)}`
    return { type: "FeatureCollection" as const, features: rows.map(featureOf) }
  }, Effect.orDie)

  const events = Effect.fn("LiveMap.events")(function* (
    projectId: string,
    visibility: Visibility,
    hours: number,
    window: Window
  ) {
    const rows = yield* pg<Row<MapEvents> & { readonly place_time: string }>`
      select e.id, e.lon, e.lat,
        ${pg.literal(wireTime("e.time"))} as time,
        e.event_type, e.severity, e.title, e.entity_id, e.entity_name, e.device_id, e.rule_id,
        a.id as alert_id,
        a.status as alert_status,
        ${pg.literal(placeTime("e.time"))} as place_time
      from events e
        left join alerts a on a.event_id = e.id
      where ${pg.and([
        pg`e.project_id = ${projectId} and e.time >= now() - make_interval(hours => ${hours}::int4)
          and e.lon is not null`,
        ...seenRecords(pg, visibility, "e"),
        after(pg, window, "e.time", "e.id")
      ])}
      order by e.time desc, e.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { items: items.map(featureOf), next }
  }, Effect.orDie)

  return { now, events }
})
