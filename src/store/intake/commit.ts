// One ingest transaction: who may, whose it is, the records, and last of all the log. The order of the steps
// is the order in which locks are taken, the same in every transaction.
import { Effect, Result } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { attribute } from "../../domain/intake/attribute.ts"
import { countEvents, type Stored } from "../engine/counters.ts"
import { appendLog, entriesOf } from "./appendLog.ts"
import type { Backlog } from "./Backlogs.ts"
import { type Batch, gather, type Row, without } from "./Batch.ts"
import type { Catalogue } from "./Catalogue.ts"
import { correctActivity, deriveActivity } from "./deriveActivity.ts"
import { identify } from "./identify.ts"
import { insertEvents, streamEvents } from "./insertEvents.ts"
import { insertRecords } from "./insertRecords.ts"
import { keepUnknown } from "./keepUnknown.ts"
import { lookUp, type Numbers } from "./lookUp.ts"
import { makeMonths } from "./months.ts"
import { behind, type IntakeUnavailable } from "./IntakeUnavailable.ts"
import { ACCEPTED, DUPLICATE, type Outcome, type Part } from "./Part.ts"
import { answerCurtailed, answerRefused, withoutProject } from "./refusals.ts"
import { settleReadings } from "./settleReadings.ts"
import { type Denied, judge } from "./Sources.ts"
import { traceDuplicates } from "./traceDuplicates.ts"

/** What one process knows besides the tables. */
export interface Knowledge {
  readonly catalogue: Catalogue
  readonly months: Set<string>
}

/** What became of a part: an outcome for each item, or nothing of it was looked at. */
export type Committed = Result.Result<ReadonlyArray<Outcome>, Denied | IntakeUnavailable>

const outcomeOf = ({ isConflicting, isNew, owner, report }: Row): Outcome => {
  if (!isNew) return DUPLICATE
  if (isConflicting && report.fix?.valid !== false)
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

/**
 * Stores the rows of a batch, whose devices are identified and looked up. Gives the events that were new, to
 * be counted.
 */
export const store = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { catalogue }: Knowledge,
  batch: Batch,
  numbers: Numbers
) {
  const known: Array<Row> = [],
    unknown: Array<Row> = []
  for (const row of batch.rows) {
    if (row.device.deviceId !== null) row.owner = attribute(row.report.at, row.device.assignments)
    const list = row.device.deviceId === null ? unknown : known
    list.push(row)
  }
  const { curtailed, refused, values } = yield* settleReadings(sql, catalogue, known)
  const sane = known.filter((row) => !refused.has(row) && !withoutProject(row, refused))
  const activity = batch.moves ? yield* deriveActivity(sql, values) : null
  const records = yield* insertRecords(
    sql,
    sane,
    activity === null ? values : [...values, ...activity.values],
    numbers
  )
  if (activity !== null) yield* correctActivity(sql, activity)
  const events = yield* insertEvents(sql, sane)
  for (const row of sane) row.outcomes[row.at] = outcomeOf(row)
  yield* traceDuplicates(sql, sane)
  yield* answerCurtailed(sql, curtailed)
  yield* keepUnknown(sql, unknown)
  yield* answerRefused(sql, batch, refused)
  yield* streamEvents(sql, events)
  yield* appendLog(sql, entriesOf(records), records.batch)
  return events.map(({ event }): Stored => ({ severity: event.severity, hasAlert: false }))
})

type Overfull = ReadonlyMap<string, Backlog>

/**
 * Which parts have a record of a project that is too far behind. Nothing of them is stored: their senders
 * send all of it again.
 */
const shed = (rows: ReadonlyArray<Row>, overfull: Overfull): ReadonlyMap<Part, IntakeUnavailable> => {
  const parts = new Map<Part, IntakeUnavailable>()
  if (overfull.size === 0) return parts
  for (const { device, part, report } of rows) {
    const { projectId } = attribute(report.at, device.assignments)
    const backlog = projectId === null ? undefined : overfull.get(projectId)
    if (backlog !== undefined) parts.set(part, behind(backlog))
  }
  return parts
}

// Generators of this directory are made once, at the top of a module. V8 gives a generator that is made for
// each transaction a shape of its own, outside the young generation; the shape keeps what the generator saw,
// and every short collection then copies it.
const transact = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  knowledge: Knowledge,
  overfull: Overfull,
  parts: ReadonlyArray<Part>,
  everything: Batch
) {
  yield* identify(sql, everything)
  const { numbers, sources } = yield* lookUp(sql, everything, [...new Set(parts.map((p) => p.pass.sourceId))])
  const later = shed(everything.rows, overfull)
  const denials = new Map(
    parts.map((p) => [p, judge(sources.get(p.pass.sourceId), p.pass) ?? later.get(p) ?? null])
  )
  const batch = [...denials.values()].every((d) => d === null)
    ? everything
    : without(everything, (part) => denials.get(part) !== null)
  for (const row of batch.rows)
    if (sources.get(row.part.pass.sourceId)!.history) row.receivedAt = row.report.at
  const made = yield* store(sql, knowledge, batch, numbers)
  const committed = parts.map((part): Committed => {
    const denied = denials.get(part) ?? null
    return denied === null ? Result.succeed(batch.outcomes.get(part)!) : Result.fail(denied)
  })
  return { committed, made }
})

/** Stores the parts, or nothing; of those that have records of an overfull project nothing either. */
export const commit = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  knowledge: Knowledge,
  overfull: Overfull,
  parts: ReadonlyArray<Part>
) {
  const everything = gather(parts)
  yield* makeMonths(sql, knowledge.months, everything)
  const { committed, made } = yield* sql.withTransaction(
    transact(sql, knowledge, overfull, parts, everything)
  )
  if (made.length > 0) yield* countEvents("device", made)
  return committed
})
