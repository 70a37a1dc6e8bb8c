// The facts that a subject had just before a moment, from the records older than it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { LOOKBACK_MS } from "../../../domain/rule/Facts.ts"
import type { Needs, Reading, Stretch } from "../../../engine/ports.ts"
import { ints, texts } from "../../sql/arrays.ts"
import {
  addFix,
  addLatest,
  addState,
  addWindow,
  type Draft,
  emptyDraft,
  type LatestRow,
  type StateRow,
  type WindowRow
} from "../facts/draft.ts"
import { fixColumns, type FixRow } from "../facts/fixRow.ts"
import { readUpTo } from "../facts/readable.ts"
import { byKind, judgeable, stretchTable } from "./stretches.ts"

/** What is needed of the facts of each stretch; of what was read so far alone, where that is said. */
export const recallFacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  stretches: ReadonlyArray<Stretch>,
  { metrics, network, spans, states }: Needs,
  reading: Reading | null
) {
  const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
  const drafts = new Map(stretches.map((s): [Stretch, Draft] => [s, emptyDraft()]))
  for (const { mine: condition, own } of byKind(stretches)) {
    const table = stretchTable(sql, own),
      mine = sql.literal(condition)
    const draft = (n: number) => drafts.get(own[n]!)!
    const fits = {
      positions: sql.literal(judgeable.positions),
      measurements: sql.literal(judgeable.measurements),
      states: sql.literal(judgeable.device_states)
    }
    // fixes whose time was curated are few and have an index of their own: where they lie by their first
    // time says nothing
    const newest = yield* sql<{ n: number; at: Date }>`
      select s.n, max(f.at) as at
      from ${table}
        cross join lateral (
          (
            select r.original_time as at
            from positions r
            where ${mine} and ${fits.positions} and r.curated_time is null and r.original_time < s.since
              and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from measurements r
            where ${mine} and ${fits.measurements} and r.original_time < s.since and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from device_states r
            where ${mine} and ${fits.states} and r.original_time < s.since and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select max(r.curated_time)
            from positions r
            where ${mine} and r.project_id = s.project_id and ${fits.positions} and r.curated_time < s.since
              and ${read}
          )
        ) f
      where f.at is not null
      group by s.n`
    for (const { at, n } of newest) draft(n).watermark = at.getTime()
    const columns = sql.literal(fixColumns)
    const known = sql.literal(`s.since - interval '${LOOKBACK_MS} milliseconds'`)
    const fixes = yield* sql<FixRow>`
      select s.n, f.*
      from ${table}
        cross join unnest(${texts(network ? ["gnss", "network"] : ["gnss"])}) as t (record_type)
        cross join lateral (
          (
            select ${columns}, r.original_time as at
            from positions r
            where ${mine} and r.record_type = t.record_type and ${fits.positions} and r.curated_time is null
              and r.original_time >= ${known} and r.original_time < s.since and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc
            limit 1
          )
          union all (
            select ${columns}, r.curated_time as at
            from positions r
            where ${mine} and r.project_id = s.project_id and r.record_type = t.record_type
              and ${fits.positions} and r.curated_time >= ${known} and r.curated_time < s.since and ${read}
            order by r.curated_time desc, r.received_at desc, r.id desc
            limit 1
          )
        ) f
      order by f.at`
    for (const f of fixes) addFix(draft(f.n), f)
    if (metrics.length > 0) {
      const latest = yield* sql<LatestRow>`
        select s.n, m.key as metric, f.*
        from ${table}
          cross join unnest(${texts(metrics)}) as m (key)
          cross join lateral (
            select r.id as record_id, r.original_time as at, r.value_number as value
            from measurements r
            where ${mine} and r.metric_key = m.key and ${fits.measurements} and r.original_time >= ${known}
              and r.original_time < s.since and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc
            limit 1
          ) f`
      for (const m of latest) addLatest(draft(m.n), m)
    }
    if (spans.size > 0) {
      const windows = yield* sql<WindowRow>`
        select s.n, m.key as metric, f.*
        from ${table}
          cross join unnest(${texts([...spans.keys()])}, ${ints([...spans.values()])}) as m (key, seconds)
          cross join lateral (
            select array_agg(w.id::float8) as ids,
              array_agg((extract(epoch from w.original_time) * 1000)::float8) as times,
              array_agg(w.value_number::float8) as values
            from (
              select r.*
              from measurements r
              where ${mine} and r.metric_key = m.key and ${fits.measurements}
                and r.original_time > s.since - make_interval(secs => m.seconds)
                and r.original_time < s.since and ${read}
              order by r.original_time, r.received_at, r.id
            ) w
          ) f
        where f.ids is not null`
      for (const w of windows) addWindow(draft(w.n), w)
    }
    if (states === null || states.length > 0) {
      const wanted = states === null ? sql`true` : sql`r.state_key = any(${texts(states)})`
      const last = yield* sql<StateRow>`
        select s.n, f.*
        from ${table}
          cross join lateral (
            select distinct on (r.device_id, r.state_key) r.device_id, r.state_key,
              r.original_time as at,
              r.value
            from device_states r
            where ${mine} and ${wanted} and ${fits.states} and r.original_time >= ${known}
              and r.original_time < s.since and ${read}
            order by r.device_id, r.state_key, r.original_time desc, r.received_at desc, r.id desc
          ) f`
      for (const r of last) addState(draft(r.n), r)
    }
  }
  return drafts
})
