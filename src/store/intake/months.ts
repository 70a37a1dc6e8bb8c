// Makes the partition of a month before many rows of it are written, or any row of a month near now. Rows of
// other months go into the default partition, from which upkeep moves them: no row is refused for lack of a
// partition.
import { Clock, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { makeMonth, monthOf, type Monthly } from "../sql/makeMonth.ts"
import type { BatchSummary } from "./WriteBatch.ts"

/** MIN_PARTITION_ROWS is how many rows of one month in one transaction are worth a partition. */
const MIN_PARTITION_ROWS = 100
/** MONTH_MS is the longest month. */
const MONTH_MS = 31 * 86_400_000

const tables = ["positions", "measurements", "device_states"] as const satisfies ReadonlyArray<Monthly>

/** Counts the rows of each table by month. */
const count = ({
  batches,
  from,
  to
}: BatchSummary): ReadonlyMap<number, Record<(typeof tables)[number], number>> => {
  const months = new Map<number, Record<(typeof tables)[number], number>>()
  const only = monthOf(from) === monthOf(to) ? monthOf(from) : null
  for (const { verdicts } of batches) {
    for (const report of verdicts) {
      if (report._tag === "Refusal") continue
      const month = only ?? monthOf(report.at)
      let counts = months.get(month)
      if (counts === undefined)
        months.set(month, (counts = { positions: 0, measurements: 0, device_states: 0 }))
      if (report.fix !== null) counts.positions++
      counts.measurements += report.readings.length
      counts.device_states += report.states.length
    }
  }
  return months
}

/**
 * Makes the months. One row is enough for a month near now: otherwise live data would fill the default
 * partition, and upkeep would block all writers while it moves the rows (two seconds for 150,000). `asked`
 * has, for the life of the process, the months that were requested; one that could not be made is not
 * requested again.
 */
export const makeMonths = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  asked: Set<string>,
  summary: BatchSummary
) {
  const current = monthOf(yield* Clock.currentTimeMillis)
  for (const [month, counts] of count(summary)) {
    const worth = Math.abs(month - current) <= MONTH_MS ? 1 : MIN_PARTITION_ROWS
    for (const table of tables) {
      const key = `${table} ${month}`
      if (counts[table] < worth || asked.has(key)) continue
      asked.add(key)
      yield* makeMonth(sql, table, month)
    }
  }
})
