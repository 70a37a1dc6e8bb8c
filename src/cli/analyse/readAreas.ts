// Pastures from a file of shapes, read as those are that are imported into a project, and judged as the API judges
// the areas of a run.
import { Effect, Result } from "effect"
import { readFile } from "node:fs/promises"
import { judgeAreas } from "../../domain/analysis/judgeAreas.ts"
import type { ChosenArea } from "../../domain/analysis/Tracks.ts"
import type { CoordinateSystem } from "../../domain/geo/systems/readSystem.ts"
import { checkGeometry } from "../../domain/geo/validity.ts"
import { isObject } from "../../domain/isObject.ts"
import { type NewFeature, shapeOf } from "../../domain/tracking/Feature.ts"
import type { FileShape } from "../../domain/tracking/FeatureImport.ts"
import type { ShapesUnread } from "../../domain/tracking/shapes/ShapesUnread.ts"
import {
  featuresOf,
  hasShape,
  leftOutOf,
  readShapesAtOnce,
  type ShapeOptions
} from "../../domain/tracking/shapes/readShapes.ts"
import { CommandFailed } from "../outcome.ts"
import { ArchiveRefused } from "../../archives/ArchiveRefused.ts"
import { sourceOf } from "../../archives/ByteSource.ts"
import { areaText } from "../../tracks/areaText.ts"
import { tableError } from "../table/fileOnDisk.ts"

/** The areas of a file, and what was done and left out of it, in words. */
interface FileAreas {
  readonly areas: ReadonlyArray<ChosenArea>
  readonly notes: ReadonlyArray<string>
}

/** Bytes of a file of areas, unpacked. */
const MAX_AREA_BYTES = 64 * 1024 * 1024

/** Points and lines are no areas; a file may have them beside its pastures. */
const isAreal = (geometry: unknown): boolean =>
  !isObject(geometry) || !/^(?:Multi)?(?:Point|LineString)$/u.test(String(geometry["type"]))

/** Numbers among the properties. */
const numbersOf = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, number] => typeof entry[1] === "number")
  )

/**
 * Returns a feature of a file with the polygon that its attributes make where it is a circle, or why it
 * cannot be taken.
 */
const placed = (
  feature: NewFeature,
  shape: FileShape
): { geometry: unknown; trouble: string | undefined } => {
  const { attributes = {}, geometry } = feature
  if (shape.trouble !== undefined || attributes["shape"] !== "circle")
    return { geometry, trouble: shape.trouble?.detail }
  const round = shapeOf(geometry, attributes)
  return Result.isSuccess(round)
    ? { geometry: round.success, trouble: undefined }
    : { geometry, trouble: round.failure[0]?.detail }
}

/** What was done to the coordinates of a file. */
const reprojectedWords = ({ accuracyM, name }: CoordinateSystem): string => {
  const exact = accuracyM === null || accuracyM === 0 ? "" : `, exact to about ${accuracyM} m`
  return `The areas were reprojected from ${name}${exact}.`
}

const flagsOf = { "/system": "--areas-crs: ", "/circles": "--circles: ", "/attributes": "" }

const unreadWords = (file: string, { code, detail, pointer }: ShapesUnread): string => {
  if (pointer !== undefined) return `${file}: ${flagsOf[pointer]}${detail}`
  if (code === "SYSTEM_MISSING") return `${file}: ${detail} (--areas-crs)`
  return code.startsWith("SYSTEM_")
    ? `${file}: ${detail}`
    : `${file} is no GeoJSON with features, and no KML: ${detail}`
}

/**
 * Reads the polygons of a GeoJSON or KML file; their names, made different where need be, are their ids. An
 * area that cannot be grazed fails with its name and what is wrong.
 */
export const readAreas = (
  file: string,
  options: ShapeOptions = {}
): Effect.Effect<FileAreas, CommandFailed> =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: async () => areaText(sourceOf(file, await readFile(file)), MAX_AREA_BYTES),
      catch: (error) =>
        error instanceof ArchiveRefused
          ? new CommandFailed({ message: error.message })
          : tableError(file, "analyse")(error)
    })
    const read = readShapesAtOnce(text, options)
    if (Result.isFailure(read)) return yield* new CommandFailed({ message: unreadWords(file, read.failure) })
    const { reprojectedFrom, shapes } = read.success
    const found = featuresOf(shapes, undefined).map((feature, at) => {
      const shape = shapes[at]!,
        { geometry, trouble } = placed(feature, shape)
      return { feature, geometry, shape, trouble, isTaken: hasShape(shape) && isAreal(geometry) }
    })
    const troubles = found.flatMap(({ feature: { name }, trouble }) =>
      trouble === undefined ? [] : [`${file}: ${name}: ${trouble}`]
    )
    if (troubles.length > 0) return yield* new CommandFailed({ message: troubles.join("\n") })
    const named = found
      .filter(({ isTaken }) => isTaken)
      .map(({ feature: { attributes = {}, feature_type, name }, geometry }) => ({
        id: name,
        name,
        feature_type,
        geometry,
        attributes: numbersOf(attributes)
      }))
    const notes = found.flatMap(({ feature: { name }, isTaken, shape }) => {
      const words = leftOutOf(shape)
      if (isTaken) return words === null ? [] : [`${name}: ${words}`]
      return [
        `${name}: ${words ?? "It is no area"}${words === null ? " and was left out." : " It was left out."}`
      ]
    })
    if (named.length === 0)
      return yield* new CommandFailed({
        message: [`${file} is no GeoJSON with features that are areas, and no KML with any`, ...notes].join(
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
    return {
      areas,
      notes: reprojectedFrom === null ? notes : [reprojectedWords(reprojectedFrom), ...notes]
    }
  })
