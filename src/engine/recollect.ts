// What a subject brings along when one version is asked about the past: the facts of that moment and, where the version was in force
// for it then, what it remembered of it.
import type { Placement } from "../domain/rule/Facts.ts"
import type { Lens } from "../domain/rule/Lens.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { Book } from "./Book.ts"
import { place } from "./place.ts"
import type { Memory, RuleRow } from "./ports.ts"

/** A version on trial. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: unknown
}

/** Older than any edition: a placement so old lets no border be crossed. */
const FORGOTTEN = -1
/** The edition at which versions on trial begin to remember: what a subject brings along was sorted out before. */
const BEGINNING = 0

/** The version as a book takes it. It judges whatever it is given: when it came into force is decided by what is recollected. */
export const onTrial = ({ document, id, name, version }: Candidate): RuleRow =>
  ({ id, name, version, document, blankFrom: BEGINNING, activeFrom: 0, failedSubject: null })

/**
 * Where its last device fix puts a subject, under the features of the book. Of the fix it is not known any more how good it was; and who
 * looks at network locations too is asked at positions alone, which tell it anew.
 */
const placeByLastFix = (book: Book, lens: Lens, subject: Subject, { fix }: Memory): Placement | null =>
  fix === undefined || lens.maxAccuracyM !== null || lens.sight !== "gnss" ? null
    : place(book, lens, null, { _tag: "Position", subject, ...fix, recordType: "gnss", receivedAt: fix.at, accuracyM: null })

/**
 * A subject's memory for the versions on trial in a book. `inForceSince`: the edition since which the rule remembered the subject by then;
 * null: it was not in force, and begins blank: where the subject is, is known, and no border was crossed to get there.
 */
export const recollect = (book: Book, ruleId: string, subject: Subject, memory: Memory, inForceSince: number | null): Memory => {
  const placements = new Map<string, Placement>()
  for (const lens of book.needs.lenses) {
    const stored = memory.placements.get(lens.key)
    const isSeen = inForceSince !== null && stored !== undefined && stored.version >= inForceSince
    const placed = isSeen ? stored : placeByLastFix(book, lens, subject, memory) ?? stored
    if (placed !== undefined) placements.set(lens.key, isSeen ? placed : { ...placed, version: FORGOTTEN })
  }
  const own = memory.states.filter((s) => s.ruleId === ruleId && s.blankFrom === inForceSince)
  return { ...memory, placements, states: own.map((s) => ({ ...s, blankFrom: BEGINNING, episode: null })) }
}
