// The one reader of files of places: GeoJSON and KML, for what is imported into a project and for the areas of an
// analysis of files. Pure; it runs in steps, so that a server can let others have their turn between them.
import * as Result from "effect/Result"
import type { NewFeature } from "../Feature.ts"
import { featureOf, type FoundShape } from "../FeatureImport.ts"
import type { FeatureType } from "../featureTypes.ts"
import { readGeoJson } from "./readGeoJson.ts"
import { readKml } from "./readKml.ts"
import type { ShapesUnread } from "./ShapesUnread.ts"

/** Text without the mark of its encoding and blanks before it. */
export const bareText = (text: string): string => text.replace(/^\uFEFF/u, "").trimStart()

/** Whether bare text is XML, and no JSON. */
export const isXmlText = (text: string): boolean => text.startsWith("<")

/** Reads the shapes of a file, step by step. */
export function* readShapes(
  text: string
): Generator<undefined, Result.Result<ReadonlyArray<FoundShape>, ShapesUnread>> {
  const bare = bareText(text)
  if (bare.startsWith("PK"))
    return Result.fail({ code: "PACKED", detail: "The file is packed (KMZ, ZIP): unpack it first." })
  return isXmlText(bare) ? yield* readKml(bare) : readGeoJson(bare)
}

/** Reads the shapes of a file in one go. */
export const readShapesAtOnce = (text: string): Result.Result<ReadonlyArray<FoundShape>, ShapesUnread> => {
  const steps = readShapes(text)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * The features that the shapes of a file would be, each with a name of its own: of two that are called the
 * same the second becomes "Meadow (2)".
 */
export const featuresOf = (
  shapes: ReadonlyArray<FoundShape>,
  wanted: FeatureType | undefined
): ReadonlyArray<NewFeature> => {
  const names = new Set<string>()
  return shapes.map((shape, index) => {
    const feature = featureOf(shape, index, wanted)
    let name = feature.name
    for (let n = 2; names.has(name); n++) name = `${feature.name.slice(0, 190)} (${n})`
    names.add(name)
    return name === feature.name ? feature : { ...feature, name }
  })
}

/** What of a shape is not taken, in words; null: all of it is. */
export const leftOutOf = (shape: FoundShape): string | null =>
  shape.leftOut ?? (hasShape(shape) ? null : "It has no shape.")

/** Whether there is anything to take of a shape: a circle is made of its attributes. */
export const hasShape = ({ geometry, properties }: FoundShape): boolean =>
  (geometry !== null && geometry !== undefined) || properties["shape"] === "circle"
