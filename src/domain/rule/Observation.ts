// What a rule may read: one fact about one subject, stamped with when it was true. Plain data, times in epoch
// milliseconds (effective time), so that the live engine, a replay and a test pass the same thing.

/**
 * Subject is what a record is about: the entity the device is assigned to, or the device if there is none
 * (specification 2.1).
 */
export interface Subject {
  readonly id: string
  readonly projectId: string
  /** null: the subject is the device itself */
  readonly entityId: string | null
  readonly deviceId: string
}

/** Returns a subject as one text: a device without an entity is another subject in each project. */
export const subjectKey = ({
  deviceId,
  entityId,
  projectId
}: Pick<Subject, "deviceId" | "entityId" | "projectId">): string => entityId ?? `${deviceId} ${projectId}`

/** RecordBase holds what all records have. */
interface RecordBase {
  readonly subject: Subject
  /** effective time, epoch ms */
  readonly at: number
  /** when the record reached the service, epoch ms: holds wake this long after it */
  readonly receivedAt: number
  /** id of the record in its table */
  readonly recordId: number
}

/** Position is a fix or a network location of the subject. */
export interface Position extends RecordBase {
  readonly _tag: "Position"
  readonly recordType: "gnss" | "network"
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
  readonly accuracyM: number | null
}

/** Measurement is a value of a metric. */
export interface Measurement extends RecordBase {
  readonly _tag: "Measurement"
  readonly metric: string
  readonly value: number
}

/** DeviceState is a report of the state of a device. */
export interface DeviceState extends RecordBase {
  readonly _tag: "DeviceState"
  readonly key: string
  readonly value: unknown
  /** the report repeats the device's last value and starts no rule; set by `markRepeated` of the engine */
  readonly repeated?: true
}

/** Observation is a record of a subject. */
export type Observation = Position | Measurement | DeviceState

/** Tick is an instant of a rule's schedule: the rule is evaluated without a record. */
export interface Tick {
  readonly _tag: "Tick"
  readonly at: number
  /** when it is evaluated if nothing is late, epoch ms: holds wake this long after it */
  readonly receivedAt: number
}

/** Deadline is the end of a hold, without a record at that moment. */
interface Deadline {
  readonly _tag: "Deadline"
  readonly at: number
}

/** Moment is what a rule is evaluated at. */
export type Moment = Observation | Tick | Deadline

const ranks = { DeviceState: 0, Measurement: 1, Position: 2 } as const
const keyOf = (o: Observation): string =>
  o._tag === "Measurement" ? o.metric : o._tag === "DeviceState" ? o.key : o.recordType

/**
 * Compares observations of a subject in the order in which they are evaluated: effective time, then state,
 * measurement, position, then key, then receipt, then id.
 */
export const inOrder = (a: Observation, b: Observation): number =>
  a.at - b.at ||
  ranks[a._tag] - ranks[b._tag] ||
  (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0) ||
  a.receivedAt - b.receivedAt ||
  a.recordId - b.recordId

/**
 * Returns the index at which the instant ends that begins at `from`, in records that are `inOrder`: records
 * of one effective time are evaluated together. An index and no slice, because the live engine calls it for
 * every instant.
 */
export const endOfInstant = (records: ReadonlyArray<Observation>, from: number): number => {
  const { at } = records[from]!
  let end = from + 1
  while (end < records.length && records[end]!.at === at) end++
  return end
}
