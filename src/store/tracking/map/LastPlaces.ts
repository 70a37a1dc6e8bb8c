// The place of every subject of a project at a moment: its newest valid fix of the days before.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { NEAREST_MAX_AGE_MS, type LastPlace } from "../../../domain/tracking/Nearest.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { Missing } from "../../sql/refusals.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * The seen entities that are not archived, and the entity of this id, each with its newest fix of the
   * seven days up to `at` (epoch ms). An entity without one is left out.
   */
  const around = Effect.fn("LastPlaces.around")(function* (
    projectId: string,
    visibility: Visibility,
    entityId: string,
    at: number
  ) {
    const seen = pg.and([
      pg`s.project_id = ${projectId}::uuid`,
      ...seenOnes(pg, visibility, "entities", "s.id")
    ])
    const [known] = yield* Effect.orDie(pg`select from entities s where ${seen} and s.id = ${entityId}::uuid`)
    if (known === undefined) return yield* new Missing()
    const [since, until] = [new Date(at - NEAREST_MAX_AGE_MS), new Date(at)]
    const columns = pg.literal("coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat")
    const fit = pg.literal("p.valid and not p.conflicting and p.record_type = 'gnss'")
    // `is true` keeps the condition on the project from using its index, so that the one of the subject is
    // used
    const rows = yield* Effect.orDie(pg<Omit<LastPlace, "at"> & { readonly at: Date }>`
      select s.id, s.name, f.lon, f.lat, f.at
      from entities s
        cross join lateral (
          select *
          from (
            (
              select ${columns}, p.original_time as at
              from positions p
              where p.entity_id = s.id and (p.project_id = ${projectId}::uuid) is true
                and p.original_time > ${since} and p.original_time <= ${until}
                and p.curated_time is null and ${fit}
              order by p.original_time desc, p.id desc
              limit 1
            )
            union all
            (
              select ${columns}, p.curated_time
              from positions p
              where coalesce(p.entity_id, p.device_id) = s.id and p.entity_id = s.id
                and (p.project_id = ${projectId}::uuid) is true
                and p.curated_time > ${since} and p.curated_time <= ${until} and ${fit}
              order by p.curated_time desc, p.id desc
              limit 1
            )
          ) u
          order by u.at desc
          limit 1
        ) f
      where ${seen} and (s.status <> 'archived' or s.id = ${entityId}::uuid)`)
    return rows.map((row) => ({ ...row, at: row.at.getTime() }))
  })

  return { around }
})

/** LastPlaces reads places at a moment. */
export class LastPlaces extends Context.Service<LastPlaces>()("store/LastPlaces", { make }) {
  static readonly layer = Layer.effect(LastPlaces, make)
}
