// The entries of a log row that its partition evaluates.
import { decodeLog, partitionOf } from "../../domain/intake/LogEntry.ts"
import type { SubjectOf } from "../../domain/intake/log/packedLog.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import type { LogRow } from "../ports.ts"

/** Returns the observations of a row, in the order of evaluation: of a shared row, those of its own partition. */
export const entriesOf = (
  { isShared = false, partition, payload }: LogRow,
  subjectOf: SubjectOf
): ReadonlyArray<Observation> => {
  const observations = decodeLog(payload, subjectOf)
  return isShared ? observations.filter((o) => partitionOf(o.subject.id) === partition) : observations
}
