// What is remembered per rule and subject (specification 2.1): whether the condition is active, since when it
// has held, when the rule last fired, and the holds in flight. Where the subject was placed is kept once per
// subject (Facts.ts).

/** Something that must stay so for a while before the rule fires: a crossing with its side. */
export interface Hold {
  /** which alternative of the rule */
  readonly branch: number
  readonly relation: "enter" | "exit"
  /** the feature it is named after: of several crossed at once the last */
  readonly feature: string
  /** on which side of each crossed feature the subject has to stay */
  readonly sides: ReadonlyArray<{
    readonly feature: string
    readonly inside: boolean
    /** key of the position filter it was crossed through; stored under this name */
    readonly lens: string
  }>
  readonly since: number
  /**
   * when the record that began it arrived: a timer judges its deadline so long after it; null: only a sample
   * completes it
   */
  readonly arrivedAt: number | null
  /** its deadline passed with something unknown: the next true evaluation completes it */
  readonly overdue: boolean
}

export interface RuleState {
  readonly active: boolean
  /** since when the level part has held; null: it does not */
  readonly since: number | null
  /** when the record arrived with which the level began to hold; null: it has no deadline of its own */
  readonly arrivedAt: number | null
  readonly overdue: boolean
  /** the newest time it has fired for; null: it has not */
  readonly lastFiredAt: number | null
  readonly holds: ReadonlyArray<Hold>
  /** the newest deadline judged: observations not newer are late for this rule and subject */
  readonly judgedTo: number | null
  /** the sample before, while something is held and the rule has a largest gap; else null */
  readonly sampledAt: number | null
}

/** The state before anything was seen. One value for all: sleeping actors hold nothing of their own. */
export const blank: RuleState = Object.freeze({
  active: false,
  since: null,
  arrivedAt: null,
  overdue: false,
  lastFiredAt: null,
  holds: Object.freeze([]),
  judgedTo: null,
  sampledAt: null
})

/** Whether a state remembers nothing, however it came to that. */
export const isBlank = (s: RuleState): boolean =>
  !s.active &&
  s.since === null &&
  s.lastFiredAt === null &&
  s.holds.length === 0 &&
  s.judgedTo === null &&
  s.sampledAt === null

/** What of a rule says when a hold is over: `maxGapMs` not null: samples alone say so, no timer does. */
export interface Timing {
  readonly forMs: number
  readonly maxGapMs: number | null
}

/**
 * The earliest moment, in the time of arrival, at which a timer has something to judge; null: none. A hold
 * that began under a version without a largest gap has a deadline, but not in the time of one that has it.
 */
export const wakeAt = (state: RuleState, { forMs, maxGapMs }: Timing): number | null => {
  if (maxGapMs !== null) return null
  let earliest = state.overdue ? null : state.arrivedAt
  for (const { arrivedAt, overdue } of state.holds)
    if (!overdue && arrivedAt !== null && (earliest === null || arrivedAt < earliest)) earliest = arrivedAt
  return earliest === null ? null : earliest + forMs
}

/** The earliest deadline not judged yet, in effective time; null: none. */
export const deadline = (state: RuleState, { forMs, maxGapMs }: Timing): number | null => {
  if (maxGapMs !== null) return null
  let earliest =
    state.arrivedAt === null || state.overdue || state.since === null ? null : state.since + forMs
  for (const { arrivedAt, overdue, since } of state.holds) {
    const due = since + forMs
    if (!overdue && arrivedAt !== null && (earliest === null || due < earliest)) earliest = due
  }
  return earliest
}
