// A GeoJSON file as rows of a table: its points with their properties, and the points of lines that say the time of
// each (`coordTimes`).
import { columnsIn } from "../../domain/intake/columns.ts"
import { TableBroken } from "../../domain/intake/TableBroken.ts"
import type { ResumePoint, Row } from "../readTable.ts"
import { rowsAfter, readXml } from "../readXml.ts"
import { bareNameOf, type TrackFile } from "../TrackFile.ts"
import { JsonMembers, type JsonPart } from "./JsonMembers.ts"

/** What the first features of a file tell of it. */
interface GeoJsonHead {
  readonly header: ReadonlyArray<string>
  /** the system of its coordinates, where it names one; null: longitude and latitude */
  readonly system: string | null
  /** shapes among the first features that are no points and no lines with times */
  readonly others: number
}

/** Features that are looked at for the names of their properties. */
const SAMPLE_FEATURES = 100
/** Properties that become columns. */
const MAX_PROPERTIES = 200
/** Characters of a property that are kept. */
const MAX_TEXT_CHARACTERS = 300

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the system that a `crs` names; null: longitude and latitude of WGS 84. */
const systemOf = (crs: unknown): string | null => {
  if (!isObject(crs)) return null
  const properties = isObject(crs["properties"]) ? crs["properties"] : {},
    { code, href, name } = properties,
    said = typeof name === "string" ? name : typeof code === "number" ? `EPSG:${code}` : href
  if (typeof said !== "string") return "a system that it does not name"
  return /(?:CRS:?84h?|EPSG:(?:[\d.]*:)?:?4326|WGS[ _-]?(?:19)?84)$/iu.test(said.trim())
    ? null
    : said.trim().slice(0, 200)
}

interface Place {
  readonly coordinates: ReadonlyArray<unknown>
  /** of a line: the time of the place */
  readonly time: unknown
}

interface Feature {
  readonly properties: Members
  readonly places: ReadonlyArray<Place>
  readonly isLine: boolean
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const featureOf = (value: unknown): Feature => {
  const isFeature = isObject(value) && value["type"] === "Feature",
    geometry = isFeature ? value["geometry"] : value,
    properties = isFeature && isObject(value["properties"]) ? value["properties"] : {}
  if (!isObject(geometry)) return { properties, places: [], isLine: false }
  const coordinates = listOf(geometry["coordinates"])
  if (geometry["type"] === "Point")
    return { properties, places: [{ coordinates, time: undefined }], isLine: false }
  const beside = isObject(properties["coordinateProperties"]) ? properties["coordinateProperties"] : {},
    times = listOf(properties["coordTimes"] ?? beside["times"])
  if (geometry["type"] !== "LineString" || times.length === 0)
    return { properties, places: [], isLine: false }
  return {
    properties,
    isLine: true,
    places: coordinates.map((place, at) => ({ coordinates: listOf(place), time: times[at] }))
  }
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_TEXT_CHARACTERS)
}

/** Columns of the places of lines, and of the geometry of all. */
const LINE_COLUMNS = ["individual_id", "timestamp"]
const PLACE_COLUMNS = ["lon", "lat", "altitude_m"]

/** Parts of a file; a feature that stands alone, or a bare geometry, is put together of its members. */
class Features {
  readonly json = new JsonMembers()
  private readonly members: Record<string, unknown> = {}
  /** the system that was named so far */
  system: string | null = null

  get line(): number {
    return this.json.line
  }

  read(text: string): ReadonlyArray<Feature & { readonly end: number; readonly line: number }> {
    let { line } = this.json
    return this.json.read(text).flatMap(({ key, offset, value }: JsonPart) => {
      if (key === "features") return [{ ...featureOf(value), end: offset, line: line++ }]
      if (key === "crs") {
        this.system = systemOf(value)
        if (this.system !== null && line > 1)
          throw new TableBroken(line, `the file says behind its features that they are in ${this.system}`)
      }
      if (["type", "geometry", "properties", "coordinates"].includes(key)) this.members[key] = value
      return []
    })
  }

  end(): void {
    this.json.end()
  }

  /** The one feature of a file that is no collection; null: it is one. */
  get alone(): Feature | null {
    const { type } = this.members
    if (type === "FeatureCollection") return null
    if (typeof type !== "string")
      throw new TableBroken(1, 'it is JSON and no GeoJSON, which has a "type", such as FeatureCollection')
    return featureOf(this.members)
  }
}

async function* featuresOf(file: TrackFile, encoding: string, features: Features) {
  yield* readXml(file, encoding, features)
  const { alone } = features
  if (alone !== null) yield { ...alone, end: file.size, line: 1 }
}

/** Looks at the first features of a file. Throws `TableBroken`. */
export const beginGeoJson = async (file: TrackFile, encoding: string): Promise<GeoJsonHead> => {
  const features = new Features(),
    names = new Set<string>()
  let seen = 0,
    others = 0,
    hasLines = false
  for await (const { isLine, places, properties } of featuresOf(file, encoding, features)) {
    if (places.length === 0) others++
    else for (const name of Object.keys(properties)) if (names.size < MAX_PROPERTIES) names.add(name)
    hasLines ||= isLine
    if (++seen === SAMPLE_FEATURES) break
  }
  // the place is that of the geometry, whatever the properties say of it
  const taken = columnsIn([...names], new Map()).columns,
    isTaken = (member: "lon" | "lat" | "altitude_m", at: number) =>
      taken.get(member)?.some(({ index }) => index === at) === true
  const properties = [...names].filter((_, at) => !isTaken("lon", at) && !isTaken("lat", at)),
    isOfLine = (name: string) => LINE_COLUMNS.includes(name)
  return {
    header: [
      ...(hasLines ? LINE_COLUMNS : []),
      ...(taken.has("altitude_m") ? PLACE_COLUMNS.slice(0, 2) : PLACE_COLUMNS),
      ...properties.filter(
        (name) => !(hasLines && isOfLine(name)) && !/^coord(?:Times|inateProperties)$/u.test(name)
      )
    ],
    system: features.system,
    others
  }
}

/**
 * Reads the rows of a file that end after `from`, an offset in characters; `line` is the number of the
 * feature. Throws `TableBroken`.
 */
export const readGeoJson = (
  file: TrackFile,
  encoding: string,
  header: ReadonlyArray<string>,
  from: ResumePoint
): AsyncGenerator<Row> => {
  const unnamed = bareNameOf(file)
  async function* rows(): AsyncGenerator<Row> {
    for await (const { end, isLine, line, places, properties } of featuresOf(
      file,
      encoding,
      new Features()
    )) {
      const name = cellOf(properties["individual_id"] ?? properties["name"]) || unnamed
      for (const [at, { coordinates, time }] of places.entries()) {
        const [lon, lat, height] = coordinates,
          own: Members = {
            lon,
            lat,
            altitude_m: height ?? properties["altitude_m"],
            ...(isLine ? { individual_id: name, timestamp: time } : {})
          }
        yield {
          cells: header.map((column) => cellOf(column in own ? own[column] : properties[column])),
          line,
          // a place has a character at least, so that each ends by itself
          offset: end - places.length + at + 1
        }
      }
    }
  }
  return rowsAfter(rows(), from)
}
