// A subject's memory as it was just before a moment: facts from the records older than it, placements and
// states from what the journal kept of their changes.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import { type Fix, LOOKBACK_MS, type Placement, type Sample } from "../../../domain/rule/Facts.ts"
import { blank, isBlank, type RuleState } from "../../../domain/rule/RuleState.ts"
import { type Said, saidBy, saidKey } from "../../../domain/rule/stateChange.ts"
import { type Memory, type Needs, noMemory, type Reading, type Stretch } from "../../../engine/ports.ts"
import { ints, texts } from "../../sql/arrays.ts"
import { fixColumns, fixOf, type FixRow } from "../facts/fixRow.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { byKind, judgeable, stretchTable } from "./stretches.ts"

/** Facts being gathered. */
interface Draft {
  watermark: number | null
  readonly fixes: Map<RecordType, Fix>
  readonly latest: Map<string, Sample>
  readonly samples: Map<string, ReadonlyArray<Sample>>
  readonly said: Map<string, Said>
}

export const recall = (sql: SqlClient.SqlClient) => {
  const facts = Effect.fnUntraced(function* (
    stretches: ReadonlyArray<Stretch>,
    { metrics, network, spans, states }: Needs,
    reading: Reading | null
  ) {
    const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
    const drafts = new Map(
      stretches.map((s): [Stretch, Draft] => [
        s,
        { watermark: null, fixes: new Map(), latest: new Map(), samples: new Map(), said: new Map() }
      ])
    )
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
        select s.n, max(f.at) as at from ${table} cross join lateral (
          (select r.original_time as at from positions r where ${mine} and ${fits.positions}
            and r.curated_time is null and r.original_time < s.since and ${read} order by r.original_time desc
            limit 1)
          union all (select r.original_time from measurements r where ${mine} and ${fits.measurements}
            and r.original_time < s.since and ${read} order by r.original_time desc limit 1)
          union all (select r.original_time from device_states r where ${mine} and ${fits.states}
            and r.original_time < s.since and ${read} order by r.original_time desc limit 1)
          union all (select max(r.curated_time) from positions r where ${mine} and r.project_id = s.project_id
            and ${fits.positions} and r.curated_time < s.since and ${read})) f
        where f.at is not null group by s.n`
      for (const { at, n } of newest) draft(n).watermark = at.getTime()
      const columns = sql.literal(fixColumns)
      const known = sql.literal(`s.since - interval '${LOOKBACK_MS} milliseconds'`)
      const fixes = yield* sql<FixRow>`
        select s.n, f.* from ${table} cross join unnest(${texts(network ? ["gnss", "network"] : ["gnss"])})
          as t (record_type) cross join lateral (
          (select ${columns}, r.original_time as at from positions r
            where ${mine} and r.record_type = t.record_type and ${fits.positions} and r.curated_time is null
              and r.original_time >= ${known} and r.original_time < s.since and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc limit 1)
          union all (select ${columns}, r.curated_time as at from positions r
            where ${mine} and r.project_id = s.project_id and r.record_type = t.record_type
              and ${fits.positions} and r.curated_time >= ${known} and r.curated_time < s.since and ${read}
            order by r.curated_time desc, r.received_at desc, r.id desc limit 1)) f
        order by f.at`
      for (const f of fixes) draft(f.n).fixes.set(f.record_type, fixOf(f))
      if (metrics.length > 0) {
        const latest = yield* sql<{ n: number; metric: string; record_id: bigint; at: Date; value: number }>`
          select s.n, m.key as metric, f.* from ${table} cross join unnest(${texts(metrics)}) as m (key) cross
            join lateral (
            select r.id as record_id, r.original_time as at, r.value_number as value from measurements r
            where ${mine} and r.metric_key = m.key and ${fits.measurements} and r.original_time >= ${known}
              and r.original_time < s.since and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc limit 1) f`
        for (const m of latest)
          draft(m.n).latest.set(m.metric, {
            at: m.at.getTime(),
            value: m.value,
            recordId: Number(m.record_id)
          })
      }
      if (spans.size > 0) {
        const windows = yield* sql<{
          n: number
          metric: string
          ids: ReadonlyArray<number>
          times: ReadonlyArray<number>
          values: ReadonlyArray<number>
        }>`
          select s.n, m.key as metric, f.* from ${table} cross
            join unnest(${texts([...spans.keys()])}, ${ints([...spans.values()])}) as m (key, seconds) cross
            join lateral (
            select array_agg(w.id::float8) as ids,
              array_agg((extract(epoch from w.original_time) * 1000)::float8) as times,
              array_agg(w.value_number::float8) as values from (
              select r.* from measurements r
              where ${mine} and r.metric_key = m.key and ${fits.measurements}
                and r.original_time > s.since - make_interval(secs => m.seconds) and r.original_time < s.since
                and ${read}
              order by r.original_time, r.received_at, r.id) w) f
          where f.ids is not null`
        for (const { ids, metric, n, times, values } of windows)
          draft(n).samples.set(
            metric,
            ids.map((recordId, i) => ({ recordId, at: times[i]!, value: values[i]! }))
          )
      }
      if (states === null || states.length > 0) {
        const wanted = states === null ? sql`true` : sql`r.state_key = any(${texts(states)})`
        const last = yield* sql<{
          n: number
          device_id: string
          state_key: string
          at: Date
          value: unknown
        }>`
          select s.n, f.* from ${table} cross join lateral (
            select distinct on (r.device_id, r.state_key) r.device_id, r.state_key, r.original_time as at,
              r.value from device_states r
            where ${mine} and ${wanted} and ${fits.states} and r.original_time >= ${known}
              and r.original_time < s.since and ${read}
            order by r.device_id, r.state_key, r.original_time desc, r.received_at desc, r.id desc) f`
        for (const r of last)
          draft(r.n).said.set(
            saidKey(r.device_id, r.state_key),
            saidBy({ at: r.at.getTime(), value: r.value })
          )
      }
    }
    return drafts
  })

  const placements = Effect.fnUntraced(function* (stretches: ReadonlyArray<Stretch>, { lenses }: Needs) {
    if (lenses.length === 0) return new Map<number, ReadonlyMap<string, Placement>>()
    const rows = yield* sql<{
      n: number
      hardening: string
      book_version: number
      inside: ReadonlyArray<string>
      detail: Record<string, number> | null
    }>`
      select s.n, l.key as hardening, m.* from ${stretchTable(sql, stretches)} cross
        join unnest(${texts(lenses.map((l) => l.key))}) as l (key) cross join lateral (
        select book_version::float8 as book_version, inside, detail from subject_moves m
        where m.subject_id = s.id and m.project_id = s.project_id and m.hardening = l.key and m.at < s.since
          order by m.at desc, m.id desc limit 1) m`
    return new Map(
      [...Map.groupBy(rows, (r) => r.n)].map(([n, list]) => [
        n,
        new Map(
          list.map((p): [string, Placement] => [
            p.hardening,
            { version: p.book_version, inside: p.inside, ...(p.detail === null ? {} : { doubts: p.detail }) }
          ])
        )
      ])
    )
  })

  const states = Effect.fnUntraced(function* (stretches: ReadonlyArray<Stretch>) {
    const rows = yield* sql<{
      n: number
      rule_id: string
      version: number
      blank_from: number
      at: Date
      state: RuleState
      episode: string | null
    }>`
      select s.n, t.* from ${stretchTable(sql, stretches)} join rules r on r.project_id = s.project_id cross
        join lateral (
        select t.rule_id, t.version, t.blank_from_version::float8 as blank_from, t.at, t.state,
          t.episode_event_id as episode from rule_transitions t
        where t.rule_id = r.id and t.subject_id = s.id and t.at < s.since order by t.at desc, t.id desc
          limit 1) t`
    return Map.groupBy(rows, (r) => r.n)
  })

  return Effect.fn("History.recall")(
    function* (stretches: ReadonlyArray<Stretch>, needs: Needs, reading: Reading | null) {
      yield* oneSnapshot(sql)
      const drafts = yield* facts(stretches, needs, reading)
      const placed = yield* placements(stretches, needs)
      const remembered = yield* states(stretches)
      return new Map(
        stretches.map((s, n): [string, Memory] => {
          const { fixes, latest, said, samples, watermark } = drafts.get(s)!,
            last = remembered.get(n) ?? []
          return [
            s.subject.id,
            {
              ...noMemory,
              watermark,
              latest,
              samples,
              said,
              fix: fixes.get("gnss"),
              networkFix: fixes.get("network"),
              placements: placed.get(n) ?? new Map(),
              states: last
                .filter((r) => !isBlank(r.state))
                .map((r) => ({
                  ruleId: r.rule_id,
                  blankFrom: r.blank_from,
                  state: { ...blank, ...r.state },
                  episode: r.episode
                })),
              decided: new Map(last.map((r) => [r.rule_id, { version: r.version, at: r.at.getTime() }]))
            }
          ]
        })
      )
    },
    sql.withTransaction,
    Effect.orDie
  )
}
