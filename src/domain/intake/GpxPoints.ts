// The points of a GPX text (1.0 or 1.1) as rows of a table, read piece by piece: memory does not grow with the
// file. XML that a GPX file has no use for (document types, deep nesting, endless texts) ends the reading, by
// name and line; nothing is fetched or expanded.
import { SaxesParser } from "saxes"
import { TableBroken } from "./TableBroken.ts"

/** What the cells of a row are, by names that tables have. */
export const GPX_HEADER = [
  "individual_id",
  "timestamp",
  "lon",
  "lat",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "satellites",
  "temperature_c",
  "visible"
] as const

/** What a GPX file may hold. */
export const gpxKinds = ["tracks", "routes", "waypoints"] as const
export type GpxKind = (typeof gpxKinds)[number]

/** One point as a row; `line` is where it ends, `offset` the character after it. */
export interface GpxRow {
  readonly cells: ReadonlyArray<string>
  readonly line: number
  readonly offset: number
}

/** Points of one kind, and how many of them say when. */
export interface GpxCount {
  readonly points: number
  readonly timed: number
}

/** Elements in elements; a track point lies at four, its extensions a few deeper. */
const MAX_DEPTH = 32
/** Characters of a tag, a text or a comment: what is not closed must not swallow the memory. */
const MAX_TOKEN = 1024 * 1024
/** Characters of a text that are read; a name has at most 200. */
const MAX_TEXT = 300

/**
 * Members of a point by the element that says them, wherever it stands inside: 1.0 has speed and course, 1.1
 * extensions.
 */
const members: Readonly<Record<string, (typeof GPX_HEADER)[number]>> = {
  time: "timestamp",
  ele: "altitude_m",
  speed: "speed_mps",
  course: "heading_deg",
  sat: "satellites",
  atemp: "temperature_c"
}

const kindOf: Readonly<Record<string, GpxKind>> = { trkpt: "tracks", rtept: "routes", wpt: "waypoints" }

type Point = Partial<Record<(typeof GPX_HEADER)[number], string>>

/** Collects the points of what it is given, in order. Throws `TableBroken`. */
export class GpxPoints {
  private readonly parser = new SaxesParser<{ readonly xmlns: false }>({ xmlns: false })
  private readonly path: Array<string> = []
  private readonly unnamed: string
  private readonly animal: string | undefined
  private readonly kind: GpxKind
  private readonly counts: Record<GpxKind, { points: number; timed: number }> = {
    tracks: { points: 0, timed: 0 },
    routes: { points: 0, timed: 0 },
    waypoints: { points: 0, timed: 0 }
  }
  /** the name of the track or route that is being read */
  private track = ""
  private point: Point | null = null
  private text = ""
  /** where the last tag or text ended */
  private since = 0
  private found: Array<GpxRow> = []

  /**
   * `unnamed`: whose the points are that no name is said of; `animal`: whose all are; `kind`: which are
   * taken.
   */
  constructor(unnamed: string, animal: string | undefined, kind: GpxKind = "tracks") {
    this.unnamed = unnamed
    this.animal = animal
    this.kind = kind
    const { parser } = this
    parser.on("error", ({ message }) =>
      this.refuse(`it is not well-formed XML: ${message.replace(/^[^ ]*\d+:\d+: /u, "")}`)
    )
    parser.on("doctype", () =>
      this.refuse("the file has a document type (DTD), which GPX has not and which is not read")
    )
    parser.on("opentag", ({ attributes, name }) => this.open(name.slice(name.indexOf(":") + 1), attributes))
    parser.on("closetag", () => this.close())
    for (const event of ["text", "cdata"] as const) {
      parser.on(event, (text) => {
        this.since = parser.position
        if (this.text.length < MAX_TEXT) this.text += text.slice(0, MAX_TEXT)
      })
    }
    for (const event of ["comment", "processinginstruction"] as const)
      parser.on(event, () => void (this.since = parser.position))
  }

  get line(): number {
    return this.parser.line
  }

  /** What was there so far, taken or not. */
  get contents(): Readonly<Record<GpxKind, GpxCount>> {
    return this.counts
  }

  private refuse(reason: string): never {
    throw new TableBroken(this.parser.line, reason)
  }

  private open(name: string, { lat = "", lon = "" }: Readonly<Record<string, string>>): void {
    const { parser, path } = this
    this.since = parser.position
    this.text = ""
    if (path.length === 0 && name !== "gpx")
      this.refuse(
        `the file is no GPX: it begins with <${name.slice(0, 40)}>` +
          (name === "kml" ? "; areas and lines in KML are imported on the map" : "")
      )
    if (path.length >= MAX_DEPTH) this.refuse(`elements lie more than ${MAX_DEPTH} deep in each other`)
    path.push(name)
    if (name === "trk" || name === "rte") this.track = ""
    if (name in kindOf) this.point = { lon, lat }
  }

  private close(): void {
    const { parser, path, point } = this,
      name = path.pop()!,
      text = this.text.replaceAll(/\s+/gu, " ").trim()
    this.since = parser.position
    this.text = ""
    if (name === "name" && (path.at(-1) === "trk" || path.at(-1) === "rte")) this.track = text
    if (point === null) return
    const member = members[name]
    if (member !== undefined) point[member] ??= text
    // what our own export says of a position that counts as wrong
    if (name === "cmt" && text.startsWith("marked as wrong")) point.visible = "false"
    const kind = kindOf[name]
    if (kind === undefined) return
    this.point = null
    this.counts[kind].points++
    if ((point.timestamp ?? "") !== "") this.counts[kind].timed++
    if (kind !== this.kind) return
    const track = kind === "waypoints" ? "" : this.track,
      named = { ...point, individual_id: this.animal ?? (track === "" ? this.unnamed : track) }
    this.found.push({
      cells: GPX_HEADER.map((column) => named[column] ?? ""),
      line: parser.line,
      offset: parser.position
    })
  }

  /** The points that are whole now. */
  read(text: string): ReadonlyArray<GpxRow> {
    const { parser } = this
    parser.write(text)
    if (parser.position - this.since > MAX_TOKEN)
      this.refuse(`a tag, a text or a comment has more than ${MAX_TOKEN} characters, or is not closed`)
    const { found } = this
    this.found = []
    return found
  }

  end(): void {
    this.parser.close()
  }
}

const things: Readonly<Record<GpxKind, string>> = {
  tracks: "points of tracks",
  routes: "points of routes",
  waypoints: "waypoints"
}

const listOf = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/**
 * What a GPX file holds besides the points of the kind that is taken, and how to take it, in words; null:
 * there is nothing besides. `optionOf` says the option that takes a kind.
 */
export const besidesInGpx = (
  contents: Readonly<Record<GpxKind, GpxCount>>,
  kind: GpxKind,
  optionOf: (kind: GpxKind) => string
): string | null => {
  const others = gpxKinds.filter((other) => other !== kind && contents[other].points > 0)
  if (others.length === 0) return null
  const timed = others.filter((other) => contents[other].timed > 0)
  const held = listOf(
    others.map((other) => {
      const { points, timed: withTime } = contents[other]
      return `${points} ${things[other]} (${withTime === 0 ? "none" : withTime} with a time)`
    })
  )
  return (
    `the file also holds ${held}: ` +
    (timed.length === 0
      ? "without a time they are no positions of anybody; places and lines are drawn on the map or imported " +
        "there as GeoJSON or KML"
      : listOf(timed.map((other) => `${optionOf(other)} takes the ${things[other]}`)))
  )
}
