// Imports features from a file: checks every shape, and creates all of them or none.
import { Effect, Result, type Schema } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { attributesSizeIssue } from "../../domain/schemas.ts"
import { shapeOf } from "../../domain/tracking/Feature.ts"
import {
  type FeatureImport,
  type FeaturesImported,
  MAX_FILE_SHAPES,
  type ShapeTrouble
} from "../../domain/tracking/FeatureImport.ts"
import {
  bareText,
  featuresOf,
  hasShape,
  isXmlText,
  leftOutOf,
  readShapes,
  type ShapeFile
} from "../../domain/tracking/shapes/readShapes.ts"
import type { Features } from "../../store/tracking/features/Features.ts"
import { checkJson } from "../http/readRequest.ts"

/** Limits of the JSON: a file of eight megabytes may be one shape of many numbers. */
const limits = { depth: 32, nodes: 2_000_000 }

/** Reads the shapes of a text, and yields to other requests between its parts. */
const parseFile = Effect.fnUntraced(function* ({
  text,
  ...options
}: FeatureImport): Effect.fn.Return<ShapeFile, Invalid> {
  const bare = bareText(text)
  if (!isXmlText(bare) && !bare.startsWith("PK")) yield* checkJson(bare, limits)
  const steps = readShapes(bare, options)
  for (;;) {
    const step = steps.next()
    if (step.done !== true) yield* Effect.yieldNow
    else if (Result.isSuccess(step.value)) return step.value.success
    else {
      const { code, detail, pointer = "/text" } = step.value.failure
      return yield* Invalid.at(pointer, code, detail)
    }
  }
})

/** Returns the geometry of a shape, and its properties as attributes within their limits. */
const checkShape = (
  geometry: unknown,
  attributes: Readonly<Record<string, unknown>>,
  trouble: ShapeTrouble | undefined
): ReturnType<typeof shapeOf> => {
  if (trouble !== undefined) return Result.fail([{ ...trouble, pointer: "" }])
  const detail = attributesSizeIssue(attributes)
  return detail === null
    ? shapeOf(geometry, attributes)
    : Result.fail([{ pointer: "/attributes", code: "INVALID", detail: `Its properties: ${detail}` }])
}

/**
 * Imports the shapes of a file, and returns the result of each. Fails with 422 where the text is neither
 * GeoJSON nor KML, or has no shapes or too many.
 */
export const importFeatures = Effect.fnUntraced(function* (
  features: Features["Service"],
  actor: Actor,
  projectId: string,
  file: FeatureImport,
  dryRun: boolean
): Effect.fn.Return<FeaturesImported, Invalid> {
  const { attributes, points, reprojectedFrom, shapes } = yield* parseFile(file)
  if (shapes.length > MAX_FILE_SHAPES)
    return yield* Invalid.at(
      "/text",
      "TOO_MANY_SHAPES",
      `The file has ${shapes.length} shapes, and ${MAX_FILE_SHAPES} are taken at a time.`
    )
  if (!shapes.some(hasShape))
    return yield* Invalid.at("/text", "NO_SHAPES", "There is no shape in this file.")
  const named = featuresOf(shapes, file.feature_type),
    wanted = named.filter((_, index) => hasShape(shapes[index]!))
  const troubles = new Map(named.map((feature, index) => [feature, shapes[index]!.trouble] as const))
  const judged = yield* Effect.forEach(wanted, (feature) =>
    Effect.as(Effect.yieldNow, checkShape(feature.geometry, feature.attributes ?? {}, troubles.get(feature)))
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
            // each shape was checked above, so a refusal here is about all of them
            .pipe(
              Effect.catchTag("InvalidGeometry", ({ issues }) =>
                Effect.fail(Invalid.of(issues.map((issue) => ({ ...issue, pointer: "/text" }))))
              )
            )
        )
      : []
  const places = new Map(wanted.map((feature, place) => [feature, place] as const))
  return {
    created: ids.length,
    reprojected_from:
      reprojectedFrom === null ? null : { name: reprojectedFrom.name, accuracy_m: reprojectedFrom.accuracyM },
    attributes,
    points,
    items: named.map((feature, index) => {
      const { feature_type, name } = feature,
        place = places.get(feature),
        shape = place === undefined ? undefined : judged[place]
      const issue = shape !== undefined && Result.isFailure(shape) ? shape.failure[0] : undefined
      const id = (place === undefined ? undefined : ids[place]) ?? null,
        leftOut = leftOutOf(shapes[index]!)
      return {
        index,
        id,
        name,
        feature_type,
        status:
          shape === undefined
            ? "left_out"
            : issue !== undefined
              ? "invalid"
              : id === null
                ? "valid"
                : "created",
        code: issue?.code ?? (leftOut === null ? null : "LEFT_OUT"),
        detail: issue?.detail ?? leftOut,
        at: issue?.at ?? null,
        // a dry run returns the geometries, which the client shows on a map
        ...(dryRun
          ? {
              geometry:
                shape !== undefined && Result.isSuccess(shape)
                  ? (shape.success as unknown as Schema.Json)
                  : null
            }
          : {})
      }
    })
  }
})
