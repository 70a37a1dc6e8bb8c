// What is kept per rule and subject (specification 2.1): whether the condition is active, since when it has
// held, when the rule last fired, and the holds in progress. Where the subject was placed is kept once per
// subject (Facts.ts).

/** Hold is a crossing whose side must last for a while before the rule fires. */
export interface Hold {
  /** index of the rule's branch */
  readonly branch: number
  readonly relation: "enter" | "exit"
  /** the feature that names it: of several crossed at once the last */
  readonly feature: string
  /** on which side of each crossed feature the subject has to stay */
  readonly sides: ReadonlyArray<{
    readonly feature: string
    readonly inside: boolean
    /** key of the position filter through which it was crossed */
    readonly filterKey: string
  }>
  readonly since: number
  /** when the record that began it arrived, from which its timer runs; null: only a sample completes it */
  readonly arrivedAt: number | null
  /** its deadline passed with something unknown: the next true evaluation completes it */
  readonly overdue: boolean
}

/** RuleState is the state of one rule for one subject. */
export interface RuleState {
  readonly active: boolean
  /** since when the level part has held; null: it does not */
  readonly since: number | null
  /** when the record arrived with which the level began to hold; null: it has no deadline */
  readonly arrivedAt: number | null
  readonly overdue: boolean
  /** the newest event time; null: it has not fired */
  readonly lastFiredAt: number | null
  readonly holds: ReadonlyArray<Hold>
  /** the newest evaluated deadline: observations not newer are late for this rule and subject */
  readonly judgedTo: number | null
  /** the last sample, while there is a hold and the rule has a largest gap; else null */
  readonly sampledAt: number | null
}

/** The state before the first record. One value for all, so that sleeping actors take no memory. */
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

const members = Object.keys(blank) as ReadonlyArray<keyof RuleState> // of a literal of that type

/**
 * Returns the members of a state, or of a part of it, that differ from those of `blank`: what is stored of
 * it. `{ ...blank, ...stored }` is the state again.
 */
export const withoutBlanks = (state: Partial<RuleState>): Partial<RuleState> => {
  const stored: Record<string, unknown> = {}
  for (const member of members) {
    const value = state[member]
    if (value !== undefined && value !== blank[member] && (member !== "holds" || state.holds!.length > 0))
      stored[member] = value
  }
  return stored
}

/** Whether a state is equal to `blank`. */
export const isBlank = (s: RuleState): boolean =>
  !s.active &&
  s.since === null &&
  s.lastFiredAt === null &&
  s.holds.length === 0 &&
  s.judgedTo === null &&
  s.sampledAt === null

/**
 * Timing is the part of a rule that decides when a hold is over. With `maxGapMs` samples alone decide, no
 * timer does.
 */
export interface Timing {
  readonly forMs: number
  readonly maxGapMs: number | null
}

/**
 * Returns the earliest moment, by the time of arrival, at which a timer has something to evaluate; null:
 * none. A hold that began under a version without a largest gap has a deadline, but not under a version with
 * one.
 */
export const wakeAt = (state: RuleState, { forMs, maxGapMs }: Timing): number | null => {
  if (maxGapMs !== null) return null
  let earliest = state.overdue ? null : state.arrivedAt
  for (const { arrivedAt, overdue } of state.holds)
    if (!overdue && arrivedAt !== null && (earliest === null || arrivedAt < earliest)) earliest = arrivedAt
  return earliest === null ? null : earliest + forMs
}

/** Returns the earliest deadline that is not evaluated yet, in effective time; null: none. */
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
