// What every rule remembers of every subject, and each change of it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import { blank, type RuleState, wakeAt } from "../../../domain/rule/RuleState.ts"
import type { BatchResult } from "../../../engine/ports.ts"
import { bigints, bools, instants, ints, serialised, uuids } from "../../sql/columns.ts"
import { type Encoded, encodeEach, nothing, type Scale } from "./encode.ts"

/** What a state row holds beside its plain columns. */
export const rest = ({ arrivedAt, holds, overdue, sampledAt }: RuleState) => ({
  arrivedAt,
  holds,
  overdue,
  sampledAt
})

type Actor = Parameters<BatchResult["states"]["get"]>[0]

/** A state with its text; null: there is nothing to remember. */
export interface StateEntry {
  readonly actor: Actor
  readonly subject: Subject
  readonly holds: Buffer | null
}

/** A transition with its text, and the place in the log at which it was decided. */
export interface TransitionEntry {
  readonly transition: BatchResult["transitions"][number]
  readonly position: number
  readonly state: Buffer
}

export const encodeStates = (scale: Scale, { states }: BatchResult) =>
  encodeEach(scale, [...states], ([actor, subject]): StateEntry => ({
    actor,
    subject,
    holds: actor.state === blank ? null : scale.json(rest(actor.state))
  }))

export const encodeTransitions = (scale: Scale, { cursors, transitions }: BatchResult) => {
  const log = new Map(cursors.map((c) => [c.partition, c.to]))
  return encodeEach(scale, transitions, (transition): TransitionEntry => ({
    transition,
    position: log.get(partitionOf(transition.subjectId)) ?? 0,
    state: scale.json(transition.state)
  }))
}

/**
 * Actors whose episode is of an event that was there before remember that one. `known`: its id by the id it
 * was given now.
 */
export const correctEpisodes = ({ states }: BatchResult, known: ReadonlyMap<string, string>): void => {
  for (const actor of states.keys())
    if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
}

export const writeStates = (sql: SqlClient.SqlClient, entries: ReadonlyArray<StateEntry>): Encoded => {
  const kept = entries.filter((e) => e.holds !== null),
    gone = entries.filter((e) => e.holds === null)
  const remove =
    gone.length === 0
      ? nothing
      : sql`
    delete from rule_states s using unnest(${uuids(gone.map((e) => e.actor.rule.id))},
      ${uuids(gone.map((e) => e.subject.id))}) as g (rule_id, subject_id)
      where s.rule_id = g.rule_id and s.subject_id = g.subject_id`
  const write =
    kept.length === 0
      ? nothing
      : sql`
        insert into rule_states (
          rule_id, subject_id, partition, version, blank_from_version, active, since, last_fired_at, holds,
          wake_at, judged_to, episode_event_id
        )
        select *
        from unnest(
          ${uuids(kept.map((e) => e.actor.rule.id))}, ${uuids(kept.map((e) => e.subject.id))},
          ${ints(kept.map((e) => partitionOf(e.subject.id)))},
          ${ints(kept.map((e) => e.actor.rule.version))},
          ${bigints(kept.map((e) => e.actor.rule.blankFrom))},
          ${bools(kept.map((e) => e.actor.state.active))},
          ${instants(kept.map((e) => e.actor.state.since))},
          ${instants(kept.map((e) => e.actor.state.lastFiredAt))},
          ${serialised(kept.map((e) => e.holds))}::jsonb[],
          ${instants(kept.map((e) => wakeAt(e.actor.state, e.actor.rule)))},
          ${instants(kept.map((e) => e.actor.state.judgedTo))}, ${uuids(kept.map((e) => e.actor.episode))}
        )
        on conflict (rule_id, subject_id) do update set version = excluded.version,
          blank_from_version = excluded.blank_from_version, active = excluded.active,
          since = excluded.since, last_fired_at = excluded.last_fired_at, holds = excluded.holds,
          wake_at = excluded.wake_at, judged_to = excluded.judged_to,
          episode_event_id = excluded.episode_event_id, updated_at = now()`
  // removed first: a rule that began blank in this batch may have something to remember of the same subject
  // again
  return Effect.andThen(remove, write)
}

/** `known`: as above */
export const insertTransitions = (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<TransitionEntry>,
  known: ReadonlyMap<string, string>
): Encoded => {
  const transitions = entries.map((e) => e.transition)
  const idOf = (given: string | null) => (given === null ? null : (known.get(given) ?? given))
  return entries.length === 0
    ? nothing
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
