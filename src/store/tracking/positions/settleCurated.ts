// Computes the effective values of positions from the curations in force.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { noteSpans } from "../../jobs/noteSpans.ts"

/**
 * Computes the effective values of a curation's positions; stores from when on each subject's past has
 * changed.
 */
export const settleCurated = Effect.fnUntraced(function* (pg: PgClient.PgClient, id: string) {
  const changed = yield* pg<{ project_id: string; subject_id: string; since: Date }>`
    with touched as materialized (
      select p.id, p.original_time, p.project_id, coalesce(p.entity_id, p.device_id) as subject_id,
        coalesce(p.curated_time, p.original_time) as time
      from curated_positions o join positions p on p.id = o.position_id
        and p.original_time = o.original_time where o.curation_id = ${id}::uuid
    ), corrected as materialized (
      select t.id, t.original_time, t.subject_id, t.project_id, t.time,
        (array_agg(c.change -> 'time' order by c.place desc) filter (where c.change ? 'time'))[1] #>> '{}'
          as curated_time,
        (array_agg(c.change -> 'geometry' order by c.place desc) filter (where c.change ? 'geometry'))[1] ->
          'coordinates' as coordinates,
        (array_agg(c.change -> 'valid' order by c.place desc) filter (where c.change ? 'valid'))[1]::bool
          as valid
      from touched t left join curated_positions o on o.position_id = t.id
        left join curations c on c.id = o.curation_id and c.reverted_at is null
      group by t.id, t.original_time, t.subject_id, t.project_id, t.time
    ), settled as (
      update positions p set curated_time = s.curated_time::timestamptz,
        curated_lon = (s.coordinates ->> 0)::float8, curated_lat = (s.coordinates ->> 1)::float8,
        valid = coalesce(s.valid, p.sent_invalid is not true), curation_revision = p.curation_revision + 1
      from corrected s where p.id = s.id and p.original_time = s.original_time
    )
    select project_id, subject_id, min(least(time, coalesce(curated_time::timestamptz, original_time)))
      as since from corrected where project_id is not null group by project_id, subject_id`
  yield* noteSpans(
    pg,
    changed.map((c) => ({ projectId: c.project_id, subjectId: c.subject_id, from: c.since.getTime() })),
    "curation"
  )
})
