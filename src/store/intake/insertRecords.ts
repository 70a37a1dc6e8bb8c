// The records of a transaction into their tables, each kind sorted by its unique key, so that two
// transactions with the same keys queue up instead of waiting for each other crosswise.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Numbers, Row } from "./attributeRows.ts"
import { insertMeasurements, type NewValue, type ValueRow } from "./insertMeasurements.ts"
import { type FixRow, insertPositions } from "./insertPositions.ts"
import { insertStates, type StateRow } from "./insertStates.ts"

/** What was not there before, and the transaction's number. */
export interface Records {
  readonly batchId: number
  /** without those in conflict with another fix */
  readonly fixes: ReadonlyArray<FixRow>
  readonly conflicting: ReadonlyArray<FixRow>
  readonly values: ReadonlyArray<ValueRow>
  readonly states: ReadonlyArray<StateRow>
}

type Unnumbered<R> = Omit<R, "id">

const byDevice = (a: Row, b: Row): number => a.device.rank - b.device.rank || a.report.at - b.report.at
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byType = (a: Unnumbered<FixRow>, b: Unnumbered<FixRow>): number =>
  byDevice(a.row, b.row) ||
  Number(a.fix.network) - Number(b.fix.network) ||
  Number(b.fix.valid) - Number(a.fix.valid)
const byMetric = (a: NewValue, b: NewValue): number => byDevice(a.row, b.row) || byText(a.metric, b.metric)
const byKey = (a: Unnumbered<StateRow>, b: Unnumbered<StateRow>): number =>
  byDevice(a.row, b.row) || byText(a.key, b.key)

/** Inserts fixes and states of the rows and the values settled for them. */
export const insertRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<Row>,
  values: ReadonlyArray<NewValue>,
  numbers: Numbers
) {
  const fixes: Array<Unnumbered<FixRow>> = [],
    states: Array<Unnumbered<StateRow>> = []
  for (const row of rows) {
    if (row.report.fix !== null) fixes.push({ row, fix: row.report.fix })
    for (const { key, value } of row.report.states) states.push({ row, key, value })
  }
  const placed = yield* insertPositions(
    sql,
    fixes.sort(byType).map(({ fix, row }, i) => ({ id: numbers.fixes[i]!, row, fix })),
    numbers.batchId
  )
  const measured = yield* insertMeasurements(
    sql,
    values.toSorted(byMetric).map((value, i) => ({ id: numbers.values[i]!, ...value })),
    numbers.batchId
  )
  const changed = yield* insertStates(
    sql,
    states.sort(byKey).map(({ key, row, value }, i) => ({ id: numbers.states[i]!, row, key, value })),
    numbers.batchId
  )
  return {
    batchId: numbers.batchId,
    fixes: placed.fresh,
    conflicting: placed.conflicting,
    values: measured,
    states: changed
  } satisfies Records
})
