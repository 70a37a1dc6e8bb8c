// The features that a rule would look at, without their shapes: the named ones, and a few of each type.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import {
  type FeatureQuery,
  MAX_NAMED_FEATURES,
  type SampledFeature
} from "../../../domain/rule/selectedFeatures.ts"
import { uuids } from "../../sql/arrays.ts"

/** MAX_SAMPLED_FEATURES is one more than are named, which shows that there are others. */
const MAX_SAMPLED_FEATURES = MAX_NAMED_FEATURES + 1

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** The named features and, of each type, some points and lines without a radius and some others. */
  const of = Effect.fn("FeatureSamples.of")(function* (projectId: string, { ids, ofEachType }: FeatureQuery) {
    const named = uuids(ids)
    return yield* pg<SampledFeature>`
      select f.id, f.name, f.feature_type as "featureType", f.type, f.is_bare as "isBare"
      from (
        select k.*, row_number() over (
            partition by k.feature_type, k.is_bare
            order by k.name, k.id
          ) as place
        from (
          select id, name, feature_type, geometry ->> 'type' as type,
            jsonb_typeof(attributes -> 'radius_m') is distinct from 'number'
              and not geometry ->> 'type' like '%Polygon'
              and not jsonb_path_exists(geometry, '$.geometries[*].type ? (@ like_regex "Polygon$")')
              as is_bare
          from features
          where project_id = ${projectId}::uuid and (${ofEachType} or id = any(${named}))
        ) k
      ) f
      where f.place <= ${MAX_SAMPLED_FEATURES} or f.id = any(${named})
      order by f.name, f.id`
  }, Effect.orDie)

  return { of }
})

/** FeatureSamples reads samples of features. */
export class FeatureSamples extends Context.Service<FeatureSamples>()("store/FeatureSamples", { make }) {
  static readonly layer = Layer.effect(FeatureSamples, make)
}
