// Changes of the past as the late lane finds them: rows that the engine, curation and attribution leave. Those that wait for the log to be
// read are not there yet.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { LateSpans, type Span, type Waiting } from "../engine/ports.ts"

export const LateSpansSql = Layer.effect(LateSpans, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const due = Effect.fn("LateSpans.due")(function*({ most, patienceMs, quietMs }: Waiting) {
    const rows = yield* sql<{ subject_id: string; project_id: string; ids: ReadonlyArray<number>; since: Date; reasons: ReadonlyArray<string>; is_entity: boolean; device_id: string }>`
      select l.*, e.id is not null as is_entity,
        coalesce((select a.device_id from entity_assignments a where a.entity_id = e.id order by a.valid_from desc limit 1), l.subject_id) as device_id
      from (
        select s.subject_id, s.project_id, array_agg(id::float8 order by id) as ids, min(from_time) as since, array_agg(distinct reason) as reasons, min(created_at) as noted
        from late_spans s join partition_cursor c on c.partition = s.partition left join project_lanes w on w.partition = s.partition and w.project_id = s.project_id
        where replayed_at is null and s.after_position <= coalesce(w.position, c.position) group by s.subject_id, s.project_id
        having max(created_at) <= now() - ${quietMs} * interval '1 millisecond' or min(created_at) <= now() - ${patienceMs} * interval '1 millisecond'
        order by min(created_at) limit ${most}) l
      left join entities e on e.id = l.subject_id order by l.noted`
    return rows.map((r): Span => ({
      ids: r.ids, from: r.since.getTime(), reasons: r.reasons,
      subject: { id: r.subject_id, projectId: r.project_id, entityId: r.is_entity ? r.subject_id : null, deviceId: r.device_id }
    }))
  }, Effect.orDie)
  return LateSpans.of({ due })
}))
