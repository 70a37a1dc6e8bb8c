// Separates conditions that hold (levels) from conditions that happen (crossings): the tree is rewritten as
// alternatives of crossings, each with a guard, beside one level part.
import { type ConditionNode, isReservedName, type Reserved } from "./ConditionNode.ts"
import type { Crossing, Level, Setting } from "./conditions/Condition.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"
import { compileCondition, type Condition } from "./conditions/registry.ts"
import type { Branch } from "./Rule.ts"
import { both, combine, negateEvaluated, not } from "./kleene.ts"
import { isCondition } from "./leaves.ts"

/** NotRunnable tells why a document cannot run. */
export interface NotRunnable {
  readonly code: "RULE_CONDITION_RESERVED" | "RULE_TOO_COMPLEX" | "RULE_INVALID"
  readonly detail: string
}

/** MAX_BRANCHES bounds the alternatives: `all` over several `any` of crossings multiplies them. */
export const MAX_BRANCHES = 64

interface Split {
  readonly branches: ReadonlyArray<Branch>
  readonly level: Level<Evaluated> | null
}

/** RefusedDocument is thrown for a document that cannot run. */
export class RefusedDocument {
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
      throw new RefusedDocument({
        code: "RULE_TOO_COMPLEX",
        detail: `crossings combine in more than ${MAX_BRANCHES} ways`
      })
  }
  return {
    branches: choices.filter((c) => c.crossings.length > 0),
    level: choices.find((c) => c.crossings.length === 0)?.guard ?? null
  }
}

/** Compiles one condition; throws a `RefusedDocument` if its kind does not run. */
export const compileLeaf = (
  c: Condition | Reserved,
  setting: Setting
): Level<Evaluated> | Crossing<Evaluated> => {
  if (isCondition(c)) return compileCondition(c, setting)
  const { type } = c
  throw new RefusedDocument(
    isReservedName(type)
      ? {
          code: "RULE_CONDITION_RESERVED",
          detail: `${type} is reserved: a rule that uses it can be saved, not enabled`
        }
      : { code: "RULE_INVALID", detail: `unknown condition type ${type}` }
  )
}

/** Separates crossings from levels; throws a `RefusedDocument` if that is impossible. */
export const split = (node: ConditionNode, setting: Setting): Split => {
  if ("all" in node) return splitAll(node.all.map((n) => split(n, setting)))
  if ("any" in node) {
    const parts = node.any.map((n) => split(n, setting))
    const held = parts.flatMap((p) => p.level ?? [])
    const branches = parts.flatMap((p) => p.branches)
    if (branches.length > MAX_BRANCHES)
      throw new RefusedDocument({
        code: "RULE_TOO_COMPLEX",
        detail: `more than ${MAX_BRANCHES} alternatives with crossings`
      })
    return { branches, level: held.length === 0 ? null : combine("any", held) }
  }
  if ("not" in node) {
    const inner = split(node.not, setting)
    if (inner.level === null || inner.branches.length > 0)
      throw new RefusedDocument({ code: "RULE_INVALID", detail: "a crossing cannot stand under not" })
    const level = inner.level
    return {
      branches: [],
      level: {
        spatialOnly: level.spatialOnly,
        truth: (facts) => not(level.truth(facts)),
        evaluate: (facts) => negateEvaluated(level.evaluate(facts))
      }
    }
  }
  const leaf = compileLeaf(node, setting)
  return "truth" in leaf
    ? { branches: [], level: leaf }
    : { branches: [{ crossings: [leaf], guard: null }], level: null }
}
