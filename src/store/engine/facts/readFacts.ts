// Reads the facts of subjects from their records: of subjects that wake now, and of subjects as of a moment.
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
  emptyDraft,
  type LatestRow,
  type StateRow,
  type WindowRow
} from "./draft.ts"
import { fixColumns, type FixRow } from "./fixRow.ts"
import { subjectConditions, subjectTable } from "./readable.ts"

/** FactRequest is a subject whose facts are requested. */
interface FactRequest {
  readonly subject: Subject
  /** facts come from records before this moment; null: from all */
  readonly before: number | null
  /**
   * the first moment for which facts are needed; null: any after the newest record, which may be older than
   * `before`
   */
  readonly from: number | null
}

/**
 * Reads the facts that are needed of each subject, in the order of the list; `read`: the condition that a
 * record was read from the log.
 */
export const readFacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  asked: ReadonlyArray<FactRequest>,
  read: Fragment,
  needs: Needs
) {
  const facts = asked.map((a) => ({ ...a, draft: emptyDraft() }))

  for (const { isOfKind, mine: condition } of subjectConditions) {
    const factsOfKind = facts.filter((f) => isOfKind(f.subject)),
      subjects = factsOfKind.map((f) => f.subject),
      mine = sql.literal(condition)
    if (factsOfKind.length === 0) continue
    // the few curated fixes have an index of their own, because their time may have been moved
    const isBefore = (time: string) => sql.literal(`${time} < coalesce(s.until, 'infinity')`)
    const newest = yield* sql<{ n: number; at: Date }>`
      select s.n, max(f.at) as at
      from ${subjectTable(sql, subjects, undefined, (_, n) => factsOfKind[n]!.before)}
        cross join lateral (
          (
            select r.original_time as at
            from positions r
            where ${mine} and r.valid and r.curated_time is null and not r.conflicting
              and ${isBefore("r.original_time")} and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from measurements r
            where ${mine} and r.valid and r.value_number is not null and ${isBefore("r.original_time")}
              and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select r.original_time
            from device_states r
            where ${mine} and r.valid and ${isBefore("r.original_time")} and ${read}
            order by r.original_time desc
            limit 1
          )
          union all (
            select max(r.curated_time)
            from positions r
            where ${mine} and r.project_id = s.project_id and r.valid
              and ${isBefore("r.curated_time")} and not r.conflicting and ${read}
          )
        ) f
      where f.at is not null
      group by s.n`
    for (const { at, n } of newest) factsOfKind[n]!.draft.watermark = at.getTime()
    const seen = newest.map(({ n }) => factsOfKind[n]!)
    if (seen.length === 0) continue
    const seenSubjects = seen.map((f) => f.subject),
      watermark = (_: Subject, n: number) => seen[n]!.draft.watermark!,
      first = (_: Subject, n: number) => seen[n]!.from ?? seen[n]!.draft.watermark!
    // no record that was evaluated is newer; no rule uses older facts, and a record type that a subject never
    // had is not searched in all its past
    const table = subjectTable(sql, seenSubjects, (s, n) => first(s, n) - LOOKBACK_MS, watermark)
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
    for (const f of fixes) addFix(seen[f.n]!.draft, f)
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
      for (const m of latest) addLatest(seen[m.n]!.draft, m)
    }
    if (needs.spans.size > 0) {
      const windows = yield* sql<WindowRow>`
        select s.n, m.key as metric, f.*
        from ${subjectTable(sql, seenSubjects, first, watermark)}
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
      for (const w of windows) addWindow(seen[w.n]!.draft, w)
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
      for (const r of states) addState(seen[r.n]!.draft, r)
    }
  }
  return facts.map((f) => f.draft)
})
