// Reads positions: pages of records, and whole tracks. Times and places are effective; positions that were
// moved in time have an index of their own, so every read is two, of the rows as sent and of those moved,
// merged by time.
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Layer, Struct } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { Position } from "../../../domain/tracking/Position.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { ProjectAreas } from "../features/ProjectAreas.ts"
import { seenAnimals } from "./projectFixes.ts"
import { traceOf } from "./recordTraces.ts"
import { curatedValid } from "./sentValid.ts"
import { stepsOf } from "./steps.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"

/** PositionFilter is the subject and the time: `[from, to)` in epoch ms. */
export interface PositionFilter {
  readonly entity_id?: string
  readonly device_id?: string
  readonly from?: number
  readonly to?: number
}

/**
 * RecordFilter also chooses the records. `sources`: the device's own fixes, the network's, or both;
 * `include_invalid`: also those marked as wrong; `include` step: distance and speed from the fix before.
 */
interface RecordFilter extends PositionFilter {
  readonly sources: "device" | "network" | "all"
  readonly include_invalid: boolean
  readonly include?: "step"
}

/** Fixes are fixes in time order, as columns; times in epoch ms. */
export interface Fixes {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly time: Float64Array
}

/** TooManyFixes means that there are more fixes than one answer may be made of. */
export class TooManyFixes extends Data.TaggedError("TooManyFixes")<{ readonly limit: number }> {}

/** MAX_FIXES is how many fixes a track is decimated from. */
const MAX_FIXES = 500_000

/** STEP_ORIGIN_FIXES is how many fixes beyond a page are searched for the start of its oldest step. */
const STEP_ORIGIN_FIXES = 50

/** MAX_ASKED_ANIMALS is of how many animals each is asked for its newest positions first. */
const MAX_ASKED_ANIMALS = 300
/** RECENT_MS is the span in which the newest positions of more animals are searched by time. */
const RECENT_MS = 86_400_000

type Row = Omit<Position, "geometry" | "attributes"> & {
  readonly lon: number
  readonly lat: number
  readonly attributes: Position["attributes"] | null
  readonly place_time: string
  readonly at: Date
  readonly sent_at: Date
}

const columns = (time: string) => `
  p.id::float8 as id,
  ${wireTime(time)} as time,
  ${wireTime("p.original_time")} as original_time,
  ${wireTime("p.received_at")} as received_at,
  p.device_id, p.project_id, p.entity_id, p.record_type,
  coalesce(p.curated_lon, p.lon) as lon,
  coalesce(p.curated_lat, p.lat) as lat,
  p.altitude_m, p.speed_mps, p.heading_deg, p.accuracy_m, p.satellites, p.attributes,
  p.valid and not p.conflicting as valid,
  array_remove(array[
    case when p.curated_time is not null then 'time' end,
    case when p.curated_lon is not null then 'geometry' end,
    ${curatedValid("p")}
  ], null) as curated_fields,
  ${placeTime(time)} as place_time,
  ${time} as at,
  p.original_time as sent_at`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const areas = yield* ProjectAreas

  const matching = (time: string, projectId: string, visibility: Visibility, filter: PositionFilter) => [
    pg`p.project_id = ${projectId}`,
    ...matchingOf(time, visibility, filter)
  ]
  const matchingOf = (time: string, visibility: Visibility, filter: PositionFilter) => [
    pg.literal(time === "p.curated_time" ? "p.curated_time is not null" : "p.curated_time is null"),
    ...seenRecords(pg, visibility, "p"),
    ...(filter.entity_id === undefined ? [] : [pg`p.entity_id = ${filter.entity_id}`]),
    ...(filter.device_id === undefined ? [] : [pg`p.device_id = ${filter.device_id}`]),
    ...(filter.from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(filter.from)}`]),
    ...(filter.to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(filter.to)}`])
  ]

  /** Whether a project has few animals, so that each of them is asked for its newest positions. */
  const hasFewAnimals = (projectId: string) =>
    Effect.map(
      pg<{ n: number }>`select count(*)::int4 as n from (
        select from entities where project_id = ${projectId}::uuid limit ${MAX_ASKED_ANIMALS + 1}
      ) e`,
      ([row]) => row!.n <= MAX_ASKED_ANIMALS
    )

  /** Newest first. */
  const list = Effect.fn("Positions.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: RecordFilter,
    window: Window
  ) {
    const read = window.limit + 1 + (filter.include === undefined ? 0 : STEP_ORIGIN_FIXES)
    type Time = "p.original_time" | "p.curated_time"
    /** The newest rows under more conditions, with these columns. */
    const newest = (columns: string, time: Time, more: ReadonlyArray<Fragment>) => pg`
      (select ${pg.literal(columns)} from positions p where ${pg.and([
        ...matchingOf(time, visibility, filter),
        ...(filter.include_invalid ? [] : [pg.literal("p.valid and not p.conflicting")]),
        ...(filter.sources === "all"
          ? []
          : [pg`p.record_type = ${filter.sources === "device" ? "gnss" : "network"}`]),
        after(pg, window, time, "p.id", "int8"),
        ...more
      ])} order by ${pg.literal(time)} desc, p.id desc limit ${read})`
    const inProject = pg`p.project_id = ${projectId}`
    const branch = (time: Time, more: ReadonlyArray<Fragment> = []) =>
      newest(columns(time), time, [inProject, ...more])
    const newestOf = (sent: ReadonlyArray<Fragment>) => pg<Row>`
      select u.*, ${traceOf(pg, visibility, "position")} as trace_id
      from (
        select *
        from (${pg.join(" union all ", false)([...sent, branch("p.curated_time")])}) b
        order by b.at desc, b.id desc
        limit ${read}
      ) u
      order by u.at desc, u.id desc`
    /** Of a whole project: by time where it has many animals and they fill the page, else animal by animal. */
    const newestOfProject = Effect.gen(function* () {
      if (!(yield* hasFewAnimals(projectId))) {
        const end = window.after?.time ?? filter.to ?? (yield* Clock.currentTimeMillis)
        const since = new Date(new Date(end).getTime() - RECENT_MS)
        const recent = yield* newestOf([branch("p.original_time", [pg`p.original_time >= ${since}`])])
        const last = recent[read - 1]
        if (last !== undefined && last.at >= since) return recent
      }
      // The columns are made of the rows of the page alone. Without `is true` the planner expects few rows of an
      // animal in its project, and sorts all of them.
      const ofAnimals = pg`
        (select ${pg.literal(columns("p.original_time"))}
        from (
          select p.*
          from (${seenAnimals(pg, projectId, visibility)}) s
            cross join lateral ${newest("p.*", "p.original_time", [
              pg`p.entity_id = s.id and (${inProject}) is true`
            ])} p
          order by p.original_time desc, p.id desc
          limit ${read}
        ) p)`
      return yield* newestOf([ofAnimals, branch("p.original_time", [pg.literal("p.entity_id is null")])])
    })
    const rows =
      filter.entity_id !== undefined
        ? yield* newestOf([branch("p.original_time")])
        : filter.device_id !== undefined
          ? // of a device, those in conflict have an index of their own
            yield* newestOf(
              ["not p.conflicting", "p.conflicting"].map((c) => branch("p.original_time", [pg.literal(c)]))
            )
          : yield* newestOfProject
    const { items, next } = slice(window, rows, (row) => String(row.id))
    if (filter.include === undefined) return { items: items.map(toPosition), next }
    // computed over all rows that were read: the page's oldest step began at one beyond it
    const steps = stepsOf(rows, yield* areas.get(projectId))
    return { items: items.map((row, i) => ({ ...toPosition(row), ...steps[i] })), next }
  }, Effect.orDie)

  /** The valid fixes of a device's own receiver, oldest first. */
  const fixes = Effect.fn("Positions.fixes")(function* (
    projectId: string,
    visibility: Visibility,
    filter: PositionFilter
  ) {
    // each branch is in order by itself: merging is cheaper than sorting
    const branch = (time: "p.original_time" | "p.curated_time") => pg`
      (select coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat,
        ${pg.literal(time)} as time from positions p
       where ${pg.and([
         ...matching(time, projectId, visibility, filter),
         pg.literal("p.valid and not p.conflicting and p.record_type = 'gnss'")
       ])}
       order by ${pg.literal(time)} limit ${MAX_FIXES + 1})`
    const [row] = yield* pg<Readonly<Record<"lon" | "lat" | "time", Uint8Array | null>>>`
      select string_agg(float8send(lon), ''::bytea) as lon,
        string_agg(float8send(lat), ''::bytea) as lat,
        string_agg(float8send(floor(date_part('epoch', time) * 1000 + 0.5)), ''::bytea) as time
      from (
        ${branch("p.original_time")} union all ${branch("p.curated_time")} order by time limit ${MAX_FIXES + 1}
      ) f`.pipe(Effect.orDie)
    const { lat, lon, time } = row!
    if ((time?.length ?? 0) > MAX_FIXES * Float64Array.BYTES_PER_ELEMENT)
      return yield* new TooManyFixes({ limit: MAX_FIXES })
    return { lon: doubles(lon), lat: doubles(lat), time: doubles(time) }
  })

  return { list, fixes }
})

/** Positions reads positions. */
export class Positions extends Context.Service<Positions>()("store/Positions", { make }) {
  static readonly layer = Layer.effect(Positions, make).pipe(Layer.provide(ProjectAreas.layer))
}

const toPosition = (row: Omit<Row, "place_time">): Position => ({
  ...Struct.omit(row, ["lon", "lat", "at", "sent_at"]),
  geometry: { type: "Point", coordinates: [row.lon, row.lat] },
  attributes: row.attributes ?? {}
})
