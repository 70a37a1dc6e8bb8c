// The payload of a log row as earlier releases wrote it: a JSON array of tuples. Their rows may wait in the log
// when this release starts.
import type { Observation, Position } from "../../rule/Observation.ts"
import type { LoggedPosition, SubjectOf } from "./packedLog.ts"

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
/** JsonEntry is one observation in the log. */
export type JsonEntry = PositionEntry | MeasurementEntry | StateEntry

const POSITION_KIND = 0
const MEASUREMENT_KIND = 1
const STATE_KIND = 2

// our own writing: Intake was the only author of this column
const entriesOf = (payload: string) => JSON.parse(payload) as ReadonlyArray<JsonEntry>

const recordOf = (e: JsonEntry, subjectOf: SubjectOf) => ({
  subject: subjectOf(e[1], e[2], e[3]),
  at: e[4],
  receivedAt: e[4] + e[5],
  recordId: e[6]
})

const positionOf = (p: PositionEntry, subjectOf: SubjectOf): Position => ({
  _tag: "Position",
  ...recordOf(p, subjectOf),
  lon: p[7],
  lat: p[8],
  altitudeM: p[9],
  speedMps: p[10],
  accuracyM: p[11],
  recordType: p[12] === 1 ? "network" : "gnss"
})

/** Returns the observations of a payload in JSON. */
export const parseLog = (payload: string, subjectOf: SubjectOf): Array<Observation> =>
  entriesOf(payload).map((e): Observation => {
    switch (e[0]) {
      case POSITION_KIND:
        return positionOf(e as PositionEntry, subjectOf)
      case MEASUREMENT_KIND: {
        const m = e as MeasurementEntry
        return { _tag: "Measurement", ...recordOf(m, subjectOf), metric: m[7], value: m[8] }
      }
      case STATE_KIND: {
        const s = e as StateEntry
        return { _tag: "DeviceState", ...recordOf(s, subjectOf), key: s[7], value: s[8] }
      }
    }
  })

/** Returns the positions of a payload in JSON alone, with their headings. */
export const parsePositions = (payload: string, subjectOf: SubjectOf): Array<LoggedPosition> =>
  entriesOf(payload).flatMap((e) => {
    if (e[0] !== POSITION_KIND) return []
    const p = e as PositionEntry
    return [{ ...positionOf(p, subjectOf), headingDeg: p[13] ?? null }]
  })
