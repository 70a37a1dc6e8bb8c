// The stored past of subjects, for replays and for tests of rules: what they remembered, what they sent, when it arrived, and which editions
// of the book judged them. A round of queries for all subjects that are asked for.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Subject } from "../domain/rule/Observation.ts"
import { type Cursor, type Edition, History, type Stretch } from "../engine/ports.ts"
import { oneSnapshot, readUpTo, subjectTable } from "./facts/readable.ts"
import { recall } from "./history/recall.ts"
import { records } from "./history/records.ts"
import { byKind, stretchTable } from "./history/stretches.ts"

export const HistorySql = Layer.effect(History, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** What was judged invalid later was received all the same; a fix in conflict never reached a rule. */
  const receipts = Effect.fn("History.receipts")(function*(stretches: ReadonlyArray<Stretch>, cursors: ReadonlyArray<Cursor> | null) {
    yield* oneSnapshot(sql)
    const read = cursors === null ? sql`true` : yield* readUpTo(sql, cursors, "s.partition")
    const found = new Map<string, ReadonlyArray<number>>(stretches.map((s) => [s.subject.id, []]))
    for (const { mine: condition, own } of byKind(stretches)) {
      const mine = sql.literal(condition)
      const rows = yield* sql<{ n: number; arrivals: ReadonlyArray<number> }>`
        with arrivals as materialized (
          select distinct s.n, s.since, r.received_at from ${stretchTable(sql, own)} cross join lateral (
            select r.received_at from positions r where ${mine} and not r.conflicting and ${read}
            union all select r.received_at from measurements r where ${mine} and r.value_number is not null and ${read}
            union all select r.received_at from device_states r where ${mine} and ${read}) r
          where s.until is null or r.received_at <= s.until)
        select a.n, array_agg((extract(epoch from a.received_at) * 1000)::float8 order by a.received_at) as arrivals
        from arrivals a left join (select n, max(received_at) as at from arrivals where received_at < since group by n) b using (n)
        where a.received_at >= a.since or a.received_at = b.at group by a.n`
      for (const { arrivals, n } of rows) found.set(own[n]!.subject.id, arrivals)
    }
    return found
  }, sql.withTransaction, Effect.orDie)

  const editions = Effect.fn("History.editions")(function*(subjects: ReadonlyArray<Subject>) {
    const rows = yield* sql<{ n: number; version: number; floor: Date | null; tick_floor: Date | null; judged: Record<string, number>; standing: string; at: Date }>`
      select s.n, c.book_version::float8 as version, c.floor, c.tick_floor, c.judged, c.standing, c.created_at as at
      from ${subjectTable(sql, subjects)} join subject_chapters c on c.subject_id = s.id and c.project_id = s.project_id order by c.id`
    const found = new Map<string, Array<Edition>>(subjects.map((s) => [s.id, []]))
    for (const { at, floor, judged, n, standing, tick_floor, version } of rows) {
      found.get(subjects[n]!.id)!.push({
        version, standing, floor: floor?.getTime() ?? -Infinity, tickFloor: tick_floor?.getTime() ?? -Infinity, judged: new Map(Object.entries(judged)), at: at.getTime()
      })
    }
    return found
  }, Effect.orDie)

  return History.of({ recall: recall(sql), records: records(sql), receipts, editions })
}))
