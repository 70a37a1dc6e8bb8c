// Reads when delayed records were sent, in given intervals: a record sent during an outage proves that its
// subject was not silent then.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { LogProgress, HistorySpan } from "../../../engine/ports.ts"
import { HEARD_SQL } from "../../tracking/positions/sentValid.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { byKind, spanTable } from "./spanTable.ts"

/** What counts as received, as in receipts.ts. */
const tables = [
  ["positions", HEARD_SQL],
  ["measurements", "r.value_number is not null"],
  ["device_states", "true"]
] as const

/** Makes the query of the times of each subject in its intervals (both ends included), ascending and distinct. */
export const delayedSendTimes = (sql: SqlClient.SqlClient) =>
  Effect.fn("History.sentAmid")(
    function* (spans: ReadonlyArray<HistorySpan>, reading: LogProgress | null) {
      yield* oneSnapshot(sql)
      const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
      const union = sql.join(" union all ", false)
      const timesById = new Map<string, Array<number>>()
      for (const { mine, own } of byKind(spans)) {
        const rows = yield* sql<{ id: string; sent: ReadonlyArray<number> }>`
          select s.id, array_agg(distinct (extract(epoch from f.original_time) * 1000)::float8) as sent
          from ${spanTable(sql, own)}
            cross join lateral (
              ${union(
                tables.map(
                  ([table, counts]) => sql`
                    select r.original_time
                    from ${sql.literal(table)} r
                    where ${sql.literal(mine)} and ${sql.literal(counts)}
                      and r.original_time >= s.since and (s.until is null or r.original_time <= s.until)
                      and r.received_at > r.original_time and ${read}`
                )
              )}
            ) f
          group by s.id`
        for (const { id, sent } of rows)
          timesById.set(
            id,
            [...(timesById.get(id) ?? []), ...sent].sort((a, b) => a - b)
          )
      }
      return timesById
    },
    sql.withTransaction,
    Effect.orDie
  )
