// The shapes of a KML file: its placemarks, wherever they lie in folders. XML that KML has no use for (document
// types, deep nesting, endless texts) ends the reading; nothing is fetched or expanded.
import * as Result from "effect/Result"
import { StrictXml } from "../../xml/StrictXml.ts"
import type { FileShape } from "../FeatureImport.ts"
import type { ShapesUnread } from "./ShapesUnread.ts"

/** Elements in elements: folders lie in folders. */
const MAX_DEPTH = 64
/** Longest text other than coordinates. */
const MAX_TEXT_CHARACTERS = 2000
const MAX_ATTRIBUTES = 100
/** Characters that are read at a time, so that others have their turn. */
const CHUNK_CHARACTERS = 256 * 1024

interface Shape {
  readonly type: string
  readonly coordinates: unknown
}

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Longitude, latitude and height. */
const ORDINATES = 3

/**
 * `lon,lat[,height]` between blanks, of which one may stand behind a comma; what is no number, or one too
 * many, is NaN, which is refused as a position.
 */
const positionsIn = (text: string): ReadonlyArray<ReadonlyArray<number>> =>
  (text.replaceAll(/,\s+/gu, ",").match(/\S+/g) ?? []).map((tuple) => {
    const parts = tuple.split(",")
    return parts.map((part) =>
      parts.length <= ORDINATES && NUMBER_PATTERN.test(part) ? Number(part) : Number.NaN
    )
  })

/** Several shapes of one placemark are one: of one kind, or a collection of several kinds. */
const geometryOf = (shapes: ReadonlyArray<Shape>): unknown => {
  const [first] = shapes
  if (shapes.length < 2) return first
  return shapes.every(({ type }) => type === first!.type)
    ? { type: `Multi${first!.type}`, coordinates: shapes.map(({ coordinates }) => coordinates) }
    : { type: "GeometryCollection", geometries: shapes }
}

class Placemark {
  readonly properties: Record<string, unknown> = {}
  readonly shapes: Array<Shape> = []
  /** tracks of Google Earth, which are no shapes */
  tracks = 0
  outer: ReadonlyArray<ReadonlyArray<number>> = []
  inner: Array<ReadonlyArray<ReadonlyArray<number>>> = []

  /** A point beside an area or a line is where its name is written. */
  get found(): FileShape {
    const { properties, shapes, tracks } = this,
      points = shapes.filter(({ type }) => type === "Point"),
      taken = points.length < shapes.length ? shapes.filter(({ type }) => type !== "Point") : shapes
    const leftOut = [
      ...(taken.length < shapes.length
        ? [points.length === 1 ? "its label point" : `${points.length} points`]
        : []),
      ...(tracks === 0 ? [] : [tracks === 1 ? "its track (gx:Track)" : `${tracks} tracks (gx:Track)`])
    ]
    return {
      geometry: geometryOf(taken),
      properties,
      ...(leftOut.length === 0 ? {} : { leftOut: `Left out: ${leftOut.join(" and ")}.` })
    }
  }

  say(name: string, text: string): void {
    if (text !== "" && Object.keys(this.properties).length < MAX_ATTRIBUTES)
      Object.defineProperty(this.properties, name, { value: text, enumerable: true, configurable: true })
  }
}

class Broken extends Error {}

const bounds = {
  kind: "KML",
  maxDepth: MAX_DEPTH,
  maxText: (element: string) => (element === "coordinates" ? Infinity : MAX_TEXT_CHARACTERS),
  // the text is whole already, within the bounds of a request
  maxToken: Infinity,
  broken: (line: number, reason: string) => new Broken(`The KML cannot be read, line ${line}: ${reason}.`)
}

/** Collects the placemarks of what it is given, in order. Throws `Broken`. */
class Reader {
  readonly found: Array<FileShape> = []
  private readonly xml = new StrictXml(bounds, {
    open: (name, attributes) => this.open(name, attributes),
    close: (name, text) => this.close(name, text)
  })
  private placemark: Placemark | null = null
  /** the name of the extended datum that is being read */
  private datum = ""

  write(text: string): void {
    this.xml.read(text)
  }

  end(): void {
    this.xml.end()
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.xml.path.length === 0 && name !== "kml")
      this.xml.refuse(`the text is no KML, it begins with <${name.slice(0, 40)}>`)
    if (name === "Placemark") this.placemark = new Placemark()
    if (name === "Track" && this.placemark !== null) this.placemark.tracks++
    if (name === "Data" || name === "SimpleData") this.datum = (attributes["name"] ?? "").slice(0, 200)
    if (name === "Polygon" && this.placemark !== null) {
      this.placemark.outer = []
      this.placemark.inner = []
    }
  }

  private close(name: string, sent: string): void {
    const { placemark } = this,
      { path } = this.xml,
      [parent, grandparent] = [path.at(-1), path.at(-2)]
    const text = sent.trim().slice(0, bounds.maxText(name))
    if (placemark === null) return
    if (name === "coordinates") this.place(placemark, positionsIn(text), parent, grandparent)
    else if (name === "Polygon")
      placemark.shapes.push({ type: "Polygon", coordinates: [placemark.outer, ...placemark.inner] })
    else if (parent === "Placemark" && (name === "name" || name === "description")) placemark.say(name, text)
    else if ((name === "value" && parent === "Data") || name === "SimpleData") placemark.say(this.datum, text)
    else if (name === "Placemark") {
      this.found.push(placemark.found)
      this.placemark = null
    }
  }

  private place(
    placemark: Placemark,
    positions: ReadonlyArray<ReadonlyArray<number>>,
    parent: string | undefined,
    grandparent: string | undefined
  ): void {
    if (parent === "Point") placemark.shapes.push({ type: "Point", coordinates: positions[0] ?? [] })
    else if (parent === "LinearRing" && grandparent === "outerBoundaryIs") placemark.outer = positions
    else if (parent === "LinearRing" && grandparent === "innerBoundaryIs") placemark.inner.push(positions)
    else placemark.shapes.push({ type: "LineString", coordinates: positions })
  }
}

/** Describes a thrown error; errors of other types are defects and get a general text. */
const unread = (error: unknown): Result.Result<never, ShapesUnread> =>
  Result.fail({
    code: "KML_BROKEN",
    detail: error instanceof Broken ? error.message : "The KML cannot be read."
  })

/** Reads the placemarks of a KML text, a piece at a time; fails with the line where it is none. */
export function* readKml(
  text: string
): Generator<undefined, Result.Result<ReadonlyArray<FileShape>, ShapesUnread>> {
  const reader = new Reader()
  try {
    for (let from = 0; from < text.length; from += CHUNK_CHARACTERS) {
      reader.write(text.slice(from, from + CHUNK_CHARACTERS))
      yield undefined
    }
    reader.end()
  } catch (error) {
    return unread(error)
  }
  return Result.succeed(reader.found)
}
