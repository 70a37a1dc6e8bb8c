// Reads when records of a subject arrived, whatever time they carry: from the newest arrival before a span
// to its end.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { LogProgress, HistorySpan } from "../../../engine/ports.ts"
import { instants, ints } from "../../sql/arrays.ts"
import { HEARD_SQL } from "../../tracking/positions/sentValid.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { byKind, spanTable } from "./spanTable.ts"

/**
 * NEWEST_RECORDS is how many records of each kind before a span are read first: one of them arrived before
 * it, unless all came later.
 */
const NEWEST_RECORDS = 20

/**
 * A record that was found invalid later was received all the same; a fix in conflict, or marked as wrong by
 * its sender, never reached a rule.
 */
const tables = [
  ["positions", HEARD_SQL],
  ["measurements", "r.value_number is not null"],
  ["device_states", "true"]
] as const

/** Makes the query of arrivals of each span, ascending and distinct, the newest before it first. */
export const receipts = (sql: SqlClient.SqlClient) => {
  const union = sql.join(" union all ", false)

  /**
   * Returns an arrival before each span, by its number: arrivals before that one are not needed. The index
   * on the time of receipt finds the rest.
   */
  const since = Effect.fnUntraced(function* (own: ReadonlyArray<HistorySpan>, mine: string, read: Fragment) {
    const rows = yield* sql<{ n: number; at: Date }>`
      select s.n, max(f.received_at) as at
      from ${spanTable(sql, own)}
        cross join lateral (
          ${union(
            tables.map(
              ([table, counts]) => sql`
        (select r.received_at from ${sql.literal(table)} r where ${sql.literal(mine)}
          and ${sql.literal(counts)} and r.original_time < s.since and r.received_at < s.since and ${read}
          order by r.original_time desc limit ${NEWEST_RECORDS})`
            )
          )}
        ) f
      group by s.n`
    const arrivalBefore = new Map(rows.map((r) => [r.n, r.at.getTime()]))
    return own.map((_, n) => arrivalBefore.get(n) ?? null)
  })

  return Effect.fn("History.receipts")(
    function* (spans: ReadonlyArray<HistorySpan>, reading: LogProgress | null) {
      yield* oneSnapshot(sql)
      const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
      const arrivalsById = new Map<string, ReadonlyArray<number>>(spans.map((s) => [s.subject.id, []]))
      for (const { mine, own } of byKind(spans)) {
        const floors = yield* since(own, mine, read),
          least = floors.includes(null) ? null : Math.min(...floors.map((f) => f!))
        // repeated as a constant, so that the planner knows how few rows that are
        const recent = least === null ? sql`true` : sql`r.received_at >= ${new Date(least)}`
        const rows = yield* sql<{ n: number; arrivals: ReadonlyArray<number> }>`
          with arrivals as materialized (
            select distinct s.n, s.since, f.received_at
            from ${spanTable(sql, own)}
              join unnest(${ints(own.map((_, n) => n))}, ${instants(floors)}) as b (n, floor) using (n)
              cross join lateral (
                ${union(
                  tables.map(
                    ([table, counts]) =>
                      sql`
                        select r.received_at
                        from ${sql.literal(table)} r
                        where ${sql.literal(mine)} and ${sql.literal(counts)} and ${recent} and ${read}`
                  )
                )}
              ) f
            where f.received_at >= coalesce(b.floor, '-infinity')
              and (s.until is null or f.received_at <= s.until)
          )
          select a.n,
            array_agg((extract(epoch from a.received_at) * 1000)::float8 order by a.received_at) as arrivals
          from arrivals a
            left join (
              select n, max(received_at) as at from arrivals where received_at < since group by n
            ) b using (n)
          where a.received_at >= a.since or a.received_at = b.at
          group by a.n`
        for (const { arrivals, n } of rows) arrivalsById.set(own[n]!.subject.id, arrivals)
      }
      return arrivalsById
    },
    sql.withTransaction,
    Effect.orDie
  )
}
