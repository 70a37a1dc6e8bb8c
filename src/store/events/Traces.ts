// Reads processing traces. The table is partitioned by month of the start: an id contains its time, so one
// month is searched.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import { decisiveStep, stepsNotReached } from "../../domain/event/decisiveStep.ts"
import {
  keptUntil,
  type ProcessingTrace,
  type traceKinds,
  type TraceNames,
  type TracePage,
  type traceStatuses
} from "../../domain/event/ProcessingTrace.ts"
import { type ReadBy, readFields } from "../../domain/intake/readFields.ts"
import { ofNoOtherProject, reachedTraces, seenRecords } from "../access/visibilityConditions.ts"
import { Search } from "../search/Search.ts"
import { uuids } from "../sql/arrays.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { READ_BY_SQL } from "../tracking/readBy.ts"
import { FIRED_EVENT_SQL, stepsOf, type StoredSteps } from "./firedSteps.ts"
import { traceContext } from "./traceContext.ts"
import { traceMatches, unownedMatches, withId } from "./traceMatches.ts"

/** TraceFilter narrows a list of traces. */
interface TraceFilter {
  readonly kind?: (typeof traceKinds)[number]
  readonly status?: (typeof traceStatuses)[number]
  readonly code?: string
  readonly device_id?: string
  readonly entity_id?: string
  readonly rule_id?: string
  /** an id, or a part of the name of what they are about; not blank */
  readonly q?: string
  /** false: without their steps */
  readonly steps?: boolean
  /** of `started_at`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

const columns = `
  t.id, t.kind, t.status, t.code,
  ${wireTime("t.started_at")} as started_at,
  t.duration_ms, t.project_id, t.data_source_id, t.device_id, t.entity_id, t.rule_id, t.rule_version,
  t.event_id, t.alert_id, t.error, t.steps`

const fired = `${FIRED_EVENT_SQL} as fired`

/** The same for rows that have them by these names. */
const listed = `
  t.id, t.kind, t.status, t.code, t.started_at, t.duration_ms, t.project_id, t.data_source_id, t.device_id,
  t.entity_id, t.rule_id, t.rule_version, t.event_id, t.alert_id, t.error, t.steps`

/** The names of what a trace `t` is about: columns, and the joins they need. */
const names = `
  s.name as data_source_name, d.name as device_name, e.name as entity_name, r.name as rule_name`
const named = `
  left join data_sources s on s.id = t.data_source_id
  left join devices d on d.id = t.device_id
  left join entities e on e.id = t.entity_id
  left join rules r on r.id = t.rule_id`

/** A trace as it is stored. */
type StoredTrace = Omit<ProcessingTrace, "steps"> & StoredSteps

/** A trace with its payload, and how its source's adapter reads it. */
type KeptTrace = StoredTrace & TraceNames & Pick<TracePage, "payload"> & { readonly by?: ReadBy | null }

/** Returns a stored trace with its steps as they are read. */
const withSteps = <A extends StoredTrace>({ fired, steps, ...trace }: A) => ({
  ...trace,
  steps: stepsOf(trace, { steps, fired })
})

/** Whether a list may include traces that belong to no project, which are about no entity and no rule. */
const mayBeUnowned = (visibility: Visibility, filter: TraceFilter): boolean =>
  visibility === null &&
  (filter.kind === undefined || filter.kind === "ingest") &&
  filter.entity_id === undefined &&
  filter.rule_id === undefined

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const search = yield* Search
  const union = pg.join(" union all ", false)
  const selected = pg.literal(columns)

  /**
   * The traces of the project, and refusals of its sources about unknown devices, which belong to no
   * project; `everySource`: also refusals of sources that serve no particular project.
   */
  const list = Effect.fn("Traces.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: TraceFilter,
    window: Window,
    everySource: boolean
  ) {
    const narrowed = [
      // literals of a closed set, so that partial indexes apply
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
    ]
    const wanted = pg.and([
      pg`t.project_id = ${projectId}::uuid`,
      ...seenRecords(pg, visibility, "t"),
      ...narrowed
    ])
    const newest = (condition: Fragment) => pg`
      (
        select ${selected}, t.started_at as place
        from processing_traces t
        where ${condition}
        order by t.started_at desc, t.id desc
        limit ${window.limit + 1}
      )`
    const meant =
      filter.q === undefined ? null : yield* traceMatches(pg, search, projectId, visibility, filter.q.trim())
    // each by its own index, merged: one condition with "or" would be checked row by row. The order is that of
    // these indexes, without conversion to text, so that the merge reads no more rows of each than the page has
    const sets = meant === null ? [newest(wanted)] : meant.map((one) => newest(pg.and([wanted, one])))
    if (mayBeUnowned(visibility, filter)) {
      const unowned = pg.and([
        pg`t.project_id is null and t.kind = 'ingest'`,
        ofNoOtherProject(pg, [projectId], "t"),
        ...narrowed,
        ...(filter.q === undefined ? [] : [pg.or(unownedMatches(pg, filter.q.trim()))])
      ])
      sets.push(pg`
        (
          select n.*
          from data_sources o
            cross join lateral (
              select ${selected}, t.started_at as place
              from processing_traces t
              where t.data_source_id = o.id and ${unowned}
              order by t.started_at desc, t.id desc
              limit ${window.limit + 1}
            ) n
          where o.project_ids @> ${uuids([projectId])}
            ${pg.literal(everySource ? "or o.project_ids = '{}'" : "")}
          order by n.place desc, n.id desc
          limit ${window.limit + 1}
        )`)
    }
    if (sets.length === 0) return { items: [], next: null }
    const rows = yield* pg<StoredTrace & TraceNames & { readonly place_time: string }>`
      select ${pg.literal(listed)}, ${pg.literal(fired)}, ${pg.literal(names)},
        ${pg.literal(placeTime("t.place"))} as place_time
      from (
        select distinct on (u.place, u.id) u.*
        from (${union(sets)}) u
        order by u.place desc, u.id desc
        limit ${window.limit + 1}
      ) t ${pg.literal(named)}
      order by t.place desc, t.id desc`
    const { items, next } = slice(window, rows, (row) => row.id)
    return {
      next,
      items: items.map(withSteps).map((trace) => ({
        ...trace,
        decisive: decisiveStep(trace),
        steps: filter.steps === false ? [] : trace.steps
      }))
    }
  }, Effect.orDie)

  const read = <A>(reach: Reach, id: string, columns: Fragment) =>
    Effect.map(
      pg<A & object>`
        select ${columns}, ${pg.literal(fired)}
        from processing_traces t ${pg.literal(named)}
        where ${pg.and([withId(pg, id), ...reachedTraces(pg, reach, "t")])}`,
      ([row]) => row ?? null
    )

  /** null: the caller sees none, or its class was removed for age */
  const find = (reach: Reach, id: string) =>
    Effect.orDie(read<StoredTrace>(reach, id, selected)).pipe(
      Effect.map((row) => (row === null ? null : withSteps(row))),
      Effect.withSpan("Traces.find")
    )

  /** A trace with those around it; `payload`: with the item as it arrived. */
  const page = Effect.fn("Traces.page")(function* (
    reach: Reach,
    id: string,
    wants: { readonly payload: boolean }
  ) {
    const row = yield* read<KeptTrace>(
      reach,
      id,
      pg`${selected}, ${pg.literal(wants.payload ? `${names}, t.payload, ${READ_BY_SQL} as by` : names)}`
    )
    if (row === null) return null
    const { by, ...trace } = withSteps(row)
    return {
      ...trace,
      ...(wants.payload && trace.kind === "ingest" ? readFields(trace.payload, by ?? null) : {}),
      decisive: decisiveStep(trace),
      not_reached: stepsNotReached(trace),
      kept_until: keptUntil(trace),
      ...(yield* traceContext(pg, reach, trace))
    } satisfies TracePage
  }, Effect.orDie)

  return { list, find, page }
})

/** Traces lists and finds traces. */
export class Traces extends Context.Service<Traces>()("store/Traces", { make }) {
  static readonly layer = Layer.effect(Traces, make)
}
