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

/** Crossings that must happen at one sample, and what else must be true then. One crossing is the usual case. */
export interface Branch {
  readonly crossings: ReadonlyArray<Crossing>
  /** null: nothing else */
  readonly guard: Level<Evaluated> | null
}

/** With what its conditions need, each thing once; `silenceMs` is the shortest. */
export interface Rule extends ConditionNeeds {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  /** the rule set edition at which the rule last began blank; older placements say nothing to it */
  readonly blankFrom: number
  /** when the version came into force, epoch ms: ticks up to then are not its own */
  readonly activeFrom: number
  readonly document: CanonicalDocument
  readonly trigger: Trigger
  /** what starts it cannot be read: every record does */
  readonly byAnyRecord?: true
  /** whose data starts an evaluation, and for whom a tick asks; null: any device's */
  readonly devices: ReadonlySet<string> | null
  /** the crossing part, as alternatives */
  readonly branches: ReadonlyArray<Branch>
  /** the part that holds or does not, run by the table of specification 3.1; null: only crossings */
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
   * the whole condition tree as it stands; crossings by what crossed at this moment or, where a hold is
   * completed, by what it held
   */
  readonly evaluate: (facts: Facts, hold?: Hold) => Evaluated
}

/** Interval of the schedule; null: records start it. */
export const everyMsOf = (trigger: Trigger): number | null =>
  trigger.kind === "schedule" ? (trigger.every_seconds ?? DEFAULT_EVERY_SECONDS) * 1000 : null

/** Whose data starts it under a scope; null: any device's. */
export const devicesOf = ({ device_ids }: Scope): ReadonlySet<string> | null =>
  device_ids === undefined ? null : new Set(device_ids)

/** The rules that something of a kind may start. */
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
