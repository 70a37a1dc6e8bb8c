// The history of a feature (who changed it when, from the audit log), and the features that it shares ground
// with.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { area } from "../../../domain/geo/area.ts"
import { type Geometry, simpleGeometries } from "../../../domain/geo/Geometry.ts"
import { costOfRelation, relationOf, type ShapeRelation } from "../../../domain/geo/relationOf.ts"
import { type FeatureSummary, MAX_CHANGES, MAX_OVERLAPS } from "../../../domain/tracking/FeatureSummary.ts"
import { actorOf } from "../../access/whoDid.ts"
import { uuids } from "../../sql/arrays.ts"
import { wireTime } from "../../sql/keyset.ts"
import { ProjectAreas } from "./ProjectAreas.ts"

type Overlap = FeatureSummary["overlaps"][number]
type HistoryEntry = FeatureSummary["history"][number]

/** MAX_COMPARED_CORNERS bounds the corners of the pairs that one request compares: about a second of work. */
const MAX_COMPARED_CORNERS = 500_000

/** Returns the square metres of a geometry; null: it has no polygon. */
export const areaOf = (geometry: Geometry): number | null =>
  simpleGeometries(geometry).some(({ type }) => type.endsWith("Polygon")) ? area(geometry) : null

/** Yields the places of a list from one place outwards, without the place itself. */
const outwards = function* (place: number, length: number) {
  for (let step = 1; step < length; step++) {
    if (place - step >= 0) yield place - step
    if (place + step < length) yield place + step
  }
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const areas = yield* ProjectAreas

  /** The features that share ground with one: at most `MAX_OVERLAPS`, those nearest in size. */
  const overlaps = Effect.fn("FeatureDetails.overlaps")(function* (projectId: string, id: string) {
    const { features, index } = yield* areas.get(projectId)
    const place = features.findIndex((feature) => feature.id === id)
    const own = index.prepared[place]
    if (own === undefined) return [] // it was removed meanwhile
    const relations = new Map<string, ShapeRelation>()
    let corners = 0
    for (const other of outwards(place, features.length)) {
      const shape = index.prepared[other]!
      const cost = costOfRelation(own, shape)
      if (cost === 0) continue
      corners += cost
      if (corners > MAX_COMPARED_CORNERS) break
      const relation = relationOf(own, shape)
      if (relation !== null) relations.set(features[other]!.id, relation)
      if (relations.size === MAX_OVERLAPS) break
      yield* Effect.yieldNow // large shapes take milliseconds each
    }
    const rows = yield* pg<Omit<Overlap, "area_m2" | "relation"> & { readonly geometry: Geometry }>`
      select f.id, f.name, f.feature_type as type, f.geometry
      from unnest(${uuids([...relations.keys()])}) with ordinality as wanted (id, place)
        join features f on f.id = wanted.id and f.project_id = ${projectId}::uuid
      order by wanted.place`
    return rows.map(({ geometry, ...row }): Overlap => ({
      ...row,
      area_m2: areaOf(geometry),
      relation: relations.get(row.id)!
    }))
  }, Effect.orDie)

  /**
   * The changes of a feature, newest first. One that was imported has no entry of its own: it was made by the
   * import of its moment.
   */
  const history = Effect.fn("FeatureDetails.history")(function* (projectId: string, id: string) {
    return yield* pg<HistoryEntry>`
      select h.edition, ${pg.literal(wireTime("h.at"))} as changed_at, h.changed_by, h.what
      from (
        select l.at, l.id as entry, ${pg.literal(actorOf("l"))} as changed_by,
          coalesce((l.detail ->> 'revision')::int4, 1) as edition,
          case
            when l.action = 'feature.created' then 'created'
            when (l.detail ->> 'revision')::int4 > lag(coalesce((l.detail ->> 'revision')::int4, 1), 1, 1)
              over (order by l.at, l.id) then 'shape'
            else 'properties'
          end as what
        from audit_log l
        where l.object_type = 'feature' and l.object_id = ${id} and l.project_id = ${projectId}::uuid
          and l.action in ('feature.created', 'feature.updated')
        union all
        select f.created_at, f.id, (
          select ${pg.literal(actorOf("i"))}
          from audit_log i
          where i.project_id = f.project_id and i.at = f.created_at and i.action = 'feature.imported'
          order by i.id
          limit 1
        ), 1, 'created'
        from features f
        where f.id = ${id}::uuid and not exists (
          select
          from audit_log c
          where c.object_type = 'feature' and c.object_id = ${id} and c.action = 'feature.created'
        )
      ) h
      order by h.at desc, h.entry desc
      limit ${MAX_CHANGES}`
  }, Effect.orDie)

  return { history, overlaps }
})

/** FeatureDetails reads the history of a feature, and its relations to others. */
export class FeatureDetails extends Context.Service<FeatureDetails>()("store/FeatureDetails", { make }) {
  static readonly layer = Layer.effect(FeatureDetails, make).pipe(Layer.provide(ProjectAreas.layer))
}
