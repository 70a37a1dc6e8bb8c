// What changed when a subject came under another edition of the rules or the roster.
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Actor, EpisodeEnd, PeriodStart, Transition } from "./BatchResult.ts"

/** DroppedStates is what rules drop when an edition takes over in which they do not go on. */
export interface DroppedStates {
  readonly ended: ReadonlyArray<EpisodeEnd>
  readonly states: Iterable<readonly [Actor, Subject]>
  readonly transitions: ReadonlyArray<Transition>
}

/** `noDroppedStates`: all rules go on. */
export const noDroppedStates: DroppedStates = { ended: [], states: [], transitions: [] }

/** AppliedEdition is what changed when a subject came under another edition of rules or roster. */
export interface AppliedEdition {
  /** null: it was evaluated with this edition and scope before */
  readonly period: PeriodStart | null
  /** from when on its past has to be replayed; null: it has not */
  readonly lateFrom: number | null
  readonly dropped: DroppedStates
}
