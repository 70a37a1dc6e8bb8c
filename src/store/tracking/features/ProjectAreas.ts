// The features of a project, indexed for point queries: made once for each edition of its rule set, and cached
// for the projects used last, shared by all callers.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type AreaIndex, makeAreaIndex } from "../../../domain/geo/AreaIndex.ts"
import { boxOf } from "../../../domain/geo/boxOf.ts"
import type { Geometry } from "../../../domain/geo/Geometry.ts"
import { radiusOf } from "../../../domain/tracking/Feature.ts"

/** Areas is the index of a project. */
export interface Areas {
  /** smallest first: of nested features the pasture is named, and not the farm around it */
  readonly features: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** in the same order */
  readonly index: AreaIndex
}

interface Row {
  readonly id: string
  readonly name: string
  readonly geometry: Geometry
  /** unchecked JSON of the attributes */
  readonly radius_m: unknown
}

const MAX_CACHED_PROJECTS = 8

/** Returns the extent of a shape's box on the ground, to sort by. */
const extentOf = (geometry: Geometry): number => {
  const [west, south, east, north] = boxOf(geometry)
  const wide = east < west ? east + 360 - west : east - west
  return wide * (north - south) * Math.cos((((south + north) / 2) * Math.PI) / 180)
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const cache = new Map<string, Areas & { readonly edition: string }>()

  const get = Effect.fn("ProjectAreas.get")(function* (projectId: string) {
    const [project] = yield* pg<{ readonly edition: string }>`
      select rule_set_version::text as edition from projects where id = ${projectId}::uuid`
    const cachedAreas = cache.get(projectId)
    if (cachedAreas !== undefined && cachedAreas.edition === project?.edition) return cachedAreas
    const featureRows = yield* pg<Row>`
      select id, name, geometry, attributes -> 'radius_m' as radius_m
      from features
      where project_id = ${projectId}::uuid
      order by name, id`
    const rows = featureRows
      .map((row) => ({ row, extent: extentOf(row.geometry) }))
      .sort((a, b) => a.extent - b.extent)
      .map(({ row }) => row)
    const index = makeAreaIndex(
      rows.map(({ geometry, id, radius_m }) => ({
        id,
        geometry,
        radiusM: radiusOf(geometry, { radius_m }) ?? undefined
      }))
    )
    const areas = {
      edition: project?.edition ?? "",
      features: rows.map(({ id, name }) => ({ id, name })),
      index
    }
    cache.delete(projectId)
    cache.set(projectId, areas)
    for (const id of cache.keys()) {
      if (cache.size <= MAX_CACHED_PROJECTS) break
      cache.delete(id)
    }
    return areas
  }, Effect.orDie)

  return { get }
})

/** ProjectAreas returns the index of a project. */
export class ProjectAreas extends Context.Service<ProjectAreas>()("store/ProjectAreas", { make }) {
  static readonly layer = Layer.effect(ProjectAreas, make)
}
