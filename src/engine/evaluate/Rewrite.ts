// What becomes of a subject's past that was judged again, beside the transitions, moves and states that the
// batch writes as any other.
import type { Placement } from "../../domain/rule/Facts.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { NewEvent } from "./NewEvent.ts"

/** Changes of a subject's past that wait for the late lane, taken together. */
export interface Span {
  readonly ids: ReadonlyArray<number>
  readonly subject: Subject
  /**
   * the oldest effective time that changed; of a past that is being judged again: from where on that is still
   * to be done
   */
  readonly from: number
  readonly begun: boolean
  readonly reasons: ReadonlyArray<string>
}

/** What made an event: a version of a rule at a moment, with features as they were drawn. */
interface Made {
  readonly ruleId: string
  readonly version: number
  readonly at: number
  readonly features: ReadonlyArray<{ readonly id: string; readonly revision: number }>
}

/** When an episode ended; `after`: its rule was dropped, and it began no later than that effective time. */
export interface Ending {
  readonly at: number
  readonly after: number | null
}

/**
 * A piece of a past, of all that follows or of what lies up to a cut: what is remembered now changes with the
 * last piece only.
 */
export interface Rewrite {
  readonly span: Span
  /** effective time of the cut; Infinity: this is the last piece */
  readonly to: number
  readonly traceId: string
  /** how many records were judged */
  readonly records: number
  /** all that there should be from `span.from` up to the cut */
  readonly events: ReadonlyArray<NewEvent>
  /** events of the episodes that were open just before */
  readonly open: ReadonlyArray<string>
  /** by id of the event; an episode that is not in it is open at the cut */
  readonly endings: ReadonlyMap<string, Ending>
  /**
   * where the subject is placed now, by key of the filter; of these filters alone: at a cut of those that no
   * rule looks through now
   */
  readonly placements: ReadonlyMap<string, Placement>
  readonly filterKeys: ReadonlyArray<string>
  /** an event can be superseded only by the version and the features that made it: whether these judged */
  readonly isJudgedBy: (made: Made) => boolean
}

/** A span that nothing comes of: its subject is gone, or the database refuses what does. */
export interface Dismissal {
  readonly span: Span
  /** why; null: nobody needs to know */
  readonly failure: string | null
  readonly traceId: string
}
