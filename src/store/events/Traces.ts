// Processing traces, read. The table is cut by month of the start: an id says when it was made, so one is
// looked for in one month.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import {
  madeAt,
  type ProcessingTrace,
  type traceKinds,
  type traceStatuses
} from "../../domain/event/ProcessingTrace.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { reachedRecords, seenRecords } from "../access/visible.ts"

/** A trace starts when its id is made, give or take what clocks and long batches need. */
const AROUND_MS = 3_600_000

export interface TraceFilter {
  readonly kind?: (typeof traceKinds)[number]
  readonly status?: (typeof traceStatuses)[number]
  readonly code?: string
  readonly device_id?: string
  readonly entity_id?: string
  readonly rule_id?: string
  /** of `started_at`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

export class Traces extends Context.Service<
  Traces,
  {
    readonly list: (
      projectId: string,
      visibility: Visibility,
      filter: TraceFilter,
      window: Window
    ) => Effect.Effect<Slice<ProcessingTrace>>
    /** null: there is none that the caller sees, or its class was dropped for age. */
    readonly find: (reach: Reach, id: string) => Effect.Effect<ProcessingTrace | null>
  }
>()("store/Traces") {
  static readonly layer = Layer.effect(
    Traces,
    Effect.suspend(() => make)
  )
}

const columns = `
  t.id, t.kind, t.status, t.code,
  ${wireTime("t.started_at")} as started_at,
  t.duration_ms, t.project_id, t.data_source_id, t.device_id, t.entity_id, t.rule_id, t.rule_version,
  t.event_id, t.alert_id, t.error, t.steps`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(columns)

  const list = Effect.fn("Traces.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: TraceFilter,
    window: Window
  ) {
    const rows = yield* pg<ProcessingTrace & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("t.started_at"))} as place_time
      from processing_traces t
      where ${pg.and([
        pg`t.project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "t"),
        // words of a closed set, written out: indexes of what went wrong are for statements that say so
        ...(filter.kind === undefined ? [] : [pg.literal(`t.kind = '${filter.kind}'`)]),
        ...(filter.status === undefined ? [] : [pg.literal(`t.status = '${filter.status}'`)]),
        ...(filter.kind === undefined || filter.status === undefined
          ? []
          : [pg.literal(`t.kind || ' ' || t.status = '${filter.kind} ${filter.status}'`)]),
        ...(filter.code === undefined ? [] : [pg`t.code = ${filter.code}`]),
        ...(filter.device_id === undefined ? [] : [pg`t.device_id = ${filter.device_id}::uuid`]),
        ...(filter.entity_id === undefined ? [] : [pg`t.entity_id = ${filter.entity_id}::uuid`]),
        ...(filter.rule_id === undefined ? [] : [pg`t.rule_id = ${filter.rule_id}::uuid`]),
        ...(filter.from === undefined ? [] : [pg`t.started_at >= ${new Date(filter.from)}`]),
        ...(filter.to === undefined ? [] : [pg`t.started_at < ${new Date(filter.to)}`]),
        after(pg, window, "t.started_at", "t.id")
      ])}
      order by t.started_at desc, t.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const find = Effect.fn("Traces.find")(function* (reach: Reach, id: string) {
    const made = madeAt(id)
    const [row] = yield* pg<ProcessingTrace>`
      select ${selected}
      from processing_traces t
      where ${pg.and([
        pg`t.id = ${id}::uuid and t.started_at between ${new Date(made - AROUND_MS)}
        and ${new Date(made + AROUND_MS)}`,
        ...reachedRecords(pg, reach, "t")
      ])}`
    return row ?? null
  }, Effect.orDie)

  return Traces.of({ list, find })
})
