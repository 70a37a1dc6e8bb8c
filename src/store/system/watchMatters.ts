// Records matters as the worker sees them, so that ended ones can be listed with their end.
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { ENDED_DAYS } from "../../domain/system/Attention.ts"
import { silentAfter } from "../tracking/entities/reporting.ts"
import { makeMatterKinds } from "./matterKinds.ts"

/**
 * Makes the pass over every project, one after the other: a new matter gets a row, a finished one its end, an
 * unchanged one is not written. Removes those that ended too long ago to be shown.
 */
export const makeMatterWatch = (pg: PgClient.PgClient): Effect.Effect<void> => {
  const { inParts } = makeMatterKinds(pg)

  const look = (project: string) => pg`
    with found as (${inParts(project)}), seen as (
      select code, type, object_id, entity_id, device_id,
        min(since) as since,
        sum(count)::float8 as count,
        (array_agg(name order by since desc))[1] as name,
        (array_agg(said order by since desc))[1] as said,
        (extract(epoch from ${silentAfter(pg, project)}) / 3600)::float8 as silent_hours
      from found
      group by code, type, object_id, entity_id, device_id
    ), ending as (
      update matters m set ended_at = now()
      where m.project_id = ${project}::uuid and m.ended_at is null
        and not exists (
          select from seen s
          where s.code = m.code and s.object_id = m.object_id
            and s.entity_id is not distinct from m.entity_id
            and s.device_id is not distinct from m.device_id
        )
    )
    insert into matters as m (
      project_id, code, object_type, object_id, entity_id, device_id, name, since, count, said, silent_hours
    )
    select ${project}::uuid, code, type, object_id, entity_id, device_id, name, since, count, said, silent_hours
    from seen
    on conflict (project_id, code, object_id, entity_id, device_id) do update set
      name = excluded.name,
      since = case when m.ended_at is null then least(m.since, excluded.since) else excluded.since end,
      count = case when m.ended_at is null then greatest(m.count, excluded.count) else excluded.count end,
      said = excluded.said,
      silent_hours = excluded.silent_hours,
      ended_at = null
    where m.ended_at is not null or m.count < excluded.count
      or (m.name, m.said, m.silent_hours) is distinct from (excluded.name, excluded.said, excluded.silent_hours)`

  return Effect.gen(function* () {
    const projects = yield* pg<{ readonly id: string }>`select id from projects`
    yield* Effect.forEach(projects, ({ id }) => look(id), { discard: true })
    yield* pg`
      delete from matters where ended_at < now() - ${pg.literal(`interval '${ENDED_DAYS} days'`)}`
  }).pipe(Effect.orDie)
}
