// The engine's progress beside its position in the log, which JournalSql.ts moves: up to when ticks are evaluated,
// and which rule sets were adopted.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { blank } from "../../../domain/rule/RuleState.ts"
import type { BatchResult } from "../../../engine/ports.ts"
import { bigints, instants, ints, uuids } from "../../sql/columns.ts"
import { type Encoded, noStatement } from "./encode.ts"
import { stateDetailOf } from "./memory.ts"

/** A project without evaluated ticks starts at the epoch: no rule is older. */
const sinceEpoch = (to: number): number => Math.max(0, to)

/** Stores up to when ticks of projects are evaluated. */
export const moveTicks = (sql: SqlClient.SqlClient, { ticked }: BatchResult): Encoded =>
  ticked.length === 0
    ? noStatement
    : sql`
      insert into tick_cursors (project_id, partition, ticked_to, next_to, subject_id, at)
      select *
      from unnest(
        ${uuids(ticked.map((t) => t.projectId))}, ${ints(ticked.map((t) => t.partition))},
        ${instants(ticked.map((t) => sinceEpoch(t.to)))}, ${instants(ticked.map((t) => t.half?.to ?? null))},
        ${uuids(ticked.map((t) => t.half?.subjectId ?? null))},
        ${instants(ticked.map((t) => t.half?.at ?? null))}
      )
      on conflict (project_id, partition) do update set ticked_to = excluded.ticked_to,
        next_to = excluded.next_to, subject_id = excluded.subject_id, at = excluded.at`

/**
 * Records the adoptions. States of rules that were disabled, archived or started blank are deleted; one with
 * an evaluated deadline is blanked instead and keeps `judged_to`. Their open episodes end.
 */
export const adopt = (sql: SqlClient.SqlClient, { adoptions, now }: BatchResult): Encoded => {
  if (adoptions.length === 0) return noStatement
  const projects = uuids(adoptions.map((a) => a.projectId)),
    partitions = ints(adoptions.map((a) => a.partition))
  return Effect.andThen(
    sql`
      insert into rule_set_adoptions (partition, project_id, rule_set_version, from_position)
      select *
      from unnest(
        ${partitions}, ${projects}, ${bigints(adoptions.map((a) => a.version))},
        ${bigints(adoptions.map((a) => a.from))}
      )
      on conflict do nothing`,
    sql`
      with lapsed as materialized (
        select s.rule_id, s.subject_id, s.judged_to, s.episode_event_id
        from rule_states s
          join rules r on r.id = s.rule_id
          join unnest(${partitions}, ${projects}) as a (partition, project_id)
            on a.project_id = r.project_id and a.partition = s.partition
        where (not r.enabled or r.archived_at is not null or s.blank_from_version <> r.blank_from_version)
          and (
            s.judged_to is null or s.active or s.since is not null or s.wake_at is not null
            or s.last_fired_at is not null
          )
      ), deleted as (
        delete from rule_states s
        using lapsed g
        where s.rule_id = g.rule_id and s.subject_id = g.subject_id and g.judged_to is null
      ), blanked as (
        update rule_states s set
          active = false,
          since = null,
          last_fired_at = null,
          wake_at = null,
          episode_event_id = null,
          holds = ${JSON.stringify(stateDetailOf(blank))}::jsonb
        from lapsed g
        where s.rule_id = g.rule_id and s.subject_id = g.subject_id and g.judged_to is not null
      )
      update events e set ended_at = greatest(${new Date(now)}::timestamptz, e.time)
      from lapsed g
      where e.id = g.episode_event_id and e.ended_at is null`
  )
}
