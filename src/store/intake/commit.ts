// One ingest transaction: checks the sources, attributes the reports, inserts the records, and appends to the
// log last; and returns the outcome of each item. The order of the steps is the order of the locks, the same in
// every transaction.
import { Effect, Result } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Refusal } from "../../domain/intake/Report.ts"
import { type Backlog, Denied, type IntakeUnavailable, type Outcome } from "../../intake/ports.ts"
import { countEvents, type CountedEvent } from "../engine/counters.ts"
import { appendLog, type Records } from "./appendLog.ts"
import {
  type AttributedReports,
  attributeRows,
  lookUp,
  type NewIds,
  onlyBatches,
  type Row
} from "./attributeRows.ts"
import { backlogRefusal } from "./Backlogs.ts"
import type { Catalogue } from "./Catalogue.ts"
import { correctActivity, deriveActivity } from "./deriveActivity.ts"
import { type EventRow, insertEvents, streamEvents } from "./insertEvents.ts"
import { isOfRemovedImport, noteImportBatch } from "./imports/noteImportBatch.ts"
import { insertMeasurements } from "./insertMeasurements.ts"
import { insertPositions } from "./insertPositions.ts"
import { insertStates } from "./insertStates.ts"
import { storeUnknownReports } from "./storeUnknownReports.ts"
import { makeMonths } from "./months.ts"
import { traceCurtailed, traceRefused, withoutProject } from "./refusals.ts"
import type { RecordIds } from "./RecordIds.ts"
import type { RepeatingSources } from "./RepeatingSources.ts"
import { settleReadings } from "./settleReadings.ts"
import { denialOf } from "./Sources.ts"
import { traceDuplicates } from "./traceDuplicates.ts"
import {
  ACCEPTED_OUTCOME,
  type Answer,
  DUPLICATE_OUTCOME,
  summarise,
  type BatchSummary,
  type Remark,
  type WriteBatch
} from "./WriteBatch.ts"

/**
 * Caches are what a process keeps in memory: of the tables metrics, months with partitions, and reserved ids;
 * and the sources that repeat records.
 */
export interface Caches {
  readonly catalogue: Catalogue
  readonly months: Set<string>
  readonly ids: RecordIds
  readonly repeating: RepeatingSources
}

/** CommitResult is the result of a batch: an outcome for each item, or the refusal of all of it. */
export type CommitResult = Result.Result<ReadonlyArray<Outcome>, Denied | IntakeUnavailable>

/** OverfullProjects are the projects that are too far behind, with their backlog. */
type OverfullProjects = ReadonlyMap<string, Backlog>

/**
 * Returns the batches with a record of a project that is too far behind. All of such a batch is refused, and
 * its sender sends it again.
 */
const refuseOverfull = (
  rows: ReadonlyArray<Row>,
  overfull: OverfullProjects
): ReadonlyMap<WriteBatch, IntakeUnavailable> => {
  const batches = new Map<WriteBatch, IntakeUnavailable>()
  if (overfull.size === 0) return batches
  for (const {
    batch,
    owner: { projectId }
  } of rows) {
    const backlog = projectId === null ? undefined : overfull.get(projectId)
    if (backlog !== undefined) batches.set(batch, backlogRefusal(backlog))
  }
  return batches
}

/** InsertResult is the result of the inserts. */
interface InsertResult {
  readonly rows: ReadonlyArray<Row>
  readonly records: Records
  readonly events: ReadonlyArray<EventRow>
  /** rows of which any record was new */
  readonly fresh: ReadonlySet<Row>
}

/** Returns the rows of which any record is new; `replacing`: those that corrected a stored one. */
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

/** Returns the outcome of a row that was inserted. */
const outcomeOf = (row: Row, { fresh }: InsertResult, conflicting: ReadonlySet<Row>): Outcome => {
  const { owner, report } = row
  if (!fresh.has(row)) return DUPLICATE_OUTCOME
  if (conflicting.has(row) && report.fix?.valid !== false)
    return { status: "accepted", code: "CONFLICTING", detail: "another fix of this time lies elsewhere" }
  if (report.events.length > 0 && owner.projectId === null)
    return {
      status: "accepted",
      code: "EVENT_WITHOUT_PROJECT",
      pointer: "/events",
      detail: "the events are not kept: the device was in no project"
    }
  if (report.remark === null) return ACCEPTED_OUTCOME
  return report.remark === "FIELD_UNKNOWN"
    ? { status: "accepted", code: "FIELD_UNKNOWN", ...report.unknown }
    : { status: "accepted", code: report.remark }
}

/**
 * Returns the outcomes of each batch, by place: those of the inserts, with the remarks, and the answers to
 * other items.
 */
export const outcomesOf = (
  batches: ReadonlyArray<WriteBatch>,
  stored: InsertResult,
  remarks: ReadonlyArray<Remark>,
  answers: ReadonlyArray<Answer>
): ReadonlyMap<WriteBatch, ReadonlyArray<Outcome>> => {
  const outcomes = new Map(batches.map((batch) => [batch, batch.verdicts.map(() => DUPLICATE_OUTCOME)]))
  const conflicting = new Set(stored.records.conflicting.map(({ row }) => row))
  for (const row of stored.rows) outcomes.get(row.batch)![row.at] = outcomeOf(row, stored, conflicting)
  for (const { at, batch, outcome } of remarks) {
    const list = outcomes.get(batch)!
    list[at] = { ...list[at]!, ...outcome }
  }
  for (const { at, batch, outcome } of answers) outcomes.get(batch)![at] = outcome
  return outcomes
}

/** Returns the rows that are not refused; adds those to `refused` that have events and nothing to keep. */
const storableOf = (rows: ReadonlyArray<Row>, refused: Map<Row, Refusal>): ReadonlyArray<Row> => {
  const storable: Array<Row> = []
  for (const row of rows) {
    if (refused.has(row)) continue
    const refusal = withoutProject(row)
    if (refusal === null) storable.push(row)
    else refused.set(row, refusal)
  }
  return storable
}

// Generators of this directory are made once, at the top of a module. V8 gives a generator that is made for
// each transaction a hidden class of its own, outside the young generation; it keeps the objects that the
// generator saw, and every minor garbage collection then copies them.

/**
 * Settles the values of rows and inserts their records, traces refusals and duplicates, and appends to the
 * log last. Returns the outcome of each item, and the counts of new events. Reports that were stored while
 * their device was unknown come through it too (`KeptReportsSql.ts`). `hasActivity`: a value concerns
 * activity, so that the activity of the device is derived again.
 */
export const writeRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { catalogue, repeating }: Pick<Caches, "catalogue" | "repeating">,
  { batches, rows, unknown }: AttributedReports,
  hasActivity: boolean,
  newIds: NewIds
) {
  const settled = yield* settleReadings(sql, catalogue, rows)
  const refused = new Map(settled.refused)
  const storable = storableOf(rows, refused)
  const activity = hasActivity ? yield* deriveActivity(sql, settled.values) : null
  const values = activity === null ? settled.values : [...settled.values, ...activity.values]
  const choice = repeating.choose(new Set(batches.map(({ credential }) => credential.sourceId)))
  const { conflicting, fresh: fixes } = yield* insertPositions(sql, storable, newIds, choice)
  const records: Records = {
    batchId: newIds.batchId,
    fixes,
    conflicting,
    values: yield* insertMeasurements(sql, values, newIds, choice),
    states: yield* insertStates(sql, storable, newIds)
  }
  if (activity !== null) yield* correctActivity(sql, activity)
  const events = yield* insertEvents(sql, storable)
  const stored: InsertResult = {
    rows: storable,
    records,
    events,
    fresh: freshIn(records, events, activity?.replacing ?? [])
  }
  yield* traceDuplicates(sql, storable, stored.fresh)
  const remarks = yield* traceCurtailed(sql, settled.curtailed)
  const unassigned = yield* storeUnknownReports(sql, unknown)
  const rejected = yield* traceRefused(sql, batches, refused)
  yield* streamEvents(sql, stored.events)
  yield* noteImportBatch(sql, batches, storable, stored.records)
  yield* appendLog(sql, stored.records)
  return {
    outcomes: outcomesOf(batches, stored, remarks, [...unassigned, ...rejected]),
    events: stored.events.map(({ event }): CountedEvent => ({ severity: event.severity, hasAlert: false }))
  }
})

const transact = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  caches: Caches,
  overfull: OverfullProjects,
  summary: BatchSummary
) {
  const { batches } = summary
  if (yield* isOfRemovedImport(sql, batches))
    return {
      committed: batches.map((): CommitResult => Result.fail(new Denied({ reason: "unknown" }))),
      events: []
    }
  const lookup = yield* lookUp(sql, caches.ids, summary, [...summary.names.keys()])
  const attributed = attributeRows(batches, lookup)
  const backlogRefusals = refuseOverfull(attributed.rows, overfull)
  const denials = new Map<WriteBatch, Denied | IntakeUnavailable>()
  for (const batch of batches) {
    const { credential } = batch
    const denial =
      denialOf(lookup.sources.get(credential.sourceId), credential) ?? backlogRefusals.get(batch) ?? null
    if (denial !== null) denials.set(batch, denial)
  }
  const admitted = denials.size === 0 ? attributed : onlyBatches(attributed, (batch) => !denials.has(batch))
  const { events, outcomes } = yield* writeRows(sql, caches, admitted, summary.hasActivity, lookup.newIds)
  const committed = batches.map((batch): CommitResult => {
    const denial = denials.get(batch)
    return denial === undefined ? Result.succeed(outcomes.get(batch)!) : Result.fail(denial)
  })
  return { committed, events }
})

/** Stores the batches, or nothing; batches with records of an overfull project are refused. */
export const commit = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  caches: Caches,
  overfull: OverfullProjects,
  batches: ReadonlyArray<WriteBatch>
) {
  const summary = summarise(batches)
  yield* makeMonths(sql, caches.months, summary)
  const { committed, events } = yield* sql.withTransaction(transact(sql, caches, overfull, summary))
  if (events.length > 0) yield* countEvents("device", events)
  return committed
})
