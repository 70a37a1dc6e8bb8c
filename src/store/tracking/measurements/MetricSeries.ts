// Values of a metric over time, downsampled in the database. Of numbers each of so many equal intervals keeps
// the first, last, lowest and highest value (M4, Jugel and others 2014), so that a line chart looks as with all
// of them; of booleans and texts the changes are kept.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { MetricSeries as Series, SeriesPoint } from "../../../domain/tracking/Measurement.ts"
import { texts } from "../../sql/arrays.ts"
import { catalogueOf, meaning, valueColumns, valueOf, type ValueRow } from "./metricColumns.ts"
import { type SeriesOf, seriesValues, type Values } from "./seriesValues.ts"

/** SeriesOrder is a requested series: of an entity, or of a device on any entity; `[from, to)` in epoch ms. */
export interface SeriesOrder extends SeriesOf {
  readonly from?: number
  readonly to?: number
  /** at least 4 */
  readonly maxPoints: number
  /** how many values may be read */
  readonly most: number
}

/** DownsampledSeries is a series, oldest first; `total`: how many values there are. */
export interface DownsampledSeries {
  readonly points: ReadonlyArray<SeriesPoint>
  readonly total: number
}

/** MetricDescription is what the catalogue says of a metric. */
export type MetricDescription = Pick<Series, "metric" | "label" | "unit" | "value_type" | "defined">

/** TooManyValues means that there are more values than may be read. */
class TooManyValues extends Data.TaggedError("TooManyValues")<{ readonly most: number }> {}

const meaningColumns = Object.entries(meaning)
  .map(([name, column]) => `${column} as ${name}`)
  .join(", ")

/**
 * INTERVALS_PER_STATEMENT bounds one statement: between two, other work has its turn, and the limit is
 * checked.
 */
const INTERVALS_PER_STATEMENT = 64

type Row = ValueRow & { readonly at: number }
type Dot = readonly [at: number, value: number]

const epoch = (time: string) => `floor(extract(epoch from ${time}) * 1000)::float8`
const point = (row: Row): SeriesPoint => ({ at: row.at, value: valueOf(row) })

/** Returns the points in order, each moment and value once. */
const inOrder = (dots: ReadonlyArray<Dot>): ReadonlyArray<SeriesPoint> =>
  dots
    .toSorted(([a, v], [b, w]) => a - b || v - w)
    .filter(([at, value], i, all) => i === 0 || at !== all[i - 1]![0] || value !== all[i - 1]![1])
    .map(([at, value]) => ({ at, value }))

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Intervals `b` of one width, ms, the first of them with the number `bin`. */
  const stretches = (first: number, width: number, bin: number, count: number) => {
    const edge = (n: string) =>
      pg`${new Date(first)}::timestamptz + ${pg.literal(n)} * ${width}::float8 * interval '1 millisecond'`
    return pg`(select ${edge("i")} as since, ${edge("(i + 1)")} as until
      from generate_series(${bin}::int4, ${bin + count - 1}::int4) i) b`
  }

  const numbers = Effect.fnUntraced(function* (
    values: Values,
    first: number,
    last: number,
    order: SeriesOrder
  ) {
    const { maxPoints, most } = order
    const bins = Math.floor(maxPoints / 4),
      width = Math.ceil((last - first + 1) / bins),
      dots: Array<Dot> = []
    const within = (time: string) => pg.literal(`${time} >= b.since and ${time} < b.until`)
    const inStretch = values("m.value_number", within, () => pg`limit ${most + 1}`)
    const dot = (time: string, value: string) => `jsonb_build_array(${time}, ${value})`
    const atTime = (time: string, way: string) =>
      dot(epoch(time), `(select x from r where t = ${time} order by x ${way} limit 1)`)
    const atValue = (value: string) => dot(`(select ${epoch("min(t)")} from r where x = ${value})`, value)
    const four = [
      atTime("s.first", "asc"),
      atValue("s.low"),
      atValue("s.high"),
      atTime("s.last", "desc")
    ].join(", ")
    let total = 0
    for (let bin = 0; bin < bins; bin += INTERVALS_PER_STATEMENT) {
      const rows = yield* Effect.orDie(
        pg<{ readonly n: number; readonly dots: ReadonlyArray<Dot> }>`
          select q.n, q.dots
          from ${stretches(first, width, bin, Math.min(INTERVALS_PER_STATEMENT, bins - bin))}
            cross join lateral (
              with r as materialized (
                select v.t, v.value_number as x from (${inStretch}) v
              ), s as materialized (
                select count(*)::float8 as n, min(x) as low, max(x) as high, min(t) as first, max(t) as last
                from r
              )
              select s.n, jsonb_build_array(${pg.literal(four)}) as dots
              from s
            ) q
          where q.n > 0`.unprepared
      )
      for (const row of rows) {
        total += row.n
        dots.push(...row.dots)
      }
      if (total > most) return yield* new TooManyValues({ most })
    }
    return { points: inOrder(dots), total }
  })

  /**
   * Reads the values that differ from the one before, and the last; of too many the first and last of each
   * interval.
   */
  const changes = Effect.fnUntraced(function* (values: Fragment, { maxPoints, most }: SeriesOrder) {
    const rows = yield* Effect.orDie(
      pg<Row & { readonly n: number }>`
        with numbered as (
          select v.*,
            row_number() over w as n,
            lag(v.value_boolean) over w as said,
            lag(v.value_text) over w as wrote,
            lead(v.t) over w as next
          from (${values}) v
          window w as (order by v.t, v.id)
        ), changed as (
          select *, row_number() over (order by n) as j, count(*) over () as k
          from numbered
          where n = 1 or next is null or said is distinct from value_boolean
            or wrote is distinct from value_text
        ), sized as (select *, ceil(2.0 * k / (${maxPoints}::int4 - 2))::int8 as size from changed)
        select value_number, value_boolean, value_text, n::float8 as n, ${pg.literal(epoch("t"))} as at
        from sized
        where k <= ${maxPoints}::int4 or (j - 1) % size = 0 or j % size = 0 or j = k
        order by j`.unprepared
    )
    const total = rows.at(-1)!.n
    return total > most ? yield* new TooManyValues({ most }) : { points: rows.map(point), total }
  })

  const read = Effect.fn("MetricSeries.read")(function* (
    projectId: string,
    visibility: Visibility,
    order: SeriesOrder
  ) {
    const { from, maxPoints, most, to } = order,
      values = seriesValues(pg, projectId, visibility, order)
    const asked = (time: string) =>
      pg.and([
        pg.literal("true"),
        ...(from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(from)}`]),
        ...(to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(to)}`])
      ])
    const end = (way: "asc" | "desc", limit: number) =>
      Effect.orDie(
        pg<Row>`
          select v.*, ${pg.literal(epoch("v.t"))} as at
          from (
            ${values(
              valueColumns,
              asked,
              (time) => pg`order by ${pg.literal(`${time} ${way}, m.id ${way}`)} limit ${limit}`
            )}
          ) v
          order by ${pg.literal(`v.t ${way}, v.id ${way}`)}
          limit ${limit}`.unprepared
      )

    const head = yield* end("asc", Math.min(maxPoints, most) + 1)
    if (head.length > most) return yield* new TooManyValues({ most })
    if (head.length <= maxPoints) return { points: head.map(point), total: head.length }
    if (head[0]!.value_number === null) {
      return yield* changes(
        values(valueColumns, asked, () => pg`limit ${most + 1}`),
        order
      )
    }
    const [last] = yield* end("desc", 1)
    return yield* numbers(values, head[0]!.at, last!.at, order)
  })

  /** One for each key, in their order. */
  const meanings = Effect.fn("MetricSeries.meanings")(
    (projectId: string, keys: ReadonlyArray<string>) => pg<MetricDescription>`
      select k.key as metric, ${pg.literal(meaningColumns)}
      from unnest(${texts(keys)}) with ordinality as k (key, n) ${catalogueOf(pg, projectId, "k.key")}
      order by k.n`,
    Effect.orDie
  )

  return { read, meanings }
})

/** MetricSeries reads series. */
export class MetricSeries extends Context.Service<MetricSeries>()("store/MetricSeries", { make }) {
  static readonly layer = Layer.effect(MetricSeries, make)
}
