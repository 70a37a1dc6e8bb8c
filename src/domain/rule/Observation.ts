// What a rule may look at: one fact about one subject, stamped with when it was true. Plain data, times in
// epoch milliseconds (effective time), so that the live engine, a replay and a test hand the evaluator the
// same thing.

/**
 * Whose fact it is: the entity the data belongs to, or the device when no entity is assigned (specification
 * 2.1).
 */
export interface Subject {
  readonly id: string
  readonly projectId: string
  /** null: the subject is the device itself */
  readonly entityId: string | null
  readonly deviceId: string
}

/** The subject as one text: a device without an entity is another subject in each project. */
export const subjectKey = ({
  deviceId,
  entityId,
  projectId
}: Pick<Subject, "deviceId" | "entityId" | "projectId">): string => entityId ?? `${deviceId} ${projectId}`

interface Seen {
  readonly subject: Subject
  /** effective time, epoch ms */
  readonly at: number
  /** when the record reached the service, epoch ms: holds wake this long after it */
  readonly receivedAt: number
  /** id of the record in its table */
  readonly recordId: number
}

export interface Position extends Seen {
  readonly _tag: "Position"
  readonly recordType: "gnss" | "network"
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
  readonly accuracyM: number | null
}

export interface Measurement extends Seen {
  readonly _tag: "Measurement"
  readonly metric: string
  readonly value: number
}

export interface DeviceState extends Seen {
  readonly _tag: "DeviceState"
  readonly key: string
  readonly value: unknown
  /**
   * its device had said so before: no change, and nothing starts. Noted by whoever leads records through
   * rules (engine/judge.ts)
   */
  readonly repeated?: true
}

/** A record of the subject. */
export type Observation = Position | Measurement | DeviceState

/** An instant of a rule's schedule: nothing was seen, the rule is asked all the same. */
export interface Tick {
  readonly _tag: "Tick"
  readonly at: number
  /** when it is judged if nothing is late, epoch ms: holds wake this long after it */
  readonly receivedAt: number
}

/** A hold has lasted as long as it had to, with no record at that moment. */
export interface Deadline {
  readonly _tag: "Deadline"
  readonly at: number
}

/** What a rule is asked at. */
export type Moment = Observation | Tick | Deadline

const ranks = { DeviceState: 0, Measurement: 1, Position: 2 } as const
const keyOf = (o: Observation): string =>
  o._tag === "Measurement" ? o.metric : o._tag === "DeviceState" ? o.key : o.recordType

/**
 * The one order in which observations of a subject are judged: effective time, then state, measurement,
 * position, then key, then receipt, then id.
 */
export const inOrder = (a: Observation, b: Observation): number =>
  a.at - b.at ||
  ranks[a._tag] - ranks[b._tag] ||
  (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0) ||
  a.receivedAt - b.receivedAt ||
  a.recordId - b.recordId

/**
 * Where the instant ends that begins at `from`, in records that are `inOrder`: what is of one effective time
 * is judged as one. An index, because the live engine asks for every instant and makes nothing new of it.
 */
export const endOfInstant = (records: ReadonlyArray<Observation>, from: number): number => {
  const { at } = records[from]!
  let end = from + 1
  while (end < records.length && records[end]!.at === at) end++
  return end
}
