// The facts of subjects that wake cold, from their newest records.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { LOOKBACK_MS } from "../../../domain/rule/Facts.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import type { Needs } from "../../../engine/ports.ts"
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
} from "./draft.ts"
import { fixColumns, type FixRow } from "./fixRow.ts"
import { kinds, subjectTable } from "./readable.ts"

/** What is needed of the facts of each subject; `read`: the condition that a record was read from the log. */
export const wakeFacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subjects: ReadonlyArray<Subject>,
  read: Fragment,
  needs: Needs
) {
  const drafts = new Map(subjects.map((s): [Subject, Draft] => [s, emptyDraft()]))

  for (const { isOfKind, mine: condition } of kinds) {
    const own = subjects.filter(isOfKind),
      mine = sql.literal(condition)
    if (own.length === 0) continue
    // the few curated fixes have an index of their own: time that was moved would not be found by that of
    // the original
    const newest = yield* sql<{ n: number; at: Date }>`
      select s.n, max(f.at) as at
      from ${subjectTable(sql, own)}
        cross join lateral (
          (
            select r.original_time as at
            from positions r
            where ${mine} and r.valid and r.curated_time is null and not r.conflicting and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from measurements r
            where ${mine} and r.valid and r.value_number is not null and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from device_states r
            where ${mine} and r.valid and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select max(r.curated_time)
            from positions r
            where ${mine} and r.project_id = s.project_id and r.valid and r.curated_time is not null
              and not r.conflicting and ${read}
          )
        ) f
      where f.at is not null
      group by s.n`
    for (const { at, n } of newest) drafts.get(own[n]!)!.watermark = at.getTime()
    const seen = newest.map(({ n }) => own[n]!),
      watermark = (s: Subject) => drafts.get(s)!.watermark!
    if (seen.length === 0) continue
    // nothing judged is newer; older facts are not known to any rule, and a kind of record that a subject
    // never had is not looked for in all its past
    const table = subjectTable(sql, seen, (s) => watermark(s) - LOOKBACK_MS, watermark)
    const columns = sql.literal(fixColumns)
    const fixes = yield* sql<FixRow>`
      select s.n, f.*
      from ${table}
        cross join unnest(${texts(needs.network ? ["gnss", "network"] : ["gnss"])}) as t (record_type)
        cross join lateral (
          (
            select ${columns}, r.original_time as at
            from positions r
            where ${mine} and r.record_type = t.record_type and r.valid and r.curated_time is null
              and not r.conflicting and r.original_time between s.since and s.until and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc
            limit 1
          )
          union all (
            select ${columns}, r.curated_time as at
            from positions r
            where ${mine} and r.project_id = s.project_id and r.record_type = t.record_type and r.valid
              and r.curated_time between s.since and s.until and not r.conflicting and ${read}
            order by r.curated_time desc, r.received_at desc, r.id desc
            limit 1
          )
        ) f
      order by f.at`
    for (const f of fixes) addFix(drafts.get(seen[f.n]!)!, f)
    if (needs.metrics.length > 0) {
      const latest = yield* sql<LatestRow>`
        select s.n, m.key as metric, f.*
        from ${table}
          cross join unnest(${texts(needs.metrics)}) as m (key)
          cross join lateral (
            select r.id as record_id, r.original_time as at, r.value_number as value
            from measurements r
            where ${mine} and r.metric_key = m.key and r.value_number is not null and r.valid
              and r.original_time between s.since and s.until and ${read}
            order by r.original_time desc, r.received_at desc, r.id desc
            limit 1
          ) f`
      for (const m of latest) addLatest(drafts.get(seen[m.n]!)!, m)
    }
    if (needs.spans.size > 0) {
      const windows = yield* sql<WindowRow>`
        select s.n, m.key as metric, f.*
        from ${subjectTable(sql, seen, watermark, watermark)}
          cross join unnest(${texts([...needs.spans.keys()])}, ${ints([...needs.spans.values()])}) as m (key, seconds)
          cross join lateral (
            select array_agg(w.id::float8) as ids,
              array_agg((extract(epoch from w.original_time) * 1000)::float8) as times,
              array_agg(w.value_number::float8) as values
            from (
              select r.*
              from measurements r
              where ${mine} and r.metric_key = m.key and r.value_number is not null and r.valid
                and r.original_time > s.since - make_interval(secs => m.seconds)
                and r.original_time <= s.until and ${read}
              order by r.original_time, r.received_at, r.id
            ) w
          ) f
        where f.ids is not null`
      for (const w of windows) addWindow(drafts.get(seen[w.n]!)!, w)
    }
    if (needs.states === null || needs.states.length > 0) {
      const wanted = needs.states === null ? sql`true` : sql`r.state_key = any(${texts(needs.states)})`
      const states = yield* sql<StateRow>`
        select s.n, f.*
        from ${table}
          cross join lateral (
            select distinct on (r.device_id, r.state_key) r.device_id, r.state_key,
              r.original_time as at,
              r.value
            from device_states r
            where ${mine} and ${wanted} and r.valid and r.original_time between s.since and s.until
              and ${read}
            order by r.device_id, r.state_key, r.original_time desc, r.received_at desc, r.id desc
          ) f`
      for (const r of states) addState(drafts.get(seen[r.n]!)!, r)
    }
  }
  return drafts
})
