// A rule ready to run: one version of one rule, compiled against one edition of its project's features.
import type { CanonicalDocument, Scope } from "./Document.ts"
import { DEFAULT_EVERY_SECONDS, type Trigger } from "./Trigger.ts"
import type { Crossing, Level } from "./conditions/Condition.ts"
import type { ConditionNeeds } from "./conditions/ConditionKind.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"
import type { Facts } from "./Facts.ts"
import { admits, type RecordTypes } from "./PositionFilter.ts"
import type { Observation } from "./Observation.ts"
import type { Hold } from "./RuleState.ts"

/**
 * Branch is an alternative of a rule: crossings that must happen at one sample, and what else must be true
 * then. One crossing is the usual case.
 */
export interface Branch {
  readonly crossings: ReadonlyArray<Crossing>
  /** null: nothing else */
  readonly guard: Level<Evaluated> | null
}

/** Rule is a compiled rule, with what its conditions need, each thing once; `silenceMs` is the shortest. */
export interface Rule extends ConditionNeeds {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  /** the rule set edition at which the rule last began blank; older placements do not count */
  readonly blankFrom: number
  /** when the version came into force, epoch ms: it does not evaluate ticks up to then */
  readonly activeFrom: number
  readonly document: CanonicalDocument
  readonly trigger: Trigger
  /** its trigger cannot be read: every record starts it */
  readonly byAnyRecord?: true
  /** devices whose records start an evaluation, and for which a tick asks; null: any */
  readonly devices: ReadonlySet<string> | null
  /** the crossing part, as alternatives */
  readonly branches: ReadonlyArray<Branch>
  /** the level part, run by the table of specification 3.1; null: only crossings */
  readonly level: Level<Evaluated> | null
  readonly forMs: number
  readonly cooldownMs: number
  /** two samples further apart break a hold; null: none are */
  readonly maxGapMs: number | null
  /** interval of its schedule; null: records start it */
  readonly everyMs: number | null
  /** positions that count for it */
  readonly recordTypes: RecordTypes
  /**
   * evaluates the whole tree; crossings by what was crossed at this moment or, for a completed hold, at its
   * beginning
   */
  readonly evaluate: (facts: Facts, hold?: Hold) => Evaluated
}

/** Returns the interval of the schedule; null: records start the rule. */
export const everyMsOf = (trigger: Trigger): number | null =>
  trigger.kind === "schedule" ? (trigger.every_seconds ?? DEFAULT_EVERY_SECONDS) * 1000 : null

/** Returns the devices whose records start the rule under a scope; null: any. */
export const devicesOf = ({ device_ids }: Scope): ReadonlySet<string> | null =>
  device_ids === undefined ? null : new Set(device_ids)

/** Returns the rules that a trigger of a kind may start. */
export const startedBy = (rules: ReadonlyArray<Rule>, kind: Trigger["kind"]): ReadonlyArray<Rule> =>
  rules.filter((r) => r.trigger.kind === kind || (r.byAnyRecord === true && kind !== "schedule"))

const starts = (rule: Rule, seen: Observation): boolean => {
  const { trigger } = rule
  if (rule.byAnyRecord === true) return true
  switch (trigger.kind) {
    case "position":
      return seen._tag === "Position" && admits(rule.recordTypes, seen.recordType)
    case "measurement":
      return (
        seen._tag === "Measurement" &&
        (trigger.metric_key === undefined || trigger.metric_key === seen.metric)
      )
    case "state":
      return (
        seen._tag === "DeviceState" &&
        seen.repeated !== true &&
        (trigger.state_keys === undefined || trigger.state_keys.includes(seen.key))
      )
    case "schedule":
      return false
  }
}

/** Whether an observation starts an evaluation of the rule. */
export const isTriggeredBy = (rule: Rule, seen: Observation): boolean =>
  starts(rule, seen) && (rule.devices === null || rule.devices.has(seen.subject.deviceId))
