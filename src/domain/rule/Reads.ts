// Which records can make a difference to a rule: a look at its past fetches these, and no others.
import { type RecordType, recordTypes } from "../tracking/recordTypes.ts"
import { admits } from "./PositionFilter.ts"
import type { Rule } from "./Rule.ts"

export interface Reads {
  readonly positions: ReadonlyArray<RecordType>
  /** null: measurements of every metric */
  readonly metrics: ReadonlyArray<string> | null
  /** null: states of every key */
  readonly states: ReadonlyArray<string> | null
}

/** Every record there is. */
export const everything: Reads = { positions: recordTypes, metrics: null, states: null }

/**
 * Whoever holds a crossing looks at every record of its subject. Where the hold ends by its deadline and is
 * guarded by the subject's place alone that changes at most what is named as having started the evaluation; a
 * guard that time itself can change, or a hold that only a record completes, needs them all.
 */
const holdsWithEverything = ({ branches, forMs, maxGapMs }: Rule): boolean =>
  forMs > 0 &&
  branches.length > 0 &&
  (maxGapMs !== null || branches.some(({ guard }) => guard !== null && !guard.spatialOnly))

const readsOne = (rule: Rule): Reads => {
  const { metrics, positionFilters, readsFix, trigger, windows } = rule
  if (holdsWithEverything(rule)) return everything
  const seesPlaces = trigger.kind === "position" || positionFilters.length > 0 || readsFix
  const read = [...metrics, ...windows.map((w) => w.metric)]
  return {
    positions: seesPlaces ? recordTypes.filter((type) => admits(rule.recordTypes, type)) : [],
    metrics:
      trigger.kind !== "measurement"
        ? read
        : trigger.metric_key === undefined
          ? null
          : [...read, trigger.metric_key],
    states: trigger.kind !== "state" ? [] : (trigger.state_keys ?? null)
  }
}

const union = <T>(lists: ReadonlyArray<ReadonlyArray<T> | null>): ReadonlyArray<T> | null =>
  lists.reduce<ReadonlyArray<T> | null>(
    (all, list) => (all === null || list === null ? null : [...new Set([...all, ...list])]),
    []
  )

/** What some rules read, taken together. */
export const readsOf = (rules: ReadonlyArray<Rule>): Reads => {
  const each = rules.map(readsOne)
  return {
    positions: recordTypes.filter((type) => each.some((r) => r.positions.includes(type))),
    metrics: union(each.map((r) => r.metrics)),
    states: union(each.map((r) => r.states))
  }
}
