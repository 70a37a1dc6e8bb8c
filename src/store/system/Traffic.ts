// Reads traffic: arrived items. Written by `intake/TrafficCollector.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import { type ReadBy, readFields } from "../../domain/intake/readFields.ts"
import { remedyOf } from "../../domain/intake/TraceCode.ts"
import type { Arrival, arrivalStatuses, TrafficCount } from "../../domain/system/Traffic.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { READ_BY_SQL } from "../tracking/readBy.ts"
import { reachedRecords, seenRecords } from "../access/visibilityConditions.ts"

/** TrafficFilter narrows a list of items. */
interface TrafficFilter {
  readonly data_source_id?: string
  readonly device_id?: string
  readonly external_id?: string
  readonly status?: (typeof arrivalStatuses)[number]
  readonly code?: string
  readonly include?: "payload"
  /** of `received_at`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

const columns =
  `a.id, ${wireTime("a.received_at")} as received_at, a.data_source_id, s.name as data_source_name, ` +
  `a.external_id, a.project_id, a.device_id, d.name as device_name, a.entity_id, e.name as entity_name, ` +
  `a.status, a.code, t.error as detail, ` +
  `jsonb_path_query_first(t.steps, '$[*].detail.member') #>> '{}' as pointer, a.trace_id, a.lag_seconds`

interface Row extends Omit<Arrival, "remedy"> {
  readonly place_time: string
  /** how the source's adapter reads the payload; selected with it */
  readonly by?: ReadBy
}

const named = `
  join data_sources s on s.id = a.data_source_id
  left join devices d on d.id = a.device_id
  left join entities e on e.id = a.entity_id`

/** The trace of a refused item, one row at most: in the month of its arrival, which is when a trace starts. */
const trace = `left join processing_traces t on t.id = a.trace_id
  and t.started_at between a.received_at - interval '1 hour' and a.received_at + interval '1 hour'`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const arrivalOf = ({ by, ...row }: Row): Arrival & { readonly place_time: string } => ({
    ...row,
    remedy: remedyOf(row.code),
    ...(row.payload === undefined ? {} : readFields(row.payload, by ?? null))
  })

  const read = Effect.fnUntraced(function* (
    conditions: Parameters<typeof pg.and>[0],
    filter: TrafficFilter,
    window: Window
  ) {
    const selected = pg.literal(
      filter.include === "payload" ? `${columns}, a.payload, ${READ_BY_SQL} as by` : columns
    )
    const rows = yield* pg<Row>`
      select ${selected}, ${pg.literal(placeTime("a.received_at"))} as place_time
      from arrivals a
        ${pg.literal(named)}
        ${pg.literal(trace)}
      where ${pg.and([
        ...conditions,
        ...(filter.data_source_id === undefined
          ? []
          : [pg`a.data_source_id = ${filter.data_source_id}::uuid`]),
        ...(filter.device_id === undefined ? [] : [pg`a.device_id = ${filter.device_id}::uuid`]),
        ...(filter.external_id === undefined ? [] : [pg`a.external_id = ${filter.external_id}`]),
        ...(filter.status === undefined ? [] : [pg`a.status = ${filter.status}`]),
        ...(filter.code === undefined ? [] : [pg`a.code = ${filter.code}`]),
        ...(filter.from === undefined ? [] : [pg`a.received_at >= ${new Date(filter.from)}`]),
        ...(filter.to === undefined ? [] : [pg`a.received_at < ${new Date(filter.to)}`]),
        after(pg, window, "a.received_at", "a.id")
      ])}
      order by a.received_at desc, a.id desc
      limit ${window.limit + 1}`
    return slice(window, rows.map(arrivalOf), (row) => row.id)
  }, Effect.orDie)

  /** Counts of all projects. */
  const counts = Effect.fn("Traffic.counts")(function* (
    sourceId: string,
    { from, to }: Pick<TrafficFilter, "from" | "to">,
    window: Window
  ) {
    const rows = yield* pg<TrafficCount & { readonly place_time: string }>`
      select ${pg.literal(wireTime("c.minute"))} as minute,
        c.accepted::float8, c.duplicates::float8, c.rejected::float8, c.unassigned::float8,
        ${pg.literal(placeTime("c.minute"))} as place_time
      from data_source_counts c
      where ${pg.and([
        pg`c.data_source_id = ${sourceId}::uuid`,
        ...(from === undefined ? [] : [pg`c.minute >= ${new Date(from)}`]),
        ...(to === undefined ? [] : [pg`c.minute < ${new Date(to)}`]),
        after(pg, window, "c.minute", "c.data_source_id")
      ])}
      order by c.minute desc
      limit ${window.limit + 1}`
    return slice(window, rows, () => sourceId)
  }, Effect.orDie)

  return {
    ofProject: (projectId: string, visibility: Visibility, filter: TrafficFilter, window: Window) =>
      Effect.withSpan(
        read([pg`a.project_id = ${projectId}::uuid`, ...seenRecords(pg, visibility, "a")], filter, window),
        "Traffic.ofProject"
      ),
    /** Items of the projects in reach; items of no project are for callers who see everything. */
    ofSource: (sourceId: string, reach: Reach, filter: TrafficFilter, window: Window) =>
      Effect.withSpan(
        read([pg`a.data_source_id = ${sourceId}::uuid`, ...reachedRecords(pg, reach, "a")], filter, window),
        "Traffic.ofSource"
      ),
    counts
  }
})

/** Traffic lists items. */
export class Traffic extends Context.Service<Traffic>()("store/Traffic", { make }) {
  static readonly layer = Layer.effect(Traffic, make)
}
