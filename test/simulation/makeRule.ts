// Rule documents from chance: every trigger and condition that rules tell apart, on figures
// small enough to meet often.
import type { ConditionNode } from "../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument, Scope } from "../../src/domain/rule/Document.ts"
import type { Trigger } from "../../src/domain/rule/Trigger.ts"
import type { Chance } from "./Chance.ts"

/** What scopes and conditions may name. */
export interface Names {
  readonly areas: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
  readonly groups: ReadonlyArray<string>
}

const triggerFrom = (chance: Chance): Trigger => {
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return { kind: "position" }
    case 3:
      return { kind: "position", record_types: chance.happens(0.5) ? ["gnss", "network"] : ["network"] }
    case 4:
      return { kind: "measurement" }
    case 5:
      return { kind: "measurement", metric_key: chance.pick(["a", "b"]) }
    case 6:
      return chance.happens(0.5) ? { kind: "state" } : { kind: "state", state_keys: ["mode"] }
    default:
      return { kind: "schedule", every_seconds: chance.pick([10, 10, 15, 30]) }
  }
}

const places = (chance: Chance, { areas }: Names) => {
  const someIds = [chance.pick(areas), ...(chance.happens(0.3) ? [chance.pick(areas)] : [])]
  const ids = { feature_ids: [...new Set(someIds)] }
  const type = { feature_type: chance.pick(["zone", "geofence"] as const) }
  switch (chance.below(5)) {
    case 0:
      return ids
    case 1:
      return { ...ids, ...type }
    case 2:
      return {}
    default:
      return type
  }
}

const level = (chance: Chance, trigger: Trigger, names: Names): ConditionNode => {
  const metric = chance.pick(["a", "b"])
  switch (chance.below(trigger.kind === "schedule" ? 7 : 6)) {
    case 0:
      return {
        type: "threshold",
        ...chance.pick([
          { metric: "speed_kmh", value: 36 },
          { metric: "speed_mps", value: 10 }
        ]),
        op: chance.pick([">", ">=", "<"])
      }
    case 1:
      return {
        type: "threshold",
        metric,
        op: chance.pick(["<", "<=", ">", ">=", "==", "!="]),
        value: chance.between(2, 6)
      }
    case 2: {
      const aggregate = chance.pick(["avg", "min", "max", "sum", "count"] as const)
      return {
        type: "window",
        metric,
        aggregate,
        seconds: chance.pick([10, 20, 30, 60]),
        op: chance.pick(["<", ">="]),
        value: aggregate === "count" ? chance.between(1, 3) : chance.between(2, 6),
        ...(aggregate !== "count" && chance.happens(0.5) ? { min_samples: chance.between(1, 3) } : {})
      }
    }
    case 6:
      return { type: "no_data", for_seconds: chance.pick([5, 10, 20, 40]) }
    default:
      return { type: "spatial", relation: chance.pick(["inside", "outside"]), ...places(chance, names) }
  }
}

const tree = (chance: Chance, trigger: Trigger, names: Names, depth: number): ConditionNode => {
  const part = () => tree(chance, trigger, names, depth + 1)
  const shape = depth > 2 ? 0 : chance.below(8)
  if (shape === 5) return { all: [part(), part()] }
  if (shape === 6) return { any: [part(), part()] }
  if (shape === 7) return { not: part() }
  return level(chance, trigger, names)
}

const crossing = (chance: Chance, names: Names): ConditionNode => ({
  type: "spatial",
  relation: chance.pick(["enter", "exit"]),
  ...places(chance, names)
})

export const conditionsFrom = (chance: Chance, trigger: Trigger, names: Names): ConditionNode => {
  if (trigger.kind !== "position" || chance.happens(0.4)) return tree(chance, trigger, names, 0)
  const cross = crossing(chance, names),
    other = tree(chance, trigger, names, 1)
  switch (chance.below(8)) {
    case 7: {
      const where = places(chance, names)
      return {
        any: [
          { type: "spatial", relation: "enter", ...where },
          { type: "spatial", relation: "exit", ...where }
        ]
      }
    }
    case 0:
      return { all: [cross, other] }
    case 1:
      return { any: [cross, other] }
    case 2:
      return { any: [cross, crossing(chance, names)] }
    case 3:
      return { all: [cross, crossing(chance, names)] }
    case 4:
      return { any: [{ all: [cross, other] }, crossing(chance, names)] }
    default:
      return cross
  }
}

export const scopeFrom = (chance: Chance, { devices, entities, groups }: Names): Scope => {
  switch (chance.below(10)) {
    case 0:
      return { entity_ids: [chance.pick(entities)] }
    case 1:
      return { device_ids: [chance.pick(devices)] }
    case 2:
    case 3:
      return { group_ids: [chance.pick(groups)] }
    default:
      return {}
  }
}

export const ruleFrom = (chance: Chance, names: Names, title: string): RuleDocument => {
  const trigger = triggerFrom(chance)
  return {
    trigger,
    conditions: conditionsFrom(chance, trigger, names),
    scope: scopeFrom(chance, names),
    for_seconds: chance.pick([0, 0, 10, 20, 30]),
    cooldown_seconds: chance.pick([0, 0, 15, 40]),
    ...(chance.happens(0.2) ? { max_gap_seconds: chance.pick([10, 20]) } : {}),
    event: {
      event_type: "SEEN",
      title,
      create_alert: chance.happens(0.5),
      severity: chance.pick(["info", "warning", "critical"])
    }
  }
}

/** A rule that fires at every measurement but those of one second: what was judged is counted by it. */
export const probe: RuleDocument = {
  trigger: { kind: "measurement" },
  conditions: { type: "threshold", metric: "a", op: ">", value: -1 },
  cooldown_seconds: 1,
  event: { event_type: "SEEN", title: "probe" }
}
