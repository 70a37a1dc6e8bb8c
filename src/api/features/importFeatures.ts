// Makes features out of a file: reads it, judges every shape, and makes all of them or none.
import { Effect, Result, type Schema } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { shapeOf } from "../../domain/tracking/Feature.ts"
import {
  type FeatureImport,
  featureOf,
  type FeaturesImported,
  type FoundShape,
  MAX_SHAPES
} from "../../domain/tracking/FeatureImport.ts"
import type { Features } from "../../store/tracking/features/Features.ts"
import { readGeoJson } from "./readGeoJson.ts"
import { readKml } from "./readKml.ts"

const shapesIn = (text: string): Effect.Effect<ReadonlyArray<FoundShape>, Invalid> => {
  const said = text.replace(/^\uFEFF/, "").trimStart()
  return said.startsWith("<") ? readKml(said) : readGeoJson(said)
}

/**
 * What becomes of each shape of a file. Fails with 422 where the text is neither GeoJSON nor KML, or has no
 * shape or too many.
 */
export const importFeatures = Effect.fnUntraced(function* (
  features: Features["Service"],
  actor: Actor,
  projectId: string,
  { feature_type, text }: FeatureImport,
  dryRun: boolean
): Effect.fn.Return<FeaturesImported, Invalid> {
  const shapes = yield* shapesIn(text)
  if (shapes.length === 0) return yield* Invalid.at("/text", "NO_SHAPES", "There is no shape in this file.")
  if (shapes.length > MAX_SHAPES)
    return yield* Invalid.at(
      "/text",
      "TOO_MANY_SHAPES",
      `The file has ${shapes.length} shapes, and ${MAX_SHAPES} are taken at a time.`
    )
  const wanted = shapes.map((shape, index) => featureOf(shape, index, feature_type))
  const judged = yield* Effect.forEach(wanted, ({ attributes = {}, geometry }) =>
    Effect.as(Effect.yieldNow, shapeOf(geometry, attributes))
  )
  const good = judged.filter(Result.isSuccess)
  const isGood = good.length === judged.length
  if (dryRun && isGood) {
    const issue = yield* features.roomFor(
      projectId,
      good.map((shape) => shape.success)
    )
    if (issue !== null) return yield* Invalid.of([{ ...issue, pointer: "/text" }])
  }
  const ids =
    isGood && !dryRun
      ? yield* (
          features
            .createAll(actor, projectId, wanted)
            // each was judged above, by the same rules: what is refused here is all of them together
            .pipe(
              Effect.catchTag("InvalidGeometry", ({ issues }) =>
                Effect.fail(Invalid.of(issues.map((issue) => ({ ...issue, pointer: "/text" }))))
              )
            )
        )
      : []
  return {
    created: ids.length,
    items: wanted.map(({ feature_type, name }, index) => {
      const shape = judged[index]!
      const issue = Result.isFailure(shape) ? shape.failure[0] : undefined
      const id = ids[index] ?? null
      return {
        index,
        id,
        name,
        feature_type,
        status: issue !== undefined ? "invalid" : id === null ? "valid" : "created",
        code: issue?.code ?? null,
        detail: issue?.detail ?? null,
        at: issue?.at ?? null,
        // what is asked for before it is made is looked at on a map
        ...(dryRun
          ? { geometry: Result.isSuccess(shape) ? (shape.success as unknown as Schema.Json) : null }
          : {})
      }
    })
  }
})
