// The points of a GPX text (1.0 or 1.1) as rows of a table, read piece by piece: memory does not grow with the
// file.
import { StrictXml } from "../xml/StrictXml.ts"

/** GPX_HEADER names the cells of a row as columns of a table. */
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

/** gpxKinds are the kinds of points in a GPX file. */
export const gpxKinds = ["tracks", "routes", "waypoints"] as const
/** GpxKind is the kind of a point in a GPX file. */
export type GpxKind = (typeof gpxKinds)[number]

/** PointRow is a point of an XML file as a row; `line` is where it ends, `offset` the character after it. */
export interface PointRow {
  readonly cells: ReadonlyArray<string>
  readonly line: number
  readonly offset: number
}

/** Points of one kind, and how many of them say when. */
export interface GpxCount {
  readonly points: number
  readonly timed: number
}

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
  private readonly xml: StrictXml
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
  private found: Array<PointRow> = []

  /**
   * `unnamed`: whose the points are that no name is said of; `animal`: whose all are; `kind`: which are
   * taken.
   */
  constructor(unnamed: string, animal: string | undefined, kind: GpxKind = "tracks") {
    this.unnamed = unnamed
    this.animal = animal
    this.kind = kind
    // a track point lies four deep, its extensions a few deeper; a name has at most 200 characters
    const bounds = { kind: "GPX", maxDepth: 32, maxText: 300, maxToken: 1024 * 1024 }
    this.xml = new StrictXml(bounds, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name, text) => this.close(name, text.replaceAll(/\s+/gu, " ").trim())
    })
  }

  get line(): number {
    return this.xml.line
  }

  /** Returns the number of points so far by kind, used or not. */
  get contents(): Readonly<Record<GpxKind, GpxCount>> {
    return this.counts
  }

  private open(name: string, { lat = "", lon = "" }: Readonly<Record<string, string>>): void {
    if (this.xml.path.length === 0 && name !== "gpx")
      this.xml.refuse(
        `the file is no GPX: it begins with <${name.slice(0, 40)}>` +
          (name === "kml" ? "; tracks in KML are imported with import kml" : "")
      )
    if (name === "trk" || name === "rte") this.track = ""
    if (name in kindOf) this.point = { lon, lat }
  }

  private close(name: string, text: string): void {
    const {
      point,
      xml: { line, path, position }
    } = this
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
      line,
      offset: position
    })
  }

  /** The points that are whole now. */
  read(text: string): ReadonlyArray<PointRow> {
    this.xml.read(text)
    const { found } = this
    this.found = []
    return found
  }

  end(): void {
    this.xml.end()
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
 * Describes what a GPX file has other than points of the imported kind, and how to import it; null: nothing.
 * `optionOf` says the option that takes a kind.
 */
export const otherGpxContents = (
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
