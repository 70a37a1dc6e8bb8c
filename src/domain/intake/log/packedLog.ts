// The payload of a log row in columns: each subject once, then the numbers of all entries, member by member.
//
//   byte    PACKED_VERSION; a reader refuses any other
//   count   entries
//   count   projects; for each its id
//   count   subjects; columns: place of the project among the projects, 1 if there is an entity; then for each
//           the id of the device, and that of the entity if there is one
//   columns of all entries, in the order of evaluation: kind, place of the subject among the subjects, effective
//           time, time of receipt (epoch ms), id of the record
//   columns of the positions: longitude, latitude, altitude, speed, accuracy, heading, 1 for a network location;
//           missing if there are none
//   columns of the measurements: place of the metric among the names, value; missing if there are none
//   column of the states: place of the key among the names; missing if there are none
//   text    JSON: the names, and the values of the states; missing if there are neither measurements nor states
//
// Numbers are little-endian. A count has 4 bytes, an id 16, a text its count of bytes and UTF-8; a column is
// written by `writeColumn`.
import type { DeviceState, Measurement, Observation, Position, Subject } from "../../rule/Observation.ts"
import type { ReportedFix } from "../Report.ts"
import { ByteReader } from "./ByteReader.ts"
import { ByteWriter } from "./ByteWriter.ts"
import { NumberColumn, NumberList, writeColumn } from "./numberColumn.ts"

/** PACKED_VERSION is the first byte of a payload. */
export const PACKED_VERSION = 1

const POSITION_KIND = 0
const MEASUREMENT_KIND = 1
const STATE_KIND = 2

/** SubjectOf returns the subject of a project, a device and the entity that it was on. */
export type SubjectOf = (project: string, device: string, entity: string | null) => Subject

/** LoggedPosition is a position, with what no rule reads: the heading in degrees, null where none was sent. */
export type LoggedPosition = Position & { readonly headingDeg: number | null }

/** PackedFix is what the log holds of a fix. */
type PackedFix = Pick<
  ReportedFix,
  "accuracyM" | "altitudeM" | "headingDeg" | "lat" | "lon" | "network" | "speedMps"
>

/** Names gives each name of a payload its place. */
class Names {
  private readonly places = new Map<string, number>()

  placeOf(name: string): number {
    let place = this.places.get(name)
    if (place === undefined) this.places.set(name, (place = this.places.size))
    return place
  }

  get all(): ReadonlyArray<string> {
    return [...this.places.keys()]
  }

  clear(): void {
    if (this.places.size > 0) this.places.clear()
  }
}

/** MAX_KNOWN_DEVICES bounds the devices of earlier rows that are remembered. */
const MAX_KNOWN_DEVICES = 32_768

/** PackedSubjects are the subjects of a payload. Those of one device are linked, since nearly all have one. */
class PackedSubjects {
  private size = 0
  private readonly devices: Array<string> = []
  private readonly entities: Array<string | null> = []
  private readonly projectIds: Array<string> = []
  /** the place before it of a subject of the same device; -1: none */
  private readonly previous: Array<number> = []
  /** the last place of each device, in this payload or an earlier one: emptying a map costs more than a look */
  private readonly places = new Map<string, number>()
  private readonly projects: Array<string> = []
  private readonly projectPlaces = new NumberList()
  private readonly haveEntity = new NumberList()

  placeOf(project: string, device: string, entity: string | null): number {
    const known = this.places.get(device),
      last = known !== undefined && known < this.size && this.devices[known] === device ? known : -1
    for (let place = last; place !== -1; place = this.previous[place]!)
      if (this.entities[place] === entity && this.projectIds[place] === project) return place
    const place = this.size++
    if (this.places.size >= MAX_KNOWN_DEVICES) this.places.clear()
    if (known !== place) this.places.set(device, place)
    this.previous[place] = last
    this.devices[place] = device
    this.entities[place] = entity
    this.projectIds[place] = project
    let projectPlace = this.projects.indexOf(project)
    if (projectPlace === -1) projectPlace = this.projects.push(project) - 1
    this.projectPlaces.push(projectPlace)
    this.haveEntity.push(entity === null ? 0 : 1)
    return place
  }

  write(out: ByteWriter): void {
    out.count(this.projects.length)
    for (const project of this.projects) out.uuid(project)
    out.count(this.size)
    writeColumn(out, this.projectPlaces)
    writeColumn(out, this.haveEntity)
    for (let place = 0; place < this.size; place++) {
      out.uuid(this.devices[place]!)
      const entity = this.entities[place]!
      if (entity !== null) out.uuid(entity)
    }
  }

  clear(): void {
    this.size = 0
    this.projects.length = 0
    this.projectPlaces.clear()
    this.haveEntity.clear()
  }
}

/**
 * LogPacker packs the entries of a log row, which are added in the order of evaluation (`inOrder` of
 * domain/rule/Observation.ts). It is used again for the next row, since its lists and buffer have grown.
 */
export class LogPacker {
  private readonly out = new ByteWriter()
  private readonly subjects = new PackedSubjects()
  private readonly names = new Names()
  private readonly kinds = new NumberList()
  private readonly subjectPlaces = new NumberList()
  private readonly times = new NumberList()
  private readonly receipts = new NumberList()
  private readonly recordIds = new NumberList()
  private readonly longitudes = new NumberList()
  private readonly latitudes = new NumberList()
  private readonly altitudes = new NumberList()
  private readonly speeds = new NumberList()
  private readonly accuracies = new NumberList()
  private readonly headings = new NumberList()
  private readonly networks = new NumberList()
  private readonly metricPlaces = new NumberList()
  private readonly values = new NumberList()
  private readonly keyPlaces = new NumberList()
  private readonly states: Array<string> = []
  private readonly ofAll = [this.kinds, this.subjectPlaces, this.times, this.receipts, this.recordIds]
  private readonly ofPositions = [
    this.longitudes,
    this.latitudes,
    this.altitudes,
    this.speeds,
    this.accuracies,
    this.headings,
    this.networks
  ]
  private readonly ofMeasurements = [this.metricPlaces, this.values]

  /**
   * Adds the subject, times (epoch ms) and id of a record; what the record says is added next, by `position`,
   * `measurement` or `state`.
   */
  add(
    project: string,
    device: string,
    entity: string | null,
    at: number,
    receivedAt: number,
    recordId: number
  ): void {
    this.subjectPlaces.push(this.subjects.placeOf(project, device, entity))
    this.times.push(at)
    this.receipts.push(receivedAt)
    this.recordIds.push(recordId)
  }

  /** Adds what a position says. */
  position(fix: PackedFix): void {
    this.kinds.push(POSITION_KIND)
    this.longitudes.push(fix.lon)
    this.latitudes.push(fix.lat)
    this.altitudes.pushOrNull(fix.altitudeM)
    this.speeds.pushOrNull(fix.speedMps)
    this.accuracies.pushOrNull(fix.accuracyM)
    this.headings.pushOrNull(fix.headingDeg)
    this.networks.push(fix.network ? 1 : 0)
  }

  /** Adds what a measurement says. */
  measurement(metric: string, value: number): void {
    this.kinds.push(MEASUREMENT_KIND)
    this.metricPlaces.push(this.names.placeOf(metric))
    this.values.push(value)
  }

  /** Adds what a state says; its value is JSON text. */
  state(key: string, json: string): void {
    this.kinds.push(STATE_KIND)
    this.keyPlaces.push(this.names.placeOf(key))
    this.states.push(json)
  }

  /** Returns the payload of the entries, and forgets them. */
  pack(): Uint8Array {
    const { out } = this
    out.begin()
    out.byte(PACKED_VERSION)
    out.count(this.kinds.size)
    this.subjects.write(out)
    for (const list of this.ofAll) writeColumn(out, list)
    if (this.longitudes.size > 0) for (const list of this.ofPositions) writeColumn(out, list)
    if (this.values.size > 0) for (const list of this.ofMeasurements) writeColumn(out, list)
    if (this.states.length > 0) writeColumn(out, this.keyPlaces)
    if (this.values.size + this.states.length > 0)
      out.text(`[${JSON.stringify(this.names.all)},[${this.states.join(",")}]]`)
    this.clear()
    return out.finish()
  }

  /** Forgets the entries. */
  clear(): void {
    this.subjects.clear()
    this.names.clear()
    this.states.length = 0
    this.keyPlaces.clear()
    for (const list of this.ofAll) list.clear()
    for (const list of this.ofPositions) list.clear()
    for (const list of this.ofMeasurements) list.clear()
  }
}

const readSubjects = (input: ByteReader, subjectOf: SubjectOf): ReadonlyArray<Subject> => {
  // loops, because most rows of devices that report one by one have one subject, and a callback costs more
  const projects: Array<string> = []
  for (let left = input.count(); left > 0; left--) projects.push(input.uuid())
  const size = input.count(),
    projectPlaces = new NumberColumn(input, size),
    haveEntity = new NumberColumn(input, size)
  const subjects: Array<Subject> = []
  for (let i = 0; i < size; i++) {
    const device = input.uuid()
    subjects.push(
      subjectOf(projects[projectPlaces.at(i)]!, device, haveEntity.at(i) === 1 ? input.uuid() : null)
    )
  }
  return subjects
}

/** Returns how many of the entries are of a kind. */
const countOf = (kinds: NumberColumn, size: number, kind: number): number => {
  let count = 0
  for (let i = 0; i < size; i++) if (kinds.at(i) === kind) count++
  return count
}

/** Columns of the positions of a payload. */
const positionColumns = (input: ByteReader, size: number) => ({
  longitudes: new NumberColumn(input, size),
  latitudes: new NumberColumn(input, size),
  altitudes: new NumberColumn(input, size),
  speeds: new NumberColumn(input, size),
  accuracies: new NumberColumn(input, size),
  headings: new NumberColumn(input, size),
  networks: new NumberColumn(input, size)
})

/**
 * UnpackedLog reads the entries of a payload. An entry is read by its place among all entries, and by its
 * place among those of its kind.
 */
class UnpackedLog {
  readonly size: number
  readonly kinds: NumberColumn
  private readonly subjects: ReadonlyArray<Subject>
  private readonly subjectPlaces: NumberColumn
  private readonly times: NumberColumn
  private readonly receipts: NumberColumn
  private readonly recordIds: NumberColumn
  private readonly positions: ReturnType<typeof positionColumns> | null
  private readonly metricPlaces: NumberColumn | null
  private readonly values: NumberColumn | null
  private readonly keyPlaces: NumberColumn | null
  private readonly texts: readonly [names: ReadonlyArray<string>, states: ReadonlyArray<unknown>]

  constructor(payload: Uint8Array, subjectOf: SubjectOf) {
    const input = new ByteReader(payload)
    const version = input.byte()
    if (version !== PACKED_VERSION)
      throw new RangeError(
        `a row of the log has a payload of version ${version}, which this program does not know: start the ` +
          `newer program that wrote it. The row stays in the log, and no record of it is skipped.`
      )
    const size = (this.size = input.count())
    this.subjects = readSubjects(input, subjectOf)
    this.kinds = new NumberColumn(input, size)
    this.subjectPlaces = new NumberColumn(input, size)
    this.times = new NumberColumn(input, size)
    this.receipts = new NumberColumn(input, size)
    this.recordIds = new NumberColumn(input, size)
    const positions = countOf(this.kinds, size, POSITION_KIND),
      measurements = countOf(this.kinds, size, MEASUREMENT_KIND),
      states = size - positions - measurements
    this.positions = positions > 0 ? positionColumns(input, positions) : null
    this.metricPlaces = measurements > 0 ? new NumberColumn(input, measurements) : null
    this.values = measurements > 0 ? new NumberColumn(input, measurements) : null
    this.keyPlaces = states > 0 ? new NumberColumn(input, states) : null
    // our own writing: `LogPacker` is the only author of this column
    this.texts =
      measurements + states > 0
        ? (JSON.parse(input.text()) as readonly [ReadonlyArray<string>, ReadonlyArray<unknown>])
        : [[], []]
    if (!input.isAtEnd) throw new RangeError("the payload of a log row is longer than its entries")
  }

  subject(place: number): Subject {
    return this.subjects[this.subjectPlaces.at(place)]!
  }

  position(place: number, own: number): Position {
    const { accuracies, altitudes, latitudes, longitudes, networks, speeds } = this.positions!
    return {
      _tag: "Position",
      subject: this.subject(place),
      at: this.times.at(place),
      receivedAt: this.receipts.at(place),
      recordId: this.recordIds.at(place),
      lon: longitudes.at(own),
      lat: latitudes.at(own),
      altitudeM: altitudes.atOrNull(own),
      speedMps: speeds.atOrNull(own),
      accuracyM: accuracies.atOrNull(own),
      recordType: networks.at(own) === 1 ? "network" : "gnss"
    }
  }

  heading(own: number): number | null {
    return this.positions!.headings.atOrNull(own)
  }

  measurement(place: number, own: number): Measurement {
    return {
      _tag: "Measurement",
      subject: this.subject(place),
      at: this.times.at(place),
      receivedAt: this.receipts.at(place),
      recordId: this.recordIds.at(place),
      metric: this.texts[0][this.metricPlaces!.at(own)]!,
      value: this.values!.at(own)
    }
  }

  state(place: number, own: number): DeviceState {
    return {
      _tag: "DeviceState",
      subject: this.subject(place),
      at: this.times.at(place),
      receivedAt: this.receipts.at(place),
      recordId: this.recordIds.at(place),
      key: this.texts[0][this.keyPlaces!.at(own)]!,
      value: this.texts[1][own]
    }
  }
}

/** Returns the observations of a packed payload. */
export const unpackLog = (payload: Uint8Array, subjectOf: SubjectOf): Array<Observation> => {
  const log = new UnpackedLog(payload, subjectOf),
    observations: Array<Observation> = []
  let positions = 0,
    measurements = 0,
    states = 0
  for (let place = 0; place < log.size; place++) {
    switch (log.kinds.at(place)) {
      case POSITION_KIND:
        observations.push(log.position(place, positions++))
        break
      case MEASUREMENT_KIND:
        observations.push(log.measurement(place, measurements++))
        break
      default:
        observations.push(log.state(place, states++))
    }
  }
  return observations
}

/** Returns the positions of a packed payload alone, with their headings. */
export const unpackPositions = (payload: Uint8Array, subjectOf: SubjectOf): Array<LoggedPosition> => {
  const log = new UnpackedLog(payload, subjectOf),
    positions: Array<LoggedPosition> = []
  for (let place = 0; place < log.size; place++) {
    const own = positions.length
    if (log.kinds.at(place) === POSITION_KIND)
      positions.push({ ...log.position(place, own), headingDeg: log.heading(own) })
  }
  return positions
}
