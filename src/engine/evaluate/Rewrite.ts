// What replaces a subject's past after a replay, beside the transitions, placements and states that the batch
// writes as any other.
import type { Placement } from "../../domain/rule/Facts.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { NewEvent } from "./NewEvent.ts"

/** LateSpan holds the changes of a subject's past that wait for a replay, taken together. */
export interface LateSpan {
  readonly ids: ReadonlyArray<number>
  readonly subject: Subject
  /** the oldest effective time that changed; of an unfinished replay: from where it continues */
  readonly from: number
  readonly begun: boolean
  readonly reasons: ReadonlyArray<string>
}

/** EventOrigin is what made an event: a version of a rule at a moment, with features as they were drawn. */
interface EventOrigin {
  readonly ruleId: string
  readonly version: number
  readonly at: number
  readonly features: ReadonlyArray<{ readonly id: string; readonly revision: number }>
}

/**
 * EpisodeEnd tells when an episode ended. `after`: its rule was dropped, and the episode began no later than
 * that effective time.
 */
export interface ReplayedEnd {
  readonly at: number
  readonly after: number | null
}

/**
 * Rewrite is a replayed piece of a past, up to a cut or to the end. Current states and placements change only
 * with the last piece.
 */
export interface Rewrite {
  readonly span: LateSpan
  /** effective time of the cut; Infinity: this is the last piece */
  readonly to: number
  readonly traceId: string
  /** number of evaluated records */
  readonly records: number
  /** all events that there should be from `span.from` up to the cut */
  readonly events: ReadonlyArray<NewEvent>
  /** events of the episodes that were open just before */
  readonly open: ReadonlyArray<string>
  /** by id of the event; an episode without an entry is open at the cut */
  readonly endings: ReadonlyMap<string, ReplayedEnd>
  /**
   * the subject's placements by key of the filter, which count for `filterKeys` alone: at a cut, unused
   * filters
   */
  readonly placements: ReadonlyMap<string, Placement>
  readonly filterKeys: ReadonlyArray<string>
  /** whether the version and the features that made an event evaluated again: only then may it be superseded */
  readonly isJudgedBy: (made: EventOrigin) => boolean
}

/** Dismissal is a span without a result: its subject is deleted, or the database refuses the result. */
export interface Dismissal {
  readonly span: LateSpan
  /** why it failed; null: the subject is deleted */
  readonly failure: string | null
  readonly traceId: string
}
