// What became of the items of a transaction, for those who sent them.
import type { Outcome } from "../../intake/ports.ts"
import type { Row } from "./attributeRows.ts"
import type { EventRow } from "./insertEvents.ts"
import type { ValueRow } from "./insertMeasurements.ts"
import type { FixRow } from "./insertPositions.ts"
import type { StateRow } from "./insertStates.ts"
import { ACCEPTED, DUPLICATE, type WriteBatch } from "./WriteBatch.ts"

/** What was not there before, and the transaction's number. */
export interface Records {
  readonly batchId: number
  /** without those in conflict with another fix */
  readonly fixes: ReadonlyArray<FixRow>
  readonly conflicting: ReadonlyArray<FixRow>
  readonly values: ReadonlyArray<ValueRow>
  readonly states: ReadonlyArray<StateRow>
}

/** What the tables said of the rows that went into them. */
export interface Stored {
  readonly rows: ReadonlyArray<Row>
  readonly records: Records
  readonly events: ReadonlyArray<EventRow>
  /** rows of which anything was not there before */
  readonly fresh: ReadonlySet<Row>
}

/** An answer to one item that says more than that it was stored. */
export interface Answer {
  readonly batch: WriteBatch
  /** place in the batch */
  readonly at: number
  readonly outcome: Outcome
}

/** What is said of an item besides its status. */
export interface Remark extends Omit<Answer, "outcome"> {
  readonly outcome: Omit<Outcome, "status">
}

/** Rows of which anything is new; `replacing`: those that corrected what was there. */
export const freshIn = (
  { conflicting, fixes, states, values }: Records,
  events: ReadonlyArray<EventRow>,
  replacing: ReadonlyArray<Row>
): ReadonlySet<Row> => {
  const fresh = new Set(replacing)
  for (const list of [fixes, conflicting, states, events]) for (const { row } of list) fresh.add(row)
  for (const { derived, row } of values) if (!derived) fresh.add(row)
  return fresh
}

/** What became of a row in the tables. */
const outcomeOf = (row: Row, { fresh }: Stored, conflicting: ReadonlySet<Row>): Outcome => {
  const { owner, report } = row
  if (!fresh.has(row)) return DUPLICATE
  if (conflicting.has(row) && report.fix?.valid !== false)
    return { status: "accepted", code: "CONFLICTING", detail: "another fix of this time lies elsewhere" }
  if (report.events.length > 0 && owner.projectId === null)
    return {
      status: "accepted",
      code: "EVENT_WITHOUT_PROJECT",
      pointer: "/events",
      detail: "the events are not kept: the device was in no project"
    }
  return report.remark === null ? ACCEPTED : { status: "accepted", code: report.remark }
}

/** The outcomes of each batch, by place: what the tables said, with the remarks, and what else was answered. */
export const outcomesOf = (
  batches: ReadonlyArray<WriteBatch>,
  stored: Stored,
  remarks: ReadonlyArray<Remark>,
  answers: ReadonlyArray<Answer>
): ReadonlyMap<WriteBatch, ReadonlyArray<Outcome>> => {
  const outcomes = new Map(batches.map((batch) => [batch, batch.verdicts.map(() => DUPLICATE)]))
  const conflicting = new Set(stored.records.conflicting.map(({ row }) => row))
  for (const row of stored.rows) outcomes.get(row.batch)![row.at] = outcomeOf(row, stored, conflicting)
  for (const { at, batch, outcome } of remarks) {
    const list = outcomes.get(batch)!
    list[at] = { ...list[at]!, ...outcome }
  }
  for (const { at, batch, outcome } of answers) outcomes.get(batch)![at] = outcome
  return outcomes
}
