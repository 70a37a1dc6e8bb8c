// Makes the partition of a month before much of it is written, or anything of a month round now. Rows of other
// months fall into the default partition, from which upkeep moves them later: nothing is refused for want of a
// partition.
import { Clock, Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { makeMonth, monthOf, type Monthly } from "../sql/makeMonth.ts"
import type { Gathered } from "./WriteBatch.ts"

/** Rows of one month in one transaction that are worth a partition. */
const WORTH = 100
/** From the first instant of a month to that of its neighbours, at most, ms. */
const MONTH_MS = 31 * 86_400_000

const tables = ["positions", "measurements", "device_states"] as const satisfies ReadonlyArray<Monthly>

/** How many rows of each table fall into each month. */
const count = ({
  batches,
  from,
  to
}: Gathered): ReadonlyMap<number, Record<(typeof tables)[number], number>> => {
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
 * Where nobody does upkeep yet, live data would fill the default partition, and whoever moved it later would
 * hold all writers for as long as that takes (two seconds for 150,000 rows): a row is enough round now.
 *
 * `asked` remembers, for the life of the process, which months were asked for; one that could not be made is
 * not asked for again.
 */
export const makeMonths = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  asked: Set<string>,
  gathered: Gathered
) {
  const current = monthOf(yield* Clock.currentTimeMillis)
  for (const [month, counts] of count(gathered)) {
    const worth = Math.abs(month - current) <= MONTH_MS ? 1 : WORTH
    for (const table of tables) {
      const key = `${table} ${month}`
      if (counts[table] < worth || asked.has(key)) continue
      asked.add(key)
      yield* makeMonth(sql, table, month)
    }
  }
})
