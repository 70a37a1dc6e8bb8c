// What the rules of a project need to be kept of every subject.
import { type PositionFilter, plainFilter, admits } from "../../domain/rule/PositionFilter.ts"
import type { WindowNeed } from "../../domain/rule/conditions/ConditionKind.ts"
import type { Rule } from "../../domain/rule/Rule.ts"

/** Needs lists what has to be in a subject's memory. */
export interface Needs {
  /** metrics whose latest value is read, ascending */
  readonly metrics: ReadonlyArray<string>
  /** windows that are read, by metric and length */
  readonly windows: ReadonlyArray<WindowNeed>
  /** the longest window of each metric, seconds */
  readonly spans: ReadonlyMap<string, number>
  /** filters through which rules read positions */
  readonly positionFilters: ReadonlyArray<PositionFilter>
  /** network locations are read */
  readonly network: boolean
  /** states whose last value is kept, to tell a change from a repetition; null: every key */
  readonly states: ReadonlyArray<string> | null
}

/** Returns the keys of states that start rules; null: every key. */
const statesOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<string> | null => {
  const keys = new Set<string>()
  for (const { trigger } of rules) {
    if (trigger.kind !== "state") continue
    if (trigger.state_keys === undefined) return null
    for (const key of trigger.state_keys) keys.add(key)
  }
  return [...keys].sort()
}

/** Whether the last value of a state is to be kept. */
export const keepsState = ({ states }: Needs, key: string): boolean => states === null || states.includes(key)

/** Returns what some rules need together. */
export const needsOf = (rules: ReadonlyArray<Rule>): Needs => {
  const windows = new Map(rules.flatMap((r) => r.windows).map((w) => [`${w.metric} ${w.seconds}`, w]))
  const spans = new Map<string, number>()
  for (const { metric, seconds } of windows.values())
    spans.set(metric, Math.max(seconds, spans.get(metric) ?? 0))
  return {
    metrics: [...new Set(rules.flatMap((r) => r.metrics))].sort(),
    windows: [...windows.values()],
    spans,
    positionFilters: [...new Map(rules.flatMap((r) => r.positionFilters).map((l) => [l.key, l])).values()],
    network: rules.some((r) => admits(r.recordTypes, "network")),
    states: statesOf(rules)
  }
}

/** Whether a memory loaded for `known` holds all that `wanted` needs. */
export const covers = (known: Needs, wanted: Needs): boolean =>
  wanted.metrics.every((m) => known.metrics.includes(m)) &&
  wanted.windows.every((w) => known.windows.some((k) => k.metric === w.metric && k.seconds === w.seconds)) &&
  wanted.positionFilters.every(
    (l) => l.key === plainFilter.key || known.positionFilters.some((k) => k.key === l.key)
  ) &&
  (known.network || !wanted.network) &&
  (known.states === null || (wanted.states?.every((key) => keepsState(known, key)) ?? false))
