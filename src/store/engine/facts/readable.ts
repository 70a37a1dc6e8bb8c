// Conditions for the rows of the record tables that the engine has read: those of the subject that were
// evaluated. Records of a log row that is still unread are not facts yet.
import type * as SqlClient from "effect/sql/SqlClient"
import { Effect } from "effect"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import type { LogProgress } from "../../../engine/ports.ts"
import { bigints, instants, ints, uuids } from "../../sql/arrays.ts"

/**
 * Conditions for the rows `r` of a subject `s` in a record table: of an entity by entity, of a device without
 * one by device and project.
 */
export const subjectConditions = [
  { subjects: "entities", isOfKind: (s: Subject) => s.entityId !== null, mine: "r.entity_id = s.id" },
  {
    subjects: "devices",
    isOfKind: (s: Subject) => s.entityId === null,
    mine: "r.device_id = s.id and r.entity_id is null and r.project_id = s.project_id"
  }
] as const

/**
 * Returns the subjects as a table `s`, numbered by their place in the list; `since` and `until`: moments of
 * each, null where it has none.
 */
export const subjectTable = (
  sql: SqlClient.SqlClient,
  list: ReadonlyArray<Subject>,
  since: (s: Subject, n: number) => number | null = () => null,
  until: (s: Subject, n: number) => number | null = () => null
) => sql`
  unnest(${ints(list.map((_, n) => n))}, ${uuids(list.map((s) => s.id))},
    ${uuids(list.map((s) => s.projectId))}, ${ints(list.map((s) => partitionOf(s.id)))},
    ${instants(list.map(since))}, ${instants(list.map(until))})
    as s (n, id, project_id, partition, since, until)`

/**
 * The condition that a row `r` of a subject in a partition was evaluated, as far as the log goes. Old records
 * are recognised by their transaction's number, others by their log row: an unread row is beyond the cursor,
 * or beyond the lane of its project, except for what the current window has evaluated. Used inside a
 * transaction with one snapshot: a record that arrived between two statements would count as evaluated, and
 * its own log row as late.
 */
export const readUpTo = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { cursors, lanes }: LogProgress,
  partition: string
) {
  const starts = new Map(cursors.map((c) => [c.partition, c.position]))
  for (const lane of lanes)
    starts.set(lane.partition, Math.min(lane.position, starts.get(lane.partition) ?? 0))
  const [unread] = yield* sql<{ first: bigint | null }>`
    select min((select min(batch_id) from observation_log o where o.partition = c.partition)) as first
    from unnest(${ints([...starts.keys()])}, ${bigints([...starts.values()])}) as c (partition, position)
    where exists (select from observation_log o where o.partition = c.partition and o.id > c.position)`
  const first = unread?.first ?? null
  if (first === null) return sql`true`
  const subject = sql.literal("coalesce(r.entity_id, r.device_id)")
  const isBeyond =
    lanes.length === 0
      ? sql`l.id > c.position`
      : sql`case when w.position is null then l.id > c.position
      else l.id > w.position and (l.id > w.up_to or w.subject_id is null
        or (${subject}, r.original_time) > (w.subject_id, w.at)) end`
  const inLane =
    lanes.length === 0
      ? sql``
      : sql`
    left join unnest(${ints(lanes.map((w) => w.partition))}, ${uuids(lanes.map((w) => w.projectId))},
      ${bigints(lanes.map((w) => w.position))}, ${bigints(lanes.map((w) => w.upTo))},
      ${uuids(lanes.map((w) => w.place?.subjectId ?? null))},
        ${instants(lanes.map((w) => w.place?.at ?? null))}) as w (partition, project_id, position, up_to,
        subject_id, at)
      on w.partition = l.partition and w.project_id = r.project_id`
  return sql`(r.batch_id < ${first} or not exists (
    select from observation_log l join unnest(${ints(cursors.map((c) => c.partition))},
      ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
      on c.partition = l.partition ${inLane}
    where l.partition = ${sql.literal(partition)} and l.batch_id = r.batch_id and ${isBeyond}))`
})

/** Makes the transaction read one snapshot. */
export const oneSnapshot = (sql: SqlClient.SqlClient) =>
  sql`set transaction isolation level repeatable read read only`
