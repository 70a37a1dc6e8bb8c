// Reads and writes the spans of the past that have to be replayed: rows that the engine, curations and
// attribution insert. A span is due only once the log is read up to it.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { LateSpans, type LateSpan, type LateSpanQuery } from "../../engine/ports.ts"
import { ints } from "../sql/arrays.ts"

interface Row {
  readonly subject_id: string
  readonly project_id: string
  readonly since: Date
  readonly is_entity: boolean
  readonly device_id: string
}

const subjectOf = (r: Row): LateSpan["subject"] => ({
  id: r.subject_id,
  projectId: r.project_id,
  entityId: r.is_entity ? r.subject_id : null,
  deviceId: r.device_id
})

/** LateSpansSql is the `LateSpans` of the engine on PostgreSQL. */
export const LateSpansSql = Layer.effect(
  LateSpans,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isEntity = sql.literal(`e.id is not null as is_entity,
    coalesce((select a.device_id from entity_assignments a where a.entity_id = e.id order by a.valid_from desc
      limit 1), l.subject_id) as device_id`)

    const due = Effect.fn("LateSpans.due")(function* ({
      most,
      maxWaitMs,
      partitions,
      quietMs
    }: LateSpanQuery) {
      const rows = yield* sql<
        Row & { ids: ReadonlyArray<number>; reasons: ReadonlyArray<string>; begun: boolean }
      >`
        select l.*, ${isEntity}
        from (
          select *, row_number() over (partition by project_id order by noted, subject_id) as turn
          from (
            select s.subject_id, s.project_id, begun,
              array_agg(id::float8 order by id) as ids,
              min(from_time) as since,
              array_agg(distinct reason) as reasons,
              min(created_at) as noted
            from (
              select s.*, bool_or(begun) over (partition by s.subject_id, s.project_id) as is_under_way
              from late_spans s
                join partition_cursor c on c.partition = s.partition
                left join project_lanes w on w.partition = s.partition and w.project_id = s.project_id
              where replayed_at is null and s.partition = any(${ints(partitions)})
                and s.after_position <= coalesce(w.position, c.position)
                and not exists (select from parked_projects k where k.project_id = s.project_id)
            ) s
            where begun or not is_under_way
            group by s.subject_id, s.project_id, begun
            having begun or max(created_at) <= now() - ${quietMs} * interval '1 millisecond'
              or min(created_at) <= now() - ${maxWaitMs} * interval '1 millisecond'
          ) s
          order by turn, noted, subject_id
          limit ${most}
        ) l
          left join entities e on e.id = l.subject_id
        order by l.turn, l.noted, l.subject_id`
      return rows.map((r): LateSpan => ({
        ids: r.ids,
        begun: r.begun,
        from: r.since.getTime(),
        reasons: r.reasons,
        subject: subjectOf(r)
      }))
    }, Effect.orDie)

    const unfinished = (partitions: ReadonlyArray<number>) =>
      sql<Row & { judged: Readonly<Record<string, number>> | null }>`
      select l.*, ${isEntity},
        (
          select jsonb_object_agg(r.id, t.judged_to)
          from rules r
            cross join lateral (
              select (state ->> 'judgedTo')::float8 as judged_to
              from rule_transitions
              where rule_id = r.id and subject_id = l.subject_id and at < l.since
              order by at desc, id desc
              limit 1
            ) t
          where r.project_id = l.project_id and t.judged_to is not null
        ) as judged
      from (
        select subject_id, project_id, min(from_time) as since
        from late_spans
        where replayed_at is null and begun and partition = any(${ints(partitions)})
        group by subject_id, project_id
      ) l
        left join entities e on e.id = l.subject_id`.pipe(
        Effect.map((rows) =>
          rows.map((r) => ({
            from: r.since.getTime(),
            subject: subjectOf(r),
            judged: new Map(Object.entries(r.judged ?? {}))
          }))
        ),
        Effect.orDie
      )

    return LateSpans.of({ due, unfinished })
  })
)
