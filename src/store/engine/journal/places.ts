// Where subjects are placed, each move of theirs, and the editions they were judged with: what a look at the
// past begins from.
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import { subjectKey } from "../../../domain/rule/Observation.ts"
import type { BatchResult } from "../../../engine/ports.ts"
import { bigints, instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { type Encoded, encodeEach, nothing, type Scale } from "./encode.ts"

/** A move with its texts. */
export interface MoveEntry {
  readonly move: BatchResult["moves"][number]
  readonly inside: Buffer
  readonly doubts: Buffer | null
}

/** A period with its text. */
export interface PeriodEntry {
  readonly period: BatchResult["periods"][number]
  readonly judged: Buffer
}

export const encodeMoves = (scale: Scale, { moves }: BatchResult) =>
  encodeEach(scale, moves, (move): MoveEntry => {
    const { doubts, inside } = move.placement
    return { move, inside: scale.json(inside), doubts: doubts === undefined ? null : scale.json(doubts) }
  })

export const encodePeriods = (scale: Scale, { periods }: BatchResult) =>
  encodeEach(scale, periods, (period): PeriodEntry => ({
    period,
    judged: scale.json(Object.fromEntries(period.judged))
  }))

const inside = "(select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i)"

/**
 * The newest placement of each subject and filter; where the past is cut, a move in it says nothing of where
 * the subject is now.
 */
export const writePlacements = (
  sql: SqlClient.SqlClient,
  { rewrites }: BatchResult,
  entries: ReadonlyArray<MoveEntry>
): Encoded => {
  const cut = new Set(rewrites.flatMap(({ span, to }) => (to < Infinity ? [subjectKey(span.subject)] : [])))
  const newest = entries
    .filter((e) => !cut.has(subjectKey(e.move.subject)))
    .map((e) => [`${subjectKey(e.move.subject)} ${e.move.filterKey}`, e] as const)
  const rows = [...new Map(newest).values()],
    moves = rows.map((e) => e.move)
  return rows.length === 0
    ? nothing
    : sql`
      insert into subject_placements (
        subject_id, project_id, filter_key, partition, rule_set_version, inside, detail
      )
      select subject_id, project_id, filter_key, partition, rule_set_version, ${sql.literal(inside)}, detail
      from unnest(
        ${uuids(moves.map((m) => m.subject.id))}, ${uuids(moves.map((m) => m.subject.projectId))},
        ${texts(moves.map((m) => m.filterKey))}, ${ints(moves.map((m) => partitionOf(m.subject.id)))},
        ${bigints(moves.map((m) => m.placement.version))},
        ${serialised(rows.map((e) => e.inside))}::jsonb[], ${serialised(rows.map((e) => e.doubts))}::jsonb[]
      ) as p (subject_id, project_id, filter_key, partition, rule_set_version, inside, detail)
      on conflict (subject_id, project_id, filter_key) do update set rule_set_version = excluded.rule_set_version,
        inside = excluded.inside, detail = excluded.detail`
}

/** Every move with its event time, in order. */
export const insertMoves = (sql: SqlClient.SqlClient, entries: ReadonlyArray<MoveEntry>): Encoded => {
  const moves = entries.map((e) => e.move)
  return entries.length === 0
    ? nothing
    : sql`
      insert into subject_moves (subject_id, project_id, filter_key, at, rule_set_version, inside, detail)
      select subject_id, project_id, filter_key, at, rule_set_version, ${sql.literal(inside)}, detail
      from unnest(
        ${uuids(moves.map((m) => m.subject.id))}, ${uuids(moves.map((m) => m.subject.projectId))},
        ${texts(moves.map((m) => m.filterKey))}, ${instants(moves.map((m) => m.at))},
        ${bigints(moves.map((m) => m.placement.version))},
        ${serialised(entries.map((e) => e.inside))}::jsonb[],
        ${serialised(entries.map((e) => e.doubts))}::jsonb[]
      ) with ordinality as m (subject_id, project_id, filter_key, at, rule_set_version, inside, detail, n)
      order by n`
}

const moment = (at: number): number | null => (at === -Infinity ? null : at)

export const insertPeriods = (sql: SqlClient.SqlClient, entries: ReadonlyArray<PeriodEntry>): Encoded => {
  const periods = entries.map((e) => e.period)
  return entries.length === 0
    ? nothing
    : sql`
      insert into rule_set_periods (
        subject_id, project_id, partition, rule_set_version, records_after, ticks_after, judged, scope_key
      )
      select subject_id, project_id, partition, rule_set_version, records_after, ticks_after, judged, scope_key
      from unnest(
        ${uuids(periods.map((c) => c.subject.id))}, ${uuids(periods.map((c) => c.subject.projectId))},
        ${ints(periods.map((c) => partitionOf(c.subject.id)))}, ${bigints(periods.map((c) => c.version))},
        ${instants(periods.map((c) => moment(c.recordsAfter)))},
        ${instants(periods.map((c) => moment(c.ticksAfter)))},
        ${serialised(entries.map((e) => e.judged))}::jsonb[], ${texts(periods.map((c) => c.scopeKey))}
      ) with ordinality as c (
        subject_id, project_id, partition, rule_set_version, records_after, ticks_after, judged, scope_key, n
      )
      order by n`
}

/** Changes of the past that the late lane has to replay. */
export const insertLateSpans = (sql: SqlClient.SqlClient, changes: BatchResult): Encoded => {
  const late = [...changes.late.values()]
  return late.length === 0
    ? nothing
    : sql`
      insert into late_spans (partition, project_id, subject_id, from_time, reason)
      select partition, project_id, subject_id, from_time, 'late_record'
      from unnest(
        ${ints(late.map((l) => partitionOf(l.subject.id)))}, ${uuids(late.map((l) => l.subject.projectId))},
        ${uuids(late.map((l) => l.subject.id))}, ${instants(late.map((l) => l.from))}
      ) as l (partition, project_id, subject_id, from_time)`
}
