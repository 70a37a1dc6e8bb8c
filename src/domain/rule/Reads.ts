// Which records can make a difference to a rule: backtests fetch these and no others.
import { type RecordType, recordTypes } from "../tracking/recordTypes.ts"
import { admits } from "./PositionFilter.ts"
import type { Rule } from "./Rule.ts"

/** Reads tells which records rules read. */
export interface Reads {
  readonly positions: ReadonlyArray<RecordType>
  /** null: measurements of every metric */
  readonly metrics: ReadonlyArray<string> | null
  /** null: states of every key */
  readonly states: ReadonlyArray<string> | null
}

/** Reads of every record. */
export const allRecords: Reads = { positions: recordTypes, metrics: null, states: null }

/**
 * Whether a rule needs every record, because it holds crossings. If a hold ends by its deadline and is
 * guarded by the subject's place alone, other records only change what is named as trigger; a guard that time
 * can change, or a hold that only a record completes, needs them all.
 */
const holdsWithEverything = ({ branches, forMs, maxGapMs }: Rule): boolean =>
  forMs > 0 &&
  branches.length > 0 &&
  (maxGapMs !== null || branches.some(({ guard }) => guard !== null && !guard.spatialOnly))

const readsOne = (rule: Rule): Reads => {
  const { metrics, positionFilters, readsFix, trigger, windows } = rule
  if (holdsWithEverything(rule)) return allRecords
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

/** Returns what some rules read together. */
export const readsOf = (rules: ReadonlyArray<Rule>): Reads => {
  const each = rules.map(readsOne)
  return {
    positions: recordTypes.filter((type) => each.some((r) => r.positions.includes(type))),
    metrics: union(each.map((r) => r.metrics)),
    states: union(each.map((r) => r.states))
  }
}
