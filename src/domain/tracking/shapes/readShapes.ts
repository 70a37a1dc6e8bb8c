// The one reader of files of places: GeoJSON and KML, for what is imported into a project and for the areas of an
// analysis of files. Pure; it runs in steps, so that a server can let others have their turn between them.
import * as Result from "effect/Result"
import type { NewFeature } from "../Feature.ts"
import { type CoordinateSystem, readSystem } from "../../geo/systems/readSystem.ts"
import {
  type AttributeColumn,
  type AttributeType,
  type Circles,
  featureOf,
  type FileShape
} from "../FeatureImport.ts"
import type { FeatureType } from "../featureTypes.ts"
import { placesOf, pointsToCircles } from "./pointsToCircles.ts"
import { type GeoJsonShapes, readGeoJson } from "./readGeoJson.ts"
import { readKml } from "./readKml.ts"
import { placeInMetres, reprojectShapes } from "./reprojectShapes.ts"
import type { ShapesUnread } from "./ShapesUnread.ts"
import { columnsOf, typeAttributes } from "./typeAttributes.ts"

/** Text without the mark of its encoding and blanks before it. */
export const bareText = (text: string): string => text.replace(/^\uFEFF/u, "").trimStart()

/** Whether bare text is XML, and no JSON. */
export const isXmlText = (text: string): boolean => text.startsWith("<")

/** ShapeOptions are the options of an import, in addition to the contents of its file. */
export interface ShapeOptions {
  readonly system?: string | undefined
  readonly attributes?: Readonly<Record<string, AttributeType>> | undefined
  readonly circles?: Circles | undefined
}

/** The shapes of a file in WGS 84, and what was made of them. */
export interface ShapeFile {
  readonly shapes: ReadonlyArray<FileShape>
  /** the system that they were in; null: WGS 84 */
  readonly reprojectedFrom: CoordinateSystem | null
  readonly attributes: ReadonlyArray<AttributeColumn>
  /** points before they became circles */
  readonly points: number
}

type Unread = Result.Result<never, ShapesUnread>
const refuse = (code: string, detail: string, pointer?: ShapesUnread["pointer"]): Unread =>
  Result.fail(pointer === undefined ? { code, detail } : { code, detail, pointer })

/** Returns the shapes of a GeoJSON text in WGS 84. */
function* inWgs84(
  { shapes, system: named }: GeoJsonShapes,
  asked: string | undefined
): Generator<undefined, Result.Result<Pick<ShapeFile, "shapes" | "reprojectedFrom">, ShapesUnread>> {
  const said = asked ?? named
  if (said === null) {
    const place = placeInMetres(shapes)
    return place === null
      ? Result.succeed({ shapes, reprojectedFrom: null })
      : refuse(
          "SYSTEM_MISSING",
          `The coordinates are no degrees (the first are ${place}) and the file names no coordinate system: ` +
            "say which it is, such as EPSG:32630."
        )
  }
  const read = readSystem(said)
  if (read._tag === "Refused")
    return asked === undefined
      ? refuse(read.code, `The file's coordinates are in ${said}. ${read.detail}`)
      : refuse(read.code, read.detail, "/system")
  if (read.system.isWgs84) return Result.succeed({ shapes, reprojectedFrom: null })
  return Result.succeed({
    shapes: yield* reprojectShapes(shapes, read.system),
    reprojectedFrom: read.system
  })
}

const named = (columns: ReadonlyArray<AttributeColumn>): string =>
  columns.length === 0
    ? "it has none"
    : `it has ${columns
        .slice(0, 10)
        .map(({ name }) => JSON.stringify(name))
        .join(", ")}`

/** Types and circles, as they are asked for; what is asked of something that the file has not is refused. */
const asAsked = (
  { reprojectedFrom, shapes }: Pick<ShapeFile, "shapes" | "reprojectedFrom">,
  { attributes: asked = {}, circles }: ShapeOptions,
  isUntyped: boolean
): Result.Result<ShapeFile, ShapesUnread> => {
  const attributes = columnsOf(shapes, asked, isUntyped)
  for (const name of Object.keys(asked))
    if (!attributes.some((column) => column.name === name))
      return refuse(
        "ATTRIBUTE_UNKNOWN",
        `No shape of the file has an attribute ${JSON.stringify(name)}: ${named(attributes)}.`,
        "/attributes"
      )
  const types = new Map(
    attributes.flatMap(({ looks_like, name, type }) =>
      type === "other" || (!Object.hasOwn(asked, name) && !(isUntyped && looks_like === "number"))
        ? []
        : [[name, type] as const]
    )
  )
  const typed = typeAttributes(shapes, types),
    points = typed.reduce((sum, shape) => sum + (placesOf(shape)?.length ?? 0), 0)
  if (circles === undefined) return Result.succeed({ shapes: typed, reprojectedFrom, attributes, points })
  if (points === 0)
    return refuse("NO_POINTS", "There is no point in the file to make a circle of.", "/circles")
  if ("radius_attribute" in circles && !attributes.some(({ name }) => name === circles.radius_attribute))
    return refuse(
      "ATTRIBUTE_UNKNOWN",
      `No shape of the file has an attribute ${JSON.stringify(circles.radius_attribute)} to read radii from: ` +
        `${named(attributes)}.`,
      "/circles"
    )
  return Result.succeed({
    shapes: pointsToCircles(typed, circles),
    reprojectedFrom,
    attributes,
    points
  })
}

/** Reads the shapes of a file, step by step. */
export function* readShapes(
  text: string,
  options: ShapeOptions = {}
): Generator<undefined, Result.Result<ShapeFile, ShapesUnread>> {
  const bare = bareText(text)
  if (bare.startsWith("PK")) return refuse("PACKED", "The file is packed (KMZ, ZIP): unpack it first.")
  if (isXmlText(bare)) {
    if (options.system !== undefined)
      return refuse("SYSTEM_KNOWN", "KML is always in WGS 84: leave the coordinate system out.", "/system")
    const read = yield* readKml(bare)
    return Result.isFailure(read)
      ? Result.fail(read.failure)
      : asAsked({ shapes: read.success, reprojectedFrom: null }, options, true)
  }
  const read = readGeoJson(bare)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const placed = yield* inWgs84(read.success, options.system)
  return Result.isFailure(placed) ? Result.fail(placed.failure) : asAsked(placed.success, options, false)
}

/** Reads the shapes of a file in one go. */
export const readShapesAtOnce = (
  text: string,
  options: ShapeOptions = {}
): Result.Result<ShapeFile, ShapesUnread> => {
  const steps = readShapes(text, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Returns the features that the shapes of a file would be, each with a name of its own: of two that are
 * called the same the second becomes "Meadow (2)".
 */
export const featuresOf = (
  shapes: ReadonlyArray<FileShape>,
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

/** Returns the parts of a shape that are not imported, in words; null: all are. */
export const leftOutOf = (shape: FileShape): string | null =>
  shape.leftOut ?? (hasShape(shape) ? null : "It has no shape.")

/** Whether there is anything to take of a shape: a circle is made of its attributes. */
export const hasShape = ({ geometry, properties }: FileShape): boolean =>
  (geometry !== null && geometry !== undefined) || properties["shape"] === "circle"
