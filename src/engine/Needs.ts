// What the rules of a project want to be remembered of every subject.
import { type Lens, plainLens, sees } from "../domain/rule/Lens.ts"
import type { Rule, WindowNeed } from "../domain/rule/Rule.ts"

export interface Needs {
  /** metrics whose latest value is read, ascending */
  readonly metrics: ReadonlyArray<string>
  /** windows that are read, by metric and length */
  readonly windows: ReadonlyArray<WindowNeed>
  /** the longest window of each metric, seconds */
  readonly spans: ReadonlyMap<string, number>
  /** ways of looking at where a subject is */
  readonly lenses: ReadonlyArray<Lens>
  /** network locations are read */
  readonly network: boolean
}

export const needsOf = (rules: ReadonlyArray<Rule>): Needs => {
  const windows = new Map(rules.flatMap((r) => r.windows).map((w) => [`${w.metric} ${w.seconds}`, w]))
  const spans = new Map<string, number>()
  for (const { metric, seconds } of windows.values()) spans.set(metric, Math.max(seconds, spans.get(metric) ?? 0))
  return {
    metrics: [...new Set(rules.flatMap((r) => r.metrics))].sort(),
    windows: [...windows.values()],
    spans,
    lenses: [...new Map(rules.flatMap((r) => r.lenses).map((l) => [l.key, l])).values()],
    network: rules.some((r) => sees(r.sight, "network"))
  }
}

/** Whether a memory fed for `known` holds all that `wanted` asks for. */
export const covers = (known: Needs, wanted: Needs): boolean =>
  wanted.metrics.every((m) => known.metrics.includes(m)) &&
  wanted.windows.every((w) => known.windows.some((k) => k.metric === w.metric && k.seconds === w.seconds)) &&
  wanted.lenses.every((l) => l.key === plainLens.key || known.lenses.some((k) => k.key === l.key)) &&
  (known.network || !wanted.network)
