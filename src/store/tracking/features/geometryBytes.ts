// The bytes of geometry of a project, now and after a change.
import type { PgClient } from "@effect/sql-pg"
import { Context, Effect } from "effect"
import type { Geometry } from "../../../domain/geo/Geometry.ts"
import {
  geometryLimitIssue,
  DEFAULT_MAX_GEOMETRY_BYTES,
  type GeometryGrowth
} from "../../../domain/tracking/geometryLimit.ts"

/** MaxGeometryBytes bounds the geometry of a project's features. */
export const MaxGeometryBytes = Context.Reference<number>("store/MaxGeometryBytes", {
  defaultValue: () => DEFAULT_MAX_GEOMETRY_BYTES
})

/**
 * Returns why shapes cannot be saved in a project, as new ones or in place of a feature's own (`replacedId`);
 * null: they can. Called before any shape is saved.
 */
export const geometryIssue = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  limit: number,
  projectId: string,
  shapes: ReadonlyArray<Geometry>,
  replacedId: string | null
) {
  const [growth] = yield* pg<GeometryGrowth>`
    select
      coalesce(sum(f.geometry_bytes) filter (where f.id is distinct from ${replacedId}::uuid), 0)::float8
        as kept,
      coalesce(sum(f.geometry_bytes) filter (where f.id = ${replacedId}::uuid), 0)::float8 as replaced,
      (
        select coalesce(sum(octet_length(s::text)), 0)::float8
        from jsonb_array_elements(${pg.json(shapes)}) s
      ) as added
    from features f
    where f.project_id = ${projectId}::uuid`
  return geometryLimitIssue(growth!, limit)
})
