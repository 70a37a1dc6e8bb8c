// What a tolerance test found, in the words and members in which it is told, by the API and in code alike.
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { type Tried, verdictsOf } from "./stress.ts"
import { verdictWords } from "./verdictWords.ts"

/** One disturbance, in numbers. */
export const counted = ({ added, events, kind, moved, removed, same, size }: Tried) => ({
  kind,
  size,
  same,
  events,
  added: added.length,
  removed: removed.length,
  moved: moved.length
})

export const summarized = (tried: ReadonlyArray<Tried>, document: CanonicalDocument) => {
  const verdicts = verdictsOf(tried)
  return {
    /** no disturbance made an event come or go */
    tolerant: verdicts.every((v) => v.changesAt === null),
    verdicts: verdicts.map((v) => ({
      kind: v.kind,
      /** the smallest size that did; null: none that was tried */
      changes_at: v.changesAt,
      says: verdictWords(v, document)
    }))
  }
}
