// The rows of a transaction into the tables, and last of all into the log: their values settled, their records
// inserted, what is refused or kept back traced.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Stored as CountedEvent } from "../engine/counters.ts"
import { appendLog } from "./appendLog.ts"
import type { Attributed, Row } from "./attributeRows.ts"
import type { Catalogue } from "./Catalogue.ts"
import { correctActivity, deriveActivity } from "./deriveActivity.ts"
import { insertEvents, streamEvents } from "./insertEvents.ts"
import { insertRecords } from "./insertRecords.ts"
import { keepUnknown } from "./keepUnknown.ts"
import type { Numbers } from "./lookUp.ts"
import { freshIn, outcomesOf, type Stored } from "./outcomes.ts"
import { traceCurtailed, traceRefused, withoutProject } from "./refusals.ts"
import { settleReadings } from "./settleReadings.ts"
import { traceDuplicates } from "./traceDuplicates.ts"

/** What one process knows besides the tables. */
export interface Knowledge {
  readonly catalogue: Catalogue
  readonly months: Set<string>
}

/** Stores rows; gives what became of each item, and of the events that were new what is counted. */
export const writeRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { catalogue }: Knowledge,
  { batches, rows, unknown }: Attributed,
  moves: boolean,
  numbers: Numbers
) {
  const settled = yield* settleReadings(sql, catalogue, rows)
  const refused = new Map(settled.refused),
    sane: Array<Row> = []
  for (const row of rows) {
    if (refused.has(row)) continue
    const refusal = withoutProject(row)
    if (refusal === null) sane.push(row)
    else refused.set(row, refusal)
  }
  const activity = moves ? yield* deriveActivity(sql, settled.values) : null
  const values = activity === null ? settled.values : [...settled.values, ...activity.values]
  const records = yield* insertRecords(sql, sane, values, numbers)
  if (activity !== null) yield* correctActivity(sql, activity)
  const events = yield* insertEvents(sql, sane)
  const stored: Stored = {
    rows: sane,
    records,
    events,
    fresh: freshIn(records, events, activity?.replacing ?? [])
  }
  yield* traceDuplicates(sql, stored)
  const remarks = yield* traceCurtailed(sql, settled.curtailed)
  const unassigned = yield* keepUnknown(sql, unknown)
  const rejected = yield* traceRefused(sql, batches, refused)
  yield* streamEvents(sql, stored.events)
  yield* appendLog(sql, stored.records)
  return {
    outcomes: outcomesOf(batches, stored, remarks, [...unassigned, ...rejected]),
    events: stored.events.map(({ event }): CountedEvent => ({ severity: event.severity, hasAlert: false }))
  }
})
