// Which rows of the record tables the engine knows: those of the subject, at or below the cursors. Records of a log row that is still to
// be read are not known yet.
import type * as SqlClient from "effect/sql/SqlClient"
import { Effect } from "effect"
import { PARTITIONS, partitionOf } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Cursor } from "../../engine/ports.ts"
import { bigints, instants, ints, uuids } from "../arrays.ts"

/** Which rows `r` of a record table are a subject's `s`: an entity's by entity, a bare device's by device, of its own project alone. */
export const kinds = [
  { subjects: "entities", isOfKind: (s: Subject) => s.entityId !== null, mine: "r.entity_id = s.id" },
  { subjects: "devices", isOfKind: (s: Subject) => s.entityId === null, mine: "r.device_id = s.id and r.entity_id is null and r.project_id = s.project_id" }
] as const

/** Subjects as a table `s`, numbered by their place in the list; `since`: a moment of each, null where it has none. */
export const subjectTable = (sql: SqlClient.SqlClient, list: ReadonlyArray<Subject>, since: (s: Subject) => number | null = () => null) => sql`
  unnest(${ints(list.map((_, n) => n))}, ${uuids(list.map((s) => s.id))}, ${uuids(list.map((s) => s.projectId))}, ${ints(list.map((s) => partitionOf(s.id)))}, ${instants(list.map(since))})
    as s (n, id, project_id, partition, since)`

/**
 * A condition on a row `r` of a subject in a partition: its log row is read. Asked inside a transaction of one snapshot: a record that came
 * between two statements would count as read, and its own log row as late.
 */
export const readUpTo = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, cursors: ReadonlyArray<Cursor>, partition: string) {
  const unread = yield* sql<{ batch: bigint }>`
    select l.batch_id * ${PARTITIONS} + l.partition as batch
    from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
    join observation_log l on l.partition = c.partition and l.id > c.position`
  return unread.length === 0 ? sql`true` : sql`r.batch_id * ${PARTITIONS} + ${sql.literal(partition)} <> all(${bigints(unread.map((r) => r.batch))})`
})

/** Readers see one snapshot. */
export const oneSnapshot = (sql: SqlClient.SqlClient) => sql`set transaction isolation level repeatable read read only`
