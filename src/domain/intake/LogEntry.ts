// The payload of a log row: the accepted observations of one ingest transaction and one partition, in order,
// as tuples. Intake writes it, the engine's feed reads it; no other code depends on the shape.
import type { Observation, Position, Subject } from "../rule/Observation.ts"

/** Partitions of the log. Fixed when a database is created: state rows carry theirs. */
export const PARTITIONS = 16

/**
 * Returns the partition of a subject. UUIDv7 ends in random bits, so the last hexadecimal digit spreads
 * evenly.
 */
export const partitionOf = (subjectId: string): number =>
  Number.parseInt(subjectId.charAt(subjectId.length - 1), 16)

/** `delay`: from when it was true to when it was received, as the record's row says, ms. */
type LogHead = readonly [
  kind: 0 | 1 | 2,
  project: string,
  device: string,
  entity: string | null,
  at: number,
  delay: number,
  recordId: number
]
/** PositionEntry is a fix in the log. */
type PositionEntry = readonly [
  ...LogHead,
  lon: number,
  lat: number,
  altitudeM: number | null,
  speedMps: number | null,
  accuracyM: number | null,
  network: 0 | 1,
  // last: it is not in rows of before there were any
  headingDeg?: number | null
]
/** MeasurementEntry is a measured value in the log. */
type MeasurementEntry = readonly [...LogHead, metric: string, value: number]
/** StateEntry is a state of a device in the log. */
type StateEntry = readonly [...LogHead, key: string, value: unknown]
/** LogEntry is one observation in the log. */
export type LogEntry = PositionEntry | MeasurementEntry | StateEntry

/** POSITION_KIND marks an entry as a position. */
export const POSITION_KIND = 0
/** MEASUREMENT_KIND marks an entry as a measurement. */
export const MEASUREMENT_KIND = 1
/** STATE_KIND marks an entry as a state. */
export const STATE_KIND = 2

type SubjectOf = (project: string, device: string, entity: string | null) => Subject

/** Encodes the payload of a log row; its entries are in the order in which they are to be judged. */
export const encodeLog = (entries: ReadonlyArray<LogEntry>): string => JSON.stringify(entries)

// our own writing: Intake is the only author of this column
const entriesOf = (payload: string) => JSON.parse(payload) as ReadonlyArray<LogEntry>

const seenOf = (e: LogEntry, subjectOf: SubjectOf) => ({
  subject: subjectOf(e[1], e[2], e[3]),
  at: e[4],
  receivedAt: e[4] + e[5],
  recordId: e[6]
})

const positionOf = (p: PositionEntry, subjectOf: SubjectOf): Position => ({
  _tag: "Position",
  ...seenOf(p, subjectOf),
  lon: p[7],
  lat: p[8],
  altitudeM: p[9],
  speedMps: p[10],
  accuracyM: p[11],
  recordType: p[12] === 1 ? "network" : "gnss"
})

/**
 * Decodes the observations of a log row, subjects shared through `subjectOf` so that a thousand fixes of one
 * animal hold one.
 */
export const decodeLog = (payload: string, subjectOf: SubjectOf): Array<Observation> =>
  entriesOf(payload).map((e): Observation => {
    switch (e[0]) {
      case POSITION_KIND:
        return positionOf(e as PositionEntry, subjectOf)
      case MEASUREMENT_KIND: {
        const m = e as MeasurementEntry
        return { _tag: "Measurement", ...seenOf(m, subjectOf), metric: m[7], value: m[8] }
      }
      case STATE_KIND: {
        const s = e as StateEntry
        return { _tag: "DeviceState", ...seenOf(s, subjectOf), key: s[7], value: s[8] }
      }
    }
  })

/**
 * Decodes the fixes of a log row alone, with what no rule looks at: the heading in degrees, null where none
 * was sent.
 */
export const decodeFixes = (
  payload: string,
  subjectOf: SubjectOf
): Array<Position & { readonly headingDeg: number | null }> =>
  entriesOf(payload).flatMap((e) => {
    if (e[0] !== POSITION_KIND) return []
    const p = e as PositionEntry
    return [{ ...positionOf(p, subjectOf), headingDeg: p[13] ?? null }]
  })
