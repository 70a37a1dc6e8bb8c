// What every rule remembers of every subject, and each change of it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { blank, type RuleState, wakeAt } from "../../domain/rule/RuleState.ts"
import type { Changes } from "../../engine/ports.ts"
import { bigints, bools, instants, ints, serialised, uuids } from "../arrays.ts"

/** What a state row holds beside its plain columns. */
export const rest = ({ arrivedAt, holds, overdue, sampledAt }: RuleState) => ({ arrivedAt, holds, overdue, sampledAt })

/** `known`: ids of events that were there before, by the id they were given now. */
export const writeStates = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, changes: Changes, known: ReadonlyMap<string, string>) {
  for (const actor of changes.states.keys()) if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
  const kept = [...changes.states].filter(([a]) => a.state !== blank)
  const gone = [...changes.states].filter(([a]) => a.state === blank)
  // first: a rule that began blank in this batch may have something to remember of the same subject again
  if (gone.length > 0) {
    yield* sql`delete from rule_states s using unnest(${uuids(gone.map(([a]) => a.rule.id))}, ${uuids(gone.map(([, s]) => s.id))}) as g (rule_id, subject_id)
      where s.rule_id = g.rule_id and s.subject_id = g.subject_id`
  }
  if (kept.length > 0) {
    yield* sql`
      insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, since, last_fired_at, holds, wake_at, judged_to, episode_event_id)
      select * from unnest(${uuids(kept.map(([a]) => a.rule.id))}, ${uuids(kept.map(([, s]) => s.id))}, ${ints(kept.map(([, s]) => partitionOf(s.id)))},
        ${ints(kept.map(([a]) => a.rule.version))}, ${bigints(kept.map(([a]) => a.rule.blankFrom))}, ${bools(kept.map(([a]) => a.state.active))},
        ${instants(kept.map(([a]) => a.state.since))}, ${instants(kept.map(([a]) => a.state.lastFiredAt))}, ${serialised(kept.map(([a]) => JSON.stringify(rest(a.state))))}::jsonb[],
        ${instants(kept.map(([a]) => wakeAt(a.state, a.rule.forMs)))}, ${instants(kept.map(([a]) => a.state.judgedTo))}, ${uuids(kept.map(([a]) => a.episode))})
      on conflict (rule_id, subject_id) do update set version = excluded.version, blank_from_version = excluded.blank_from_version, active = excluded.active,
        since = excluded.since, last_fired_at = excluded.last_fired_at, holds = excluded.holds, wake_at = excluded.wake_at, judged_to = excluded.judged_to,
        episode_event_id = excluded.episode_event_id, updated_at = now()`
  }
})

/** Each transition with the place in the log at which it was decided. */
export const insertTransitions = (sql: SqlClient.SqlClient, { cursors, transitions }: Changes, known: ReadonlyMap<string, string>) => {
  const log = new Map(cursors.map((c) => [c.partition, c.to]))
  return sql`
    insert into rule_transitions (rule_id, version, blank_from_version, subject_id, at, state, event_id, episode_event_id, log_position)
    select * from unnest(${uuids(transitions.map((t) => t.rule.id))}, ${ints(transitions.map((t) => t.rule.version))}, ${bigints(transitions.map((t) => t.rule.blankFrom))}, ${uuids(transitions.map((t) => t.subjectId))},
      ${instants(transitions.map((t) => t.at))}, ${serialised(transitions.map((t) => JSON.stringify(t.state)))}::jsonb[], ${uuids(transitions.map((t) => t.eventId === null ? null : known.get(t.eventId) ?? t.eventId))},
      ${uuids(transitions.map((t) => t.episode === null ? null : known.get(t.episode) ?? t.episode))},
      ${bigints(transitions.map((t) => log.get(partitionOf(t.subjectId)) ?? 0))})`
}
