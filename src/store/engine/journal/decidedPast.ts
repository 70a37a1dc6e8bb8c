// Reads and removes the decided past of a subject: its events are read, the rest is removed before it is
// written again.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import type { Rewrite } from "../../../engine/ports.ts"
import { bigints, byteas, serialised, texts, uuids } from "../../sql/columns.ts"
import type { ExistingEvent, KeyedRewrite } from "./compare.ts"
import { type Encoded, noStatement, utf8 } from "./encode.ts"

/** Returns the end of a part of the past, for the database; null: it has none. */
const endAt = (to: number): Date | null => (to === Infinity ? null : new Date(to))

/**
 * Reads the events that the replay decides about: those of the subject's rules from the change up to the cut,
 * and those of episodes that were open before.
 */
export const existingEvents = (
  sql: SqlClient.SqlClient,
  {
    given,
    rewrite: {
      open,
      span: { from, subject },
      to
    }
  }: KeyedRewrite
) => sql<ExistingEvent>`
  select e.id,
    encode(e.event_key, 'hex') as key,
    e.rule_id, e.rule_version, e.time, e.title, e.superseded, e.ended_at,
    e.evidence -> 'features' as features,
    a.id as alert_id,
    a.status as alert_status,
    e.alert_id as carried_id, e.episode_id
  from events e
    left join alerts a on a.event_id = e.id
  where e.project_id = ${subject.projectId}::uuid and e.source_kind = 'rule'
    and (
      ${
        subject.entityId === null
          ? sql`e.device_id = ${subject.id}::uuid
      and e.entity_id is null`
          : sql`e.entity_id = ${subject.id}::uuid`
      } and e.time >= ${new Date(from)} and e.time <= coalesce(${endAt(to)}::timestamptz, 'infinity')
      or e.event_key = any(${byteas(given.map((e) => e.key))}) or e.id = any(${uuids(open)})
    )`

/**
 * Removes what was decided from the change up to the cut, so that the batch can write the new decisions; with
 * the last part also the memory.
 */
export const removeDecided = (
  sql: SqlClient.SqlClient,
  { filterKeys, placements, span: { from, subject }, to }: Rewrite
): Encoded => {
  const isIn = sql`at >= ${new Date(from)} and at <= coalesce(${endAt(to)}::timestamptz, 'infinity')`
  const placed = [...placements].filter(([filterKey]) => filterKeys.includes(filterKey))
  return Effect.all(
    [
      sql`
        delete from rule_transitions t
        using rules r
        where r.project_id = ${subject.projectId}::uuid and t.rule_id = r.id
          and t.subject_id = ${subject.id}::uuid and ${isIn}`,
      to < Infinity
        ? noStatement
        : sql`
          delete from rule_states s
          using rules r
          where r.project_id = ${subject.projectId}::uuid and s.rule_id = r.id
            and s.subject_id = ${subject.id}::uuid`,
      sql`
        delete from subject_moves
        where subject_id = ${subject.id}::uuid and project_id = ${subject.projectId}::uuid and ${isIn}`,
      sql`
        delete from subject_placements
        where subject_id = ${subject.id}::uuid and project_id = ${subject.projectId}::uuid
          and filter_key = any(${texts(filterKeys)})`,
      placed.length === 0
        ? noStatement
        : sql`
          insert into subject_placements (
            subject_id, project_id, partition, filter_key, rule_set_version, inside, detail
          )
          select ${subject.id}::uuid, ${subject.projectId}::uuid, ${partitionOf(subject.id)}::int4,
            filter_key, rule_set_version,
            (select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i), detail
          from unnest(
            ${texts(placed.map(([filterKey]) => filterKey))}, ${bigints(placed.map(([, p]) => p.version))},
            ${serialised(placed.map(([, p]) => utf8(p.inside)))}::jsonb[],
            ${serialised(placed.map(([, p]) => (p.doubts === undefined ? null : utf8(p.doubts))))}::jsonb[]
          ) as p (filter_key, rule_set_version, inside, detail)`
    ],
    { discard: true }
  )
}
