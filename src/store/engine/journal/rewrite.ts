// Puts the result of a replay in the place of the live decisions: missing events are inserted, others become
// superseded or valid again, ends of episodes are corrected. What was decided from the change on is removed,
// and the batch writes the new decisions. No event is deleted. Changes of the past that a batch finds are
// stored for a later replay.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { BatchResult, Rewrite } from "../../../engine/ports.ts"
import type { StreamEntry } from "../../events/EventStream.ts"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import { bigints, instants, ints, uuids } from "../../sql/columns.ts"
import { compare, type ExistingEvent, type KeyedRewrite, type Verdict } from "./compare.ts"
import { removeDecided, existingEvents } from "./decidedPast.ts"
import { type Encoded, encodeEach, type KeyedEvent, withKey, noStatement, type CommitSize } from "./encode.ts"
import { traceFailure, traceReplay } from "./replayTraces.ts"
import { markEvents } from "./validity.ts"

/** Rewritten is what a rewrite leaves for the rest of the commit. */
export interface Rewritten {
  /** events that are still to be inserted; their episodes end by `ends`, under the ids they are inserted with */
  readonly missing: ReadonlyArray<KeyedEvent>
  /** ids of events that exist, by the id that the replay gave them */
  readonly known: ReadonlyMap<string, string>
  readonly ends: ReadonlyArray<{ readonly eventId: string; readonly at: number }>
  /** reminders that existed and are valid */
  readonly reminders: Verdict["reminders"]
  readonly stream: ReadonlyArray<StreamEntry>
}

/** Encodes the events of the rewrites of a batch. */
export const encodePasts = (scale: CommitSize, { rewrites }: BatchResult) =>
  Effect.forEach(rewrites, (rewrite) =>
    Effect.map(encodeEach(scale, rewrite.events, withKey), (given): KeyedRewrite => ({ rewrite, given }))
  )

const streamOf = (
  { span: { subject } }: Rewrite,
  { ends, restored, superseded }: Verdict
): ReadonlyArray<StreamEntry> => {
  const about = { projectId: subject.projectId, entityId: subject.entityId, deviceId: subject.deviceId }
  const events = new Set([...superseded, ...restored, ...ends.map((e) => e.event)].map((e) => e.id))
  const alerts = new Set([...superseded, ...restored].flatMap((e) => e.alert_id ?? e.carried_id ?? []))
  return [
    ...[...events].map((objectId) => ({ ...about, type: "event.updated" as const, objectId })),
    ...[...alerts].map((objectId) => ({ ...about, type: "alert.updated" as const, objectId }))
  ]
}

const apply = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  past: KeyedRewrite,
  existing: ReadonlyArray<ExistingEvent>,
  cleared: Encoded,
  now: number
) {
  const verdict = compare(past, existing)
  yield* cleared
  yield* markEvents(sql, verdict.superseded, true, now)
  yield* markEvents(sql, verdict.restored, false, now)
  if (verdict.ends.length > 0) {
    yield* sql`update events e set ended_at = v.at
      from unnest(${uuids(verdict.ends.map((e) => e.event.id))}, ${instants(verdict.ends.map((e) => e.at))})
      as v (id, at) where e.id = v.id`
  }
  yield* traceReplay(sql, past.rewrite, verdict, now)
  return verdict
})

/** Applies the rewrites of a batch before the rest of it is written. */
export const rewritePasts = (
  sql: SqlClient.SqlClient,
  pasts: ReadonlyArray<KeyedRewrite>,
  { dismissed, now }: BatchResult
): Effect.Effect<Rewritten, SqlError> => {
  const tasks = pasts.map((past) => ({
    past,
    keep: existingEvents(sql, past),
    clear: removeDecided(sql, past.rewrite)
  }))
  const failures = dismissed.map((dismissal) => traceFailure(sql, dismissal, now))
  const rewrites = pasts.map((p) => p.rewrite)
  const done = [...rewrites.filter((r) => r.to === Infinity), ...dismissed].flatMap((r) => r.span.ids)
  const left = rewrites.flatMap(({ span, to }) =>
    to === Infinity ? [] : span.ids.map((id) => ({ id, from: to + 1 }))
  )
  const noted = [
    done.length === 0
      ? noStatement
      : sql`update late_spans set replayed_at = ${new Date(now)} where id = any(${bigints(done)})`,
    left.length === 0
      ? noStatement
      : sql`
        update late_spans s set begun = true, from_time = v.from_time
        from unnest(${bigints(left.map((l) => l.id))}, ${instants(left.map((l) => l.from))}) as v (id, from_time)
        where s.id = v.id`
  ]
  return Effect.gen(function* () {
    const missing: Array<KeyedEvent> = [],
      ends: Array<Rewritten["ends"][number]> = [],
      reminders: Array<Verdict["reminders"][number]> = [],
      stream: Array<StreamEntry> = []
    const storedIds = new Map<string, string>()
    for (const { clear, keep, past } of tasks) {
      const verdict = yield* apply(sql, past, yield* keep, clear, now)
      missing.push(...verdict.missing)
      reminders.push(...verdict.reminders)
      for (const [id, existing] of verdict.known) storedIds.set(id, existing)
      for (const {
        event: { id }
      } of verdict.missing) {
        const ending = past.rewrite.endings.get(id)
        if (ending !== undefined) ends.push({ eventId: id, at: ending.at })
      }
      stream.push(...streamOf(past.rewrite, verdict))
    }
    yield* Effect.all([...failures, ...noted], { discard: true })
    return { missing, known: storedIds, ends, reminders, stream }
  })
}

/** Inserts changes of the past that have to be replayed. */
export const insertLateSpans = (sql: SqlClient.SqlClient, changes: BatchResult): Encoded => {
  const late = [...changes.late.values()]
  return late.length === 0
    ? noStatement
    : sql`
      insert into late_spans (partition, project_id, subject_id, from_time, reason)
      select partition, project_id, subject_id, from_time, 'late_record'
      from unnest(
        ${ints(late.map((l) => partitionOf(l.subject.id)))}, ${uuids(late.map((l) => l.subject.projectId))},
        ${uuids(late.map((l) => l.subject.id))}, ${instants(late.map((l) => l.from))}
      ) as l (partition, project_id, subject_id, from_time)`
}
