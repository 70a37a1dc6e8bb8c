// What a rule about silence reads of one subject at one moment: its last arrival, and the outages.
import { Effect } from "effect"
import type { Reporter } from "../domain/hearing/Hearing.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import type { SubjectHistory } from "./ports.ts"

/** MAX_DELAYED_RECORDS bounds the delayed records of one subject that are read. */
const MAX_DELAYED_RECORDS = 1000
/** RESOLUTION_MS is the resolution at which they are read. */
const RESOLUTION_MS = 1000

/** Reads the arrivals that count at a moment, and the outages; nothing for a rule that does not read them. */
export const readSilence = Effect.fn("readSilence")(function* (
  history: SubjectHistory["Service"],
  { silenceMs }: Rule,
  subject: Subject,
  reporters: ReadonlyArray<Reporter>,
  at: number
) {
  if (silenceMs === null) return { receipts: [], hearing: null }
  const hearing = yield* history.hearing,
    { projectId } = subject
  const seen = (yield* history.lastSeen(projectId, [subject], at + 1)).get(subject.id)
  if (seen === undefined) return { receipts: [], hearing }
  const sent = yield* history.delayedSendTimes(
    { projectId, subjects: [subject], limit: MAX_DELAYED_RECORDS },
    hearing.deafTo(reporters, seen, at + 1),
    RESOLUTION_MS
  )
  return { receipts: [seen, ...sent.map((s) => s.at)], hearing }
})
