// Rules for stories told to an engine led by hand, and the fixes and conditions that most of them are made
// of.
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { RuleRow } from "../../../src/engine/ports.ts"
import { type area, at, document, type Draft, RULE, START } from "./timeline.ts"

export const rule = (draft: Draft, more: Partial<RuleRow> = {}): RuleRow => ({
  id: RULE,
  name: "rule",
  version: 1,
  blankFrom: 1,
  activeFrom: START - 1,
  document: document(draft),
  failedSubject: null,
  ...more
})
export const ruleSet = (draft: Draft, ...features: ReadonlyArray<ReturnType<typeof area>>) => ({
  version: 1,
  features,
  rules: [rule(draft)]
})
/** The rule in force, its document changed. */
export const next = (
  rows: { readonly rules: ReadonlyArray<RuleRow> },
  version: number,
  change: Partial<RuleDocument>,
  more: Partial<RuleRow> = {}
) =>
  rows.rules.map((r): RuleRow => ({
    ...r,
    version: r.version + 1,
    activeFrom: START + version * 1000,
    document: { ...(r.document as RuleDocument), ...change },
    ...more
  }))

export const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
export const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3 } as const
export const inside = { type: "spatial", relation: "inside", feature_type: "zone" } as const
export const enter = { type: "spatial", relation: "enter", feature_type: "zone" } as const
export const exit = { type: "spatial", relation: "exit", feature_type: "zone" } as const
/** A fix that is fast or not, in the middle of nowhere. */
export const speed = (s: number, isFast: boolean) => at(s, 90, { speedMps: isFast ? 20 : 1 })
export const byTick = { trigger: { kind: "schedule", every_seconds: 60 } } as const
