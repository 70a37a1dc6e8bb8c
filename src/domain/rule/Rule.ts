// A rule ready to run: one version of one rule, compiled against one edition of its project's features.
import type { CanonicalDocument, Trigger } from "./Document.ts"
import type { Evaluated, Level } from "./conditions/Condition.ts"
import type { Crossing } from "./conditions/spatial.ts"
import type { Facts } from "./Facts.ts"
import type { Observation } from "./Observation.ts"

/** Crossings that must happen at one sample, and what else must be true then. One crossing is the usual case. */
export interface Branch {
  readonly crossings: ReadonlyArray<Crossing>
  /** null: nothing else */
  readonly guard: Level | null
}

export interface Rule {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  /** the book edition at which the rule last began blank; older placements say nothing to it */
  readonly blankFrom: number
  readonly document: CanonicalDocument
  readonly trigger: Trigger
  /** whose data starts an evaluation; null: any device's */
  readonly devices: ReadonlySet<string> | null
  /** the crossing part, as alternatives */
  readonly branches: ReadonlyArray<Branch>
  /** the part that holds or does not, run by the table of specification 3.1; null: only crossings */
  readonly level: Level | null
  readonly forMs: number
  readonly cooldownMs: number
  readonly spatial: boolean
  /** measured metrics it reads */
  readonly metrics: ReadonlyArray<string>
  /** the whole condition tree as it stands, crossings shown by what crossed */
  readonly evaluate: (facts: Facts) => Evaluated
}

/** Whether an observation starts an evaluation of the rule. */
export const isTriggeredBy = (rule: Rule, seen: Observation): boolean =>
  (rule.trigger.kind === "position"
    ? seen._tag === "Position"
    : seen._tag === "Measurement" && (rule.trigger.metric_key === undefined || rule.trigger.metric_key === seen.metric)) &&
  (rule.devices === null || rule.devices.has(seen.subject.deviceId))
