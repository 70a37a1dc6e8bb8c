// The rows of the simulated tables.
import type { Placement } from "../../src/domain/rule/Facts.ts"
import type { Observation, Subject } from "../../src/domain/rule/Observation.ts"
import type { RuleState } from "../../src/domain/rule/RuleState.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import type { RuleSetRows, Edition, PartialTick, LogRow } from "../../src/engine/ports.ts"

/** A record as it is stored: `row` is the log row that brought it. */
export interface Stored {
  readonly seen: Observation
  readonly row: number
}

/** A row of the log, with the projects that it holds something of. */
export interface StoredRow extends LogRow {
  readonly projectIds: ReadonlyArray<string>
  /** records */
  readonly size: number
}

/** Ticks of a project in a partition. */
export interface StoredTicked {
  readonly to: number
  readonly half: PartialTick | null
}

export interface StoredEvent {
  readonly event: NewEvent
  /** the number of the commit that made it */
  readonly commit: number
  superseded: boolean
  endedAt: number | null
  /** of a reminder: the event that began its episode, as it was found last */
  episode: string | null
}

/** An alert by the event that opened it; nobody resolves one. */
export interface StoredAlert {
  readonly id: string
  readonly eventId: string
  readonly commit: number
}

export interface StoredState {
  readonly ruleId: string
  readonly version: number
  readonly subject: Subject
  readonly blankFrom: number
  readonly state: RuleState
  readonly wakeAt: number | null
  readonly episode: string | null
}

export interface StoredTransition {
  readonly ruleId: string
  readonly version: number
  readonly blankFrom: number
  readonly subjectId: string
  readonly at: number
  readonly state: RuleState
  readonly eventId: string | null
  readonly episode: string | null
}

export interface StoredMove {
  readonly subject: string
  readonly filterKey: string
  readonly at: number
  readonly placement: Placement
}

export interface StoredPeriod extends Edition {
  readonly subject: string
}

export interface StoredSpan {
  readonly id: number
  readonly subject: Subject
  from: number
  readonly notedAt: number
  replayed: boolean
  begun: boolean
}

/** A piece of a past that was judged again: with which edition in force, and knowing which rows of the log. */
export interface StoredRewrite {
  readonly subject: string
  readonly from: number
  readonly to: number
  readonly edition: number | null
  /** whether a record of the subject was judged by then, and so was there to be judged again */
  readonly knew: (stored: Stored) => boolean
}

export interface StoredProject {
  readonly id: string
  readonly editions: Array<RuleSetRows>
  /** documents of all rules, in force or not, and the versions they had */
  readonly rules: Map<
    string,
    {
      readonly name: string
      readonly versions: Array<unknown>
      enabled: boolean
      blankFrom: number
      activeFrom: number
    }
  >
  roster: number
}
