// The rows of the log: the accepted observations of one ingest transaction and one partition, in the order of
// evaluation. Intake packs them (`LogPacker`), the engine and live maps read them.
import type { Observation } from "../rule/Observation.ts"
import { parseLog, parsePositions } from "./log/jsonLog.ts"
import { type LoggedPosition, type SubjectOf, unpackLog, unpackPositions } from "./log/packedLog.ts"

/**
 * PARTITIONS is the number of partitions of the log, a power of two. State rows have their partition: another
 * number needs a migration (0086 made 64 of 16).
 */
export const PARTITIONS = 64

/**
 * Returns the partition of a subject. UUIDv7 ends in random bits, so its last two hexadecimal digits spread
 * evenly.
 */
export const partitionOf = (subjectId: string): number =>
  Number.parseInt(subjectId.slice(-2), 16) & (PARTITIONS - 1)

/** LogPayload is the payload of a log row: bytes are columns, a text is the JSON of an earlier release. */
export type LogPayload = Uint8Array | string

/**
 * Decodes the observations of a log row, subjects shared through `subjectOf` so that a thousand fixes of one
 * animal hold one. Throws on a payload that this program does not know.
 */
export const decodeLog = (payload: LogPayload, subjectOf: SubjectOf): Array<Observation> =>
  typeof payload === "string" ? parseLog(payload, subjectOf) : unpackLog(payload, subjectOf)

/** Decodes the positions of a log row alone, with their headings. */
export const decodePositions = (payload: LogPayload, subjectOf: SubjectOf): Array<LoggedPosition> =>
  typeof payload === "string" ? parsePositions(payload, subjectOf) : unpackPositions(payload, subjectOf)
