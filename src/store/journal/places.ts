// Where subjects are placed, each move of theirs, and the editions they were judged with: what a look at the past begins from.
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { subjectKey } from "../../domain/rule/Observation.ts"
import type { Changes } from "../../engine/ports.ts"
import { bigints, instants, ints, serialised, texts, uuids } from "../arrays.ts"

type Moves = Changes["moves"]

const inside = "(select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i)"
const doubtsOf = (moves: Moves) => serialised(moves.map((m) => m.placement.doubts === undefined ? null : JSON.stringify(m.placement.doubts)))
const insideOf = (moves: Moves) => serialised(moves.map((m) => JSON.stringify(m.placement.inside)))

/** The newest placement of each subject and lens; where the past is cut, a move in it says nothing of where the subject is now. */
export const writePlacements = (sql: SqlClient.SqlClient, { moves, rewrites }: Changes) => {
  const cut = new Set(rewrites.flatMap(({ span, to }) => to < Infinity ? [subjectKey(span.subject)] : []))
  const rows = [...new Map(moves.filter((m) => !cut.has(subjectKey(m.subject))).map((m) => [`${subjectKey(m.subject)} ${m.lens}`, m])).values()]
  return sql`
    insert into subject_placements (subject_id, project_id, hardening, partition, book_version, inside, detail)
    select subject_id, project_id, hardening, partition, book_version, ${sql.literal(inside)}, detail
    from unnest(${uuids(rows.map((m) => m.subject.id))}, ${uuids(rows.map((m) => m.subject.projectId))}, ${texts(rows.map((m) => m.lens))}, ${ints(rows.map((m) => partitionOf(m.subject.id)))},
      ${bigints(rows.map((m) => m.placement.version))}, ${insideOf(rows)}::jsonb[], ${doubtsOf(rows)}::jsonb[])
      as p (subject_id, project_id, hardening, partition, book_version, inside, detail)
    on conflict (subject_id, project_id, hardening) do update set book_version = excluded.book_version, inside = excluded.inside, detail = excluded.detail`
}

/** Every move with its event time, in order. */
export const insertMoves = (sql: SqlClient.SqlClient, { moves }: Changes) => sql`
  insert into subject_moves (subject_id, project_id, hardening, at, book_version, inside, detail)
  select subject_id, project_id, hardening, at, book_version, ${sql.literal(inside)}, detail
  from unnest(${uuids(moves.map((m) => m.subject.id))}, ${uuids(moves.map((m) => m.subject.projectId))}, ${texts(moves.map((m) => m.lens))}, ${instants(moves.map((m) => m.at))},
    ${bigints(moves.map((m) => m.placement.version))}, ${insideOf(moves)}::jsonb[], ${doubtsOf(moves)}::jsonb[])
    with ordinality as m (subject_id, project_id, hardening, at, book_version, inside, detail, n) order by n`

const moment = (at: number): number | null => at === -Infinity ? null : at

export const insertChapters = (sql: SqlClient.SqlClient, { chapters }: Changes) => sql`
  insert into subject_chapters (subject_id, project_id, partition, book_version, floor, tick_floor, judged, standing)
  select subject_id, project_id, partition, book_version, floor, tick_floor, judged, standing
  from unnest(${uuids(chapters.map((c) => c.subject.id))}, ${uuids(chapters.map((c) => c.subject.projectId))}, ${ints(chapters.map((c) => partitionOf(c.subject.id)))},
    ${bigints(chapters.map((c) => c.version))}, ${instants(chapters.map((c) => moment(c.floor)))}, ${instants(chapters.map((c) => moment(c.tickFloor)))},
    ${serialised(chapters.map((c) => JSON.stringify(Object.fromEntries(c.judged))))}::jsonb[], ${texts(chapters.map((c) => c.standing))})
    with ordinality as c (subject_id, project_id, partition, book_version, floor, tick_floor, judged, standing, n) order by n`

/** Changes of the past that the late lane has to replay. */
export const insertLateSpans = (sql: SqlClient.SqlClient, changes: Changes) => {
  const late = [...changes.late.values()]
  return sql`
    insert into late_spans (partition, project_id, subject_id, from_time, reason)
    select partition, project_id, subject_id, from_time, 'late_record' from unnest(${ints(late.map((l) => partitionOf(l.subject.id)))}, ${uuids(late.map((l) => l.subject.projectId))},
      ${uuids(late.map((l) => l.subject.id))}, ${instants(late.map((l) => l.from))}) as l (partition, project_id, subject_id, from_time)`
}
