// The places of a KML text that say when: the tracks of Google Earth (`gx:Track`, alone or in `gx:MultiTrack`) and
// points with a time stamp, as rows of a table, read piece by piece.
import { StrictXml } from "../xml/StrictXml.ts"
import type { PointRow } from "./GpxPoints.ts"

/** KML_HEADER names the cells of a row as columns of a table. */
export const KML_HEADER = ["individual_id", "timestamp", "lon", "lat", "altitude_m"] as const

/** Times or places of one track that wait for the others: a track may say all its times first. */
const MAX_PENDING_VALUES = 1_000_000

/** KmlContents counts the contents of a KML file. */
export interface KmlContents {
  /** places with a time */
  readonly timed: number
  /** placemarks without any: places, lines and areas */
  readonly untimed: number
}

/** Collects the places of what it is given, in order. Throws `TableBroken`. */
export class KmlTracks {
  private readonly xml: StrictXml
  private readonly unnamed: string
  private readonly animal: string | undefined
  private timed = 0
  private untimed = 0
  /** names of the folders that are open; a folder without one is "" */
  private readonly folders: Array<string> = []
  private placemark: { name: string; when: string; coordinates: string; taken: number } | null = null
  private track: { mode: string; whens: Array<string>; places: Array<string>; paired: number } | null = null
  private found: Array<PointRow> = []

  /** `unnamed`: whose the places are that no name is said of; `animal`: whose all are. */
  constructor(unnamed: string, animal: string | undefined) {
    this.unnamed = unnamed
    this.animal = animal
    const bounds = { kind: "KML", maxDepth: 64, maxText: 300, maxToken: 16 * 1024 * 1024 }
    this.xml = new StrictXml(bounds, {
      open: (name) => this.open(name),
      close: (name, text) => this.close(name, text.replaceAll(/\s+/gu, " ").trim())
    })
  }

  get line(): number {
    return this.xml.line
  }

  get contents(): KmlContents {
    return { timed: this.timed, untimed: this.untimed }
  }

  private open(name: string): void {
    if (this.xml.path.length === 0 && name !== "kml")
      this.xml.refuse(`the file is no KML: it begins with <${name.slice(0, 40)}>`)
    if (name === "Folder") this.folders.push("")
    if (name === "Placemark") this.placemark = { name: "", when: "", coordinates: "", taken: 0 }
    if (name === "Track") this.track = { mode: "", whens: [], places: [], paired: 0 }
  }

  private close(name: string, text: string): void {
    const { folders, placemark, track } = this,
      parent = this.xml.path.at(-1)
    if (name === "Folder") folders.pop()
    if (name === "name" && parent === "Folder") folders[folders.length - 1] = text
    if (track !== null) return this.closeInTrack(name, text, track)
    if (placemark === null) return
    if (name === "name" && parent === "Placemark") placemark.name = text
    if (name === "when" && parent === "TimeStamp") placemark.when = text
    if (name === "coordinates" && parent === "Point") placemark.coordinates = text
    if (name !== "Placemark") return
    this.placemark = null
    if (placemark.when !== "" && placemark.coordinates !== "") {
      // each point has a name of its own: whose it is says the folder
      this.add(folders.at(-1) ?? "", placemark.when, placemark.coordinates.split(","))
      placemark.taken++
    }
    if (placemark.taken === 0) this.untimed++
  }

  private closeInTrack(name: string, text: string, track: NonNullable<KmlTracks["track"]>): void {
    if (name === "altitudeMode") track.mode = text
    if (name === "when") track.whens.push(text)
    if (name === "coord") track.places.push(text)
    const { mode, places, whens } = track,
      at = track.paired
    if (at < whens.length && at < places.length) {
      const [lon = "", lat = "", height = ""] = places[at]!.split(" "),
        // on the ground is at no height that anybody measured
        isHeight = mode === "absolute" || (mode !== "relativeToGround" && Number(height) !== 0)
      this.add(this.placemark?.name ?? "", whens[at]!, [lon, lat, isHeight ? height : ""])
      if (this.placemark !== null) this.placemark.taken++
      whens[at] = places[at] = ""
      track.paired++
    }
    if (whens.length > MAX_PENDING_VALUES || places.length > MAX_PENDING_VALUES)
      this.xml.refuse(`a track has more than ${MAX_PENDING_VALUES} places: save it as several`)
    if (name !== "Track") return
    this.track = null
    if (whens.length !== places.length)
      this.xml.refuse(
        `a track has ${whens.length} times (when) and ${places.length} places (gx:coord): ` +
          "which belong together cannot be told"
      )
  }

  private add(name: string, time: string, [lon = "", lat = "", height = ""]: ReadonlyArray<string>): void {
    this.timed++
    this.found.push({
      cells: [
        this.animal ?? (name === "" ? this.unnamed : name),
        time,
        lon.trim(),
        lat.trim(),
        height.trim()
      ],
      line: this.xml.line,
      offset: this.xml.position
    })
  }

  /** The places that are whole now. */
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

/** besidesInKml counts the placemarks without a time, in words; null: there is none. */
export const otherKmlContents = ({ untimed }: KmlContents): string | null =>
  untimed === 0
    ? null
    : `the file also holds ${untimed} ${untimed === 1 ? "placemark" : "placemarks"} without a time: they are no ` +
      "positions; areas, lines and places are imported on the map"
