// Writes the memory of every subject, from which the engine loads it, and a replay reads its past: the states of its
// rules, its placements, each change of both, and the editions that evaluated it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import { type Subject, subjectKey } from "../../../domain/rule/Observation.ts"
import { blank, type RuleState, wakeAt, withoutBlanks } from "../../../domain/rule/RuleState.ts"
import type { BatchResult } from "../../../engine/ports.ts"
import { bigints, bools, instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { type Encoded, encodeEach, noStatement, type CommitSize } from "./encode.ts"

/** Returns the part of a rule's state that its row keeps as JSON, in the column `holds`. */
export const stateDetailOf = ({ arrivedAt, holds, overdue, sampledAt }: RuleState) =>
  withoutBlanks({ arrivedAt, holds, overdue, sampledAt })

type Actor = Parameters<BatchResult["states"]["get"]>[0]

/** StateEntry is a state with the text of its detail; null: the row is removed. */
interface StateEntry {
  readonly actor: Actor
  readonly subject: Subject
  /** the column `holds` */
  readonly detail: Buffer | null
}

/** TransitionEntry is a transition with its text, and the place in the log at which it was decided. */
interface TransitionEntry {
  readonly transition: BatchResult["transitions"][number]
  readonly position: number
  readonly state: Buffer
}

/** Encodes the states of a batch. */
export const encodeStates = (scale: CommitSize, { states }: BatchResult) =>
  encodeEach(scale, [...states], ([actor, subject]): StateEntry => ({
    actor,
    subject,
    detail: actor.state === blank ? null : scale.json(stateDetailOf(actor.state))
  }))

/** Encodes the transitions of a batch. */
export const encodeTransitions = (scale: CommitSize, { cursors, transitions }: BatchResult) => {
  const log = new Map(cursors.map((c) => [c.partition, c.to]))
  return encodeEach(scale, transitions, (transition): TransitionEntry => ({
    transition,
    position: log.get(partitionOf(transition.subjectId)) ?? 0,
    state: scale.json(withoutBlanks(transition.state))
  }))
}

/**
 * Corrects the states whose episode began with an event that existed. `known`: its id by the id of this
 * batch.
 */
export const correctEpisodes = ({ states }: BatchResult, known: ReadonlyMap<string, string>): void => {
  for (const actor of states.keys())
    if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
}

/** Writes and removes states. */
export const writeStates = (sql: SqlClient.SqlClient, entries: ReadonlyArray<StateEntry>): Encoded => {
  const stored = entries.filter((e) => e.detail !== null),
    gone = entries.filter((e) => e.detail === null)
  const remove =
    gone.length === 0
      ? noStatement
      : sql`
    delete from rule_states s using unnest(${uuids(gone.map((e) => e.actor.rule.id))},
      ${uuids(gone.map((e) => e.subject.id))}) as g (rule_id, subject_id)
      where s.rule_id = g.rule_id and s.subject_id = g.subject_id`
  const write =
    stored.length === 0
      ? noStatement
      : sql`
        insert into rule_states (
          rule_id, subject_id, partition, version, blank_from_version, active, since, last_fired_at, holds,
          wake_at, judged_to, episode_event_id
        )
        select *
        from unnest(
          ${uuids(stored.map((e) => e.actor.rule.id))}, ${uuids(stored.map((e) => e.subject.id))},
          ${ints(stored.map((e) => partitionOf(e.subject.id)))},
          ${ints(stored.map((e) => e.actor.rule.version))},
          ${bigints(stored.map((e) => e.actor.rule.blankFrom))},
          ${bools(stored.map((e) => e.actor.state.active))},
          ${instants(stored.map((e) => e.actor.state.since))},
          ${instants(stored.map((e) => e.actor.state.lastFiredAt))},
          ${serialised(stored.map((e) => e.detail))}::jsonb[],
          ${instants(stored.map((e) => wakeAt(e.actor.state, e.actor.rule)))},
          ${instants(stored.map((e) => e.actor.state.judgedTo))}, ${uuids(stored.map((e) => e.actor.episode))}
        )
        on conflict (rule_id, subject_id) do update set version = excluded.version,
          blank_from_version = excluded.blank_from_version, active = excluded.active,
          since = excluded.since, last_fired_at = excluded.last_fired_at, holds = excluded.holds,
          wake_at = excluded.wake_at, judged_to = excluded.judged_to,
          episode_event_id = excluded.episode_event_id, updated_at = now()`
  // removed first: a rule that started blank in this batch may have a new state of the same subject
  return Effect.andThen(remove, write)
}

/** Inserts transitions; `known` as in `correctEpisodes`. */
export const insertTransitions = (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<TransitionEntry>,
  known: ReadonlyMap<string, string>
): Encoded => {
  const transitions = entries.map((e) => e.transition)
  const idOf = (given: string | null) => (given === null ? null : (known.get(given) ?? given))
  return entries.length === 0
    ? noStatement
    : sql`
      insert into rule_transitions (
        rule_id, version, blank_from_version, subject_id, at, state, event_id, episode_event_id,
        log_position
      )
      select *
      from unnest(
        ${uuids(transitions.map((t) => t.rule.id))}, ${ints(transitions.map((t) => t.rule.version))},
        ${bigints(transitions.map((t) => t.rule.blankFrom))}, ${uuids(transitions.map((t) => t.subjectId))},
        ${instants(transitions.map((t) => t.at))}, ${serialised(entries.map((e) => e.state))}::jsonb[],
        ${uuids(transitions.map((t) => idOf(t.eventId)))},
        ${uuids(transitions.map((t) => idOf(t.episode)))}, ${bigints(entries.map((e) => e.position))}
      )`
}

/** MoveEntry is a move with its texts. */
interface MoveEntry {
  readonly move: BatchResult["moves"][number]
  readonly inside: Buffer
  readonly doubts: Buffer | null
}

/** PeriodEntry is a period with its text. */
interface PeriodEntry {
  readonly period: BatchResult["periods"][number]
  readonly judged: Buffer
}

/** Encodes the moves of a batch. */
export const encodeMoves = (scale: CommitSize, { moves }: BatchResult) =>
  encodeEach(scale, moves, (move): MoveEntry => {
    const { doubts, inside } = move.placement
    return { move, inside: scale.json(inside), doubts: doubts === undefined ? null : scale.json(doubts) }
  })

/** Encodes the periods of a batch. */
export const encodePeriods = (scale: CommitSize, { periods }: BatchResult) =>
  encodeEach(scale, periods, (period): PeriodEntry => ({
    period,
    judged: scale.json(Object.fromEntries(period.judged))
  }))

const inside = "(select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i)"

/**
 * Writes the newest placement of each subject and filter; where the past is cut, a move in it says nothing
 * about the current placement.
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
    ? noStatement
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

/** Inserts every move with its event time, in order. */
export const insertMoves = (sql: SqlClient.SqlClient, entries: ReadonlyArray<MoveEntry>): Encoded => {
  const moves = entries.map((e) => e.move)
  return entries.length === 0
    ? noStatement
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

/** Inserts the periods in which an edition evaluated a subject. */
export const insertPeriods = (sql: SqlClient.SqlClient, entries: ReadonlyArray<PeriodEntry>): Encoded => {
  const periods = entries.map((e) => e.period)
  return entries.length === 0
    ? noStatement
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
