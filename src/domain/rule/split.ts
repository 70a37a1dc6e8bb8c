// Conditions that hold and conditions that happen are told apart here, once: the tree is rewritten as
// alternatives of crossings, each with a guard, beside one level part.
import type { ConditionNode, Spatial } from "./ConditionNode.ts"
import type { Level } from "./conditions/Condition.ts"
import { levels, type Setting } from "./conditions/registry.ts"
import { type Crossing, select } from "./conditions/spatial.ts"
import { positionFilterOf } from "./PositionFilter.ts"
import type { Branch } from "./Rule.ts"
import { both, combine, negated, not } from "./kleene.ts"

/** Why a document cannot run. */
export interface NotRunnable {
  readonly code: "RULE_CONDITION_RESERVED" | "RULE_TOO_COMPLEX" | "RULE_INVALID"
  readonly detail: string
}

/** `all` over several `any` of crossings multiplies; more alternatives than this are refused. */
export const MAX_BRANCHES = 64

interface Split {
  readonly branches: ReadonlyArray<Branch>
  readonly level: Level | null
}

export class Refusal {
  readonly reason: NotRunnable
  constructor(reason: NotRunnable) {
    this.reason = reason
  }
}

const splitAll = (parts: ReadonlyArray<Split>): Split => {
  const levelsOnly = parts.flatMap((p) => (p.branches.length === 0 && p.level !== null ? [p.level] : []))
  const guard = levelsOnly.length === 0 ? null : combine("all", levelsOnly)
  const crossing = parts.filter((p) => p.branches.length > 0)
  // every choice of one alternative from each crossing part; choices without any crossing form the level part
  let choices: ReadonlyArray<Branch> = [{ crossings: [], guard }]
  for (const part of crossing) {
    const alternatives: ReadonlyArray<Branch> =
      part.level === null ? part.branches : [...part.branches, { crossings: [], guard: part.level }]
    choices = choices.flatMap((c) =>
      alternatives.map((a) => ({
        crossings: [...c.crossings, ...a.crossings],
        guard: both(c.guard, a.guard)
      }))
    )
    if (choices.length > MAX_BRANCHES)
      throw new Refusal({
        code: "RULE_TOO_COMPLEX",
        detail: `crossings combine in more than ${MAX_BRANCHES} ways`
      })
  }
  return {
    branches: choices.filter((c) => c.crossings.length > 0),
    level: choices.find((c) => c.crossings.length === 0)?.guard ?? null
  }
}

/** null: the condition holds or not, it does not happen */
export const crossingOf = (c: Spatial, { features, trigger }: Setting): Crossing | null =>
  c.relation === "enter" || c.relation === "exit"
    ? { relation: c.relation, selected: select(c, features), filter: positionFilterOf(c, trigger) }
    : null

/** Tells what happens in a tree from what holds; throws a `Refusal` where they cannot be told apart. */
export const split = (node: ConditionNode, setting: Setting): Split => {
  if ("all" in node) return splitAll(node.all.map((n) => split(n, setting)))
  if ("any" in node) {
    const parts = node.any.map((n) => split(n, setting))
    const held = parts.flatMap((p) => p.level ?? [])
    const branches = parts.flatMap((p) => p.branches)
    if (branches.length > MAX_BRANCHES)
      throw new Refusal({
        code: "RULE_TOO_COMPLEX",
        detail: `more than ${MAX_BRANCHES} alternatives with crossings`
      })
    return { branches, level: held.length === 0 ? null : combine("any", held) }
  }
  if ("not" in node) {
    const inner = split(node.not, setting)
    if (inner.level === null || inner.branches.length > 0)
      throw new Refusal({ code: "RULE_INVALID", detail: "a crossing cannot stand under not" })
    const level = inner.level
    return {
      branches: [],
      level: {
        spatialOnly: level.spatialOnly,
        holds: (facts) => not(level.holds(facts)),
        evaluate: (facts) => negated(level.evaluate(facts))
      }
    }
  }
  switch (node.type) {
    case "threshold":
      return { branches: [], level: levels.threshold(node, setting) }
    case "no_data":
      return { branches: [], level: levels.no_data(node, setting) }
    case "window":
      return { branches: [], level: levels.window(node, setting) }
    case "spatial": {
      const crossing = crossingOf(node, setting)
      return crossing === null
        ? { branches: [], level: levels.spatial(node, setting) }
        : { branches: [{ crossings: [crossing], guard: null }], level: null }
    }
    case "near":
    case "dwell":
    case "crossed":
    case "baseline":
    case "correlation":
    case "event_chain":
      throw new Refusal({
        code: "RULE_CONDITION_RESERVED",
        detail: `${node.type} is reserved: a rule that uses it can be saved, not enabled`
      })
    default:
      throw new Refusal({
        code: "RULE_INVALID",
        detail: `unknown condition type ${String((node as { type: unknown }).type)}`
      })
  }
}
