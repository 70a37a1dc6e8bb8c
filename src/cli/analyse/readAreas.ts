// Pastures from a file of shapes, read as those are that are imported into a project, and judged as the API judges
// the areas of a run.
import { Effect, Result } from "effect"
import { readFile } from "node:fs/promises"
import { judgeAreas } from "../../domain/analysis/judgeAreas.ts"
import type { ChosenArea } from "../../domain/analysis/Tracks.ts"
import { checkGeometry } from "../../domain/geo/validity.ts"
import { isObject } from "../../domain/isObject.ts"
import { featuresOf, hasShape, leftOutOf, readShapesAtOnce } from "../../domain/tracking/shapes/readShapes.ts"
import { CommandFailed } from "../outcome.ts"
import { decoded, seenEncoding } from "../../tracks/encodings.ts"
import { tableError } from "../table/fileOnDisk.ts"

/** The areas of a file, and what of it was left out, in words. */
export interface FileAreas {
  readonly areas: ReadonlyArray<ChosenArea>
  readonly leftOut: ReadonlyArray<string>
}

/** Points and lines are no areas; a file may have them beside its pastures. */
const isAreal = (geometry: unknown): boolean =>
  !isObject(geometry) || !/^(?:Multi)?(?:Point|LineString)$/u.test(String(geometry["type"]))

/** Numbers among the properties. */
const numbersOf = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, number] => typeof entry[1] === "number")
  )

/**
 * Reads the polygons of a GeoJSON or KML file; their names, made different where need be, are their ids. An
 * area that cannot be grazed fails with its name and what is wrong.
 */
export const readAreas = (file: string): Effect.Effect<FileAreas, CommandFailed> =>
  Effect.gen(function* () {
    const bytes = yield* Effect.tryPromise({ try: () => readFile(file), catch: tableError(file, "analyse") })
    const shapes = readShapesAtOnce(decoded(bytes, seenEncoding(bytes) ?? "utf-8"))
    if (Result.isFailure(shapes))
      return yield* new CommandFailed({
        message: `${file} is no GeoJSON with features, and no KML: ${shapes.failure.detail}`
      })
    const found = featuresOf(shapes.success, undefined).map((feature, at) => ({
      feature,
      shape: shapes.success[at]!,
      isTaken: hasShape(shapes.success[at]!) && isAreal(feature.geometry)
    }))
    const named = found
      .filter(({ isTaken }) => isTaken)
      .map(({ feature: { attributes = {}, feature_type, geometry, name } }) => ({
        id: name,
        name,
        feature_type,
        geometry,
        attributes: numbersOf(attributes)
      }))
    const leftOut = found.flatMap(({ feature: { name }, isTaken, shape }) => {
      const words = leftOutOf(shape)
      if (isTaken) return words === null ? [] : [`${name}: ${words}`]
      return [
        `${name}: ${words ?? "It is no area"}${words === null ? " and was left out." : " It was left out."}`
      ]
    })
    if (named.length === 0)
      return yield* new CommandFailed({
        message: [`${file} is no GeoJSON with features that are areas, and no KML with any`, ...leftOut].join(
          "\n"
        )
      })
    const { refused } = judgeAreas(
      named.map((f) => f.id),
      named
    )
    if (refused.length > 0)
      return yield* new CommandFailed({
        message: refused.map(({ detail }) => `${file}: ${detail}`).join("\n")
      })
    const areas = named.flatMap(({ attributes, geometry, id, name }): ReadonlyArray<ChosenArea> => {
      const shape = Result.getOrThrow(checkGeometry(geometry)) // judged above
      return shape.type === "Polygon" || shape.type === "MultiPolygon"
        ? [{ id, name, geometry: shape, attributes }]
        : []
    })
    return { areas, leftOut }
  })
