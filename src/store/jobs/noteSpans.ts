// Stores which subjects' pasts have changed for the rules, and from when on, for replay; in the transaction of
// the change.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { instants, ints, uuids } from "../sql/arrays.ts"

/** ChangedPast is a subject of a project, and the oldest effective time of it that changed, epoch ms. */
export interface ChangedPast {
  readonly projectId: string
  readonly subjectId: string
  readonly from: number
}

/** Returns each subject once, with the oldest of its times. */
const mergePasts = (pasts: ReadonlyArray<ChangedPast>): ReadonlyArray<ChangedPast> => {
  const bySubject = new Map<string, ChangedPast>()
  for (const past of pasts) {
    const key = `${past.projectId} ${past.subjectId}`,
      earlierSpan = bySubject.get(key)
    if (earlierSpan === undefined || past.from < earlierSpan.from) bySubject.set(key, past)
  }
  return [...bySubject.values()]
}

/**
 * Stores the spans. The caller holds the lock of the device whose records changed, so the log has all of its
 * earlier records: the span waits until the log is read up to here.
 */
export const noteSpans = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pasts: ReadonlyArray<ChangedPast>,
  reason: "curation" | "attribution" | "removal"
) {
  const spans = mergePasts(pasts)
  if (spans.length === 0) return
  yield* sql`
    insert into late_spans (partition, project_id, subject_id, from_time, reason, after_position)
    select s.partition, s.project_id, s.subject_id, s.from_time, ${reason},
      coalesce((select max(l.id) from observation_log l where l.partition = s.partition), 0)
    from unnest(
      ${ints(spans.map((s) => partitionOf(s.subjectId)))}, ${uuids(spans.map((s) => s.projectId))},
      ${uuids(spans.map((s) => s.subjectId))}, ${instants(spans.map((s) => s.from))}
    ) as s (partition, project_id, subject_id, from_time)`
})

/**
 * Opens periods for subjects that never reported, so that the rules in force evaluate them from their first
 * record on (no record is too old where the subject had none). Their records existed
 * under another owner, which the engine could not see.
 */
export const openPeriods = (
  sql: SqlClient.SqlClient,
  subjects: ReadonlyArray<Pick<ChangedPast, "projectId" | "subjectId">>
) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
      insert into rule_set_periods (subject_id, project_id, rule_set_version, partition, records_after, ticks_after)
      select s.subject_id, p.id, p.rule_set_version, s.partition, null, null
      from unnest(
        ${uuids(subjects.map((s) => s.subjectId))}, ${uuids(subjects.map((s) => s.projectId))},
        ${ints(subjects.map((s) => partitionOf(s.subjectId)))}
      ) as s (subject_id, project_id, partition)
        join projects p on p.id = s.project_id
      where not exists (
        select from rule_set_periods c where c.subject_id = s.subject_id and c.project_id = s.project_id
      )`)
