// Values of a metric over time, thinned where they are more than one wants, in the database: what is left out never leaves it. Numbers keep of
// each of so many equal stretches of time the first, last, lowest and highest value (M4, Jugel and others 2014), with which a line looks as it
// would with all of them; booleans and texts keep their changes.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Visibility } from "../domain/access/Visibility.ts"
import type { SeriesPoint } from "../domain/tracking/Measurement.ts"
import type { MetricRecord } from "../domain/tracking/MetricRecord.ts"
import { texts } from "./arrays.ts"
import { valueColumns, valueOf, type ValueRow } from "./metricColumns.ts"
import { seenRecords } from "./visible.ts"

/** A series that is asked for: of an entity, or of a device whoever wore it; `[from, to)` in epoch ms. */
export interface SeriesOrder {
  readonly subject: { readonly entityId: string } | { readonly deviceId: string }
  readonly metric: string
  readonly from?: number
  readonly to?: number
  /** at least 4 */
  readonly maxPoints: number
  /** values that may be read */
  readonly most: number
}

/** Oldest first; `total`: how many values there are. */
export interface Thinned {
  readonly points: ReadonlyArray<SeriesPoint>
  readonly total: number
}

/** More values than may be read. */
export class TooManyValues extends Data.TaggedError("TooManyValues")<{}> {}

export class MetricSeries extends Context.Service<MetricSeries, {
  readonly read: (projectId: string, visibility: Visibility, order: SeriesOrder) => Effect.Effect<Thinned, TooManyValues>
  /** What the catalogue says of metrics, by key. */
  readonly metrics: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Pick<MetricRecord, "label" | "unit" | "value_type" | "defined">>>
}>()("store/MetricSeries") {
  static readonly layer = Layer.effect(MetricSeries, Effect.suspend(() => make))
}

/** Stretches of one statement: in between others have their turn, and what is too much is noticed. */
const TURN = 64

type Row = ValueRow & { readonly at: number }
interface Stretch {
  readonly n: number
  readonly points: ReadonlyArray<readonly [at: number, value: number]>
}

const epoch = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
const point = (row: Row): SeriesPoint => ({ at: row.at, value: valueOf(row) })

/** Each moment and value once. */
const inOrder = (points: Stretch["points"]): ReadonlyArray<SeriesPoint> =>
  points.toSorted(([a, v], [b, w]) => a - b || v - w).filter(([at, value], i, all) => at !== all[i - 1]?.[0] || value !== all[i - 1]![1]).map(([at, value]) => ({ at, value }))

const make = Effect.gen(function*() {
  const pg = yield* PgClient.PgClient

  const read = Effect.fn("MetricSeries.read")(function*(projectId: string, visibility: Visibility, { from, maxPoints, metric, most, subject, to }: SeriesOrder) {
    const mine = "entityId" in subject ? { sent: pg`m.entity_id = ${subject.entityId}::uuid`, moved: pg`coalesce(m.entity_id, m.device_id) = ${subject.entityId}::uuid` }
      : { sent: pg`m.device_id = ${subject.deviceId}::uuid`, moved: pg.literal("true") }
    // the project is said so that nobody reads it for one subject
    const fit = pg.and([mine.sent, pg`m.metric_key = ${metric} and (m.project_id = ${projectId}::uuid) is true and m.valid`, ...seenRecords(pg, visibility, "m")])
    /** The values of a span by effective time: as they were sent, and those moved, which lie elsewhere. */
    const values = (columns: string, span: (time: string) => ReturnType<typeof pg.literal>, rest: (time: string) => ReturnType<typeof pg.literal>) => pg`
      (select ${pg.literal(`m.original_time as t, m.id, ${columns}`)} from measurements m where ${fit} and m.curated_time is null and ${span("m.original_time")} ${rest("m.original_time")})
      union all (select ${pg.literal(`m.curated_time, m.id, ${columns}`)} from measurements m where ${fit} and ${mine.moved} and m.curated_time is not null and ${span("m.curated_time")} ${rest("m.curated_time")})`
    const asked = (time: string) => pg.and([
      pg.literal("true"), ...(from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(from)}`]), ...(to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(to)}`])
    ])
    const ends = (order: "asc" | "desc", limit: number) => pg<Row & { readonly t: Date }>`
      select v.*, ${pg.literal(epoch("v.t"))} as at from (${values(valueColumns, asked, (time) => pg`order by ${pg.literal(`${time} ${order}, m.id ${order}`)} limit ${limit}`)}) v
      order by ${pg.literal(`v.t ${order}, v.id ${order}`)} limit ${limit}`

    const head = yield* Effect.orDie(ends("asc", maxPoints + 1))
    if (head.length <= maxPoints) return { points: head.map(point), total: head.length }
    if (head[0]!.value_number === null) return yield* changes(values(valueColumns, asked, () => pg`limit ${most + 1}`), maxPoints, most)

    const [last] = yield* Effect.orDie(ends("desc", 1))
    const first = head[0]!.at, bins = Math.floor(maxPoints / 4), width = Math.ceil((last!.at - first + 1) / bins)
    const points: Array<readonly [number, number]> = []
    let total = 0
    for (let bin = 0; bin < bins; bin += TURN) {
      const inBin = (time: string) => pg.literal(`${time} >= b.since and ${time} < b.until`)
      const stretches = yield* Effect.orDie(pg<Stretch>`
        select q.n, q.points from (select ${new Date(first)}::timestamptz + i * ${width}::float8 * interval '1 millisecond' as since, ${new Date(first)}::timestamptz + (i + 1) * ${width}::float8 * interval '1 millisecond' as until
          from generate_series(${bin}::int4, ${Math.min(bin + TURN, bins) - 1}::int4) i) b cross join lateral (
          with r as materialized (select v.t, v.value_number as x from (${values("m.value_number", inBin, () => pg`limit ${most + 1}`)}) v),
          s as materialized (select count(*)::int4 as n, min(x) as low, max(x) as high, min(t) as first, max(t) as last from r)
          select s.n, jsonb_build_array(jsonb_build_array(${pg.literal(epoch("s.first"))}, (select x from r where t = s.first order by x limit 1)),
            jsonb_build_array((select ${pg.literal(epoch("min(t)"))} from r where x = s.low), s.low), jsonb_build_array((select ${pg.literal(epoch("min(t)"))} from r where x = s.high), s.high),
            jsonb_build_array(${pg.literal(epoch("s.last"))}, (select x from r where t = s.last order by x desc limit 1))) as points from s) q
        where q.n > 0`)
      for (const stretch of stretches) {
        total += stretch.n
        points.push(...stretch.points)
      }
      if (total > most) return yield* new TooManyValues()
    }
    return { points: inOrder(points), total }
  })

  /** The values that differ from the one before, and the last one; of more of them than one wants, every so many the first and the last. */
  const changes = Effect.fnUntraced(function*(values: ReturnType<typeof pg.literal>, maxPoints: number, most: number) {
    const rows = yield* Effect.orDie(pg<Row & { readonly n: number }>`
      with numbered as (
        select v.*, row_number() over w as n, lag(v.value_boolean) over w as said, lag(v.value_text) over w as wrote, lead(v.t) over w as next from (${values}) v window w as (order by v.t, v.id)
      ), changed as (
        select *, row_number() over (order by n) as j, count(*) over () as k from numbered
        where n = 1 or next is null or said is distinct from value_boolean or wrote is distinct from value_text
      ), sized as (select *, ceil(2.0 * k / (${maxPoints}::int4 - 2))::int8 as size from changed)
      select value_number, value_boolean, value_text, n::float8 as n, ${pg.literal(epoch("t"))} as at from sized
      where k <= ${maxPoints}::int4 or (j - 1) % size = 0 or j % size = 0 or j = k order by j`)
    const total = rows.at(-1)!.n
    return total > most ? yield* new TooManyValues() : { points: rows.map(point), total }
  })

  const metrics = Effect.fn("MetricSeries.metrics")(function*(keys: ReadonlyArray<string>) {
    const rows = yield* pg<MetricRecord>`select key, label, unit, value_type, defined from metrics where key = any(${texts(keys)})`
    return new Map(rows.map((row) => [row.key, row]))
  }, Effect.orDie)

  return { read, metrics }
})
