// From a document to a rule that runs. Conditions that hold and conditions that happen are told apart here, once: the tree
// is rewritten as alternatives of crossings, each with a guard, beside one level part.
import * as Result from "effect/Result"
import type { CanonicalDocument, ConditionNode } from "./Document.ts"
import type { Facts, Truth } from "./Facts.ts"
import type { Evaluated, Level } from "./conditions/Condition.ts"
import { levels } from "./conditions/registry.ts"
import { crossed, type Crossing, type Feature, select } from "./conditions/spatial.ts"
import { derivedMetrics } from "./conditions/threshold.ts"
import type { Branch, Rule } from "./Rule.ts"

/** Why a document cannot run. */
export interface NotRunnable {
  readonly code: "RULE_CONDITION_RESERVED" | "RULE_TOO_COMPLEX" | "RULE_INVALID"
  readonly detail: string
}

/** `all` over several `any` of crossings multiplies; more alternatives than this are refused. */
const MAX_BRANCHES = 64

interface Split {
  readonly branches: ReadonlyArray<Branch>
  readonly level: Level | null
}

class Refusal {
  readonly reason: NotRunnable
  constructor(reason: NotRunnable) {
    this.reason = reason
  }
}

/** Kleene's `all` and `any`: one decisive part settles it, otherwise one unknown part leaves it unknown. */
const join = <T>(type: "all" | "any", parts: ReadonlyArray<T>, truthOf: (part: T) => Truth): Truth => {
  const decisive = type === "any"
  let verdict: Truth = !decisive
  for (const part of parts) {
    const truth = truthOf(part)
    if (truth === decisive) return decisive
    if (truth === null) verdict = null
  }
  return verdict
}
const joined = (type: "all" | "any", parts: ReadonlyArray<Evaluated>): Evaluated => ({ type, truth: join(type, parts, (p) => p.truth), parts })
const not = (t: Truth): Truth => t === null ? null : !t
const negated = (part: Evaluated): Evaluated => ({ type: "not", truth: not(part.truth), part })

const combine = (type: "all" | "any", parts: ReadonlyArray<Level>): Level =>
  parts.length === 1 ? parts[0]! : {
    spatialOnly: parts.every((p) => p.spatialOnly),
    holds: (facts) => join(type, parts, (p) => p.holds(facts)),
    evaluate: (facts) => joined(type, parts.map((p) => p.evaluate(facts)))
  }

const both = (a: Level | null, b: Level | null): Level | null => a === null ? b : b === null ? a : combine("all", [a, b])

const splitAll = (parts: ReadonlyArray<Split>): Split => {
  const levelsOnly = parts.flatMap((p) => p.branches.length === 0 && p.level !== null ? [p.level] : [])
  const guard = levelsOnly.length === 0 ? null : combine("all", levelsOnly)
  const crossing = parts.filter((p) => p.branches.length > 0)
  // every choice of one alternative from each crossing part; choices without any crossing form the level part
  let choices: ReadonlyArray<Branch> = [{ crossings: [], guard }]
  for (const part of crossing) {
    const alternatives: ReadonlyArray<Branch> = part.level === null ? part.branches : [...part.branches, { crossings: [], guard: part.level }]
    choices = choices.flatMap((c) => alternatives.map((a) => ({ crossings: [...c.crossings, ...a.crossings], guard: both(c.guard, a.guard) })))
    if (choices.length > MAX_BRANCHES) throw new Refusal({ code: "RULE_TOO_COMPLEX", detail: `crossings combine in more than ${MAX_BRANCHES} ways` })
  }
  return { branches: choices.filter((c) => c.crossings.length > 0), level: choices.find((c) => c.crossings.length === 0)?.guard ?? null }
}

const split = (node: ConditionNode, features: ReadonlyArray<Feature>): Split => {
  if ("all" in node) return splitAll(node.all.map((n) => split(n, features)))
  if ("any" in node) {
    const parts = node.any.map((n) => split(n, features))
    const held = parts.flatMap((p) => p.level ?? [])
    const branches = parts.flatMap((p) => p.branches)
    if (branches.length > MAX_BRANCHES) throw new Refusal({ code: "RULE_TOO_COMPLEX", detail: `more than ${MAX_BRANCHES} alternatives with crossings` })
    return { branches, level: held.length === 0 ? null : combine("any", held) }
  }
  if ("not" in node) {
    const inner = split(node.not, features)
    if (inner.level === null || inner.branches.length > 0) throw new Refusal({ code: "RULE_INVALID", detail: "a crossing cannot stand under not" })
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
      return { branches: [], level: levels.threshold(node, features) }
    case "spatial":
      return node.relation === "enter" || node.relation === "exit"
        ? { branches: [{ crossings: [{ relation: node.relation, selected: select(node, features) }], guard: null }], level: null }
        : { branches: [], level: levels.spatial(node, features) }
    case "near":
    case "dwell":
    case "crossed":
    case "baseline":
    case "correlation":
    case "event_chain":
      throw new Refusal({ code: "RULE_CONDITION_RESERVED", detail: `${node.type} is reserved: a rule that uses it can be saved, not enabled` })
    default:
      throw new Refusal({ code: "RULE_INVALID", detail: `unknown condition type ${String((node as { type: unknown }).type)}` })
  }
}

/** The tree for people: levels by what they read, crossings by the features crossed at this sample. */
const show = (node: ConditionNode, features: ReadonlyArray<Feature>, blankFrom: number): (facts: Facts) => Evaluated => {
  if ("all" in node || "any" in node) {
    const type = "all" in node ? "all" : "any"
    const parts = ("all" in node ? node.all : node.any).map((n) => show(n, features, blankFrom))
    return (facts) => joined(type, parts.map((p) => p(facts)))
  }
  if ("not" in node) {
    const part = show(node.not, features, blankFrom)
    return (facts) => negated(part(facts))
  }
  if (node.type === "spatial" && (node.relation === "enter" || node.relation === "exit")) {
    const crossing: Crossing = { relation: node.relation, selected: select(node, features) }
    return (facts) => {
      const areas = crossed(crossing, facts.before, facts.now, blankFrom)
      return { type: "spatial", relation: crossing.relation, truth: areas.length > 0, features: areas.map(({ id, name, revision }) => ({ id, name, revision })) }
    }
  }
  const level = split(node, features).level
  if (level === null) throw new Refusal({ code: "RULE_INVALID", detail: "a condition without meaning" })
  return level.evaluate
}

const metricsOf = (node: ConditionNode): ReadonlyArray<string> =>
  "all" in node ? node.all.flatMap(metricsOf)
  : "any" in node ? node.any.flatMap(metricsOf)
  : "not" in node ? metricsOf(node.not)
  : node.type === "threshold" && !derivedMetrics.has(node.metric) ? [node.metric]
  : []

const isSpatial = (node: ConditionNode): boolean =>
  "all" in node ? node.all.some(isSpatial) : "any" in node ? node.any.some(isSpatial) : "not" in node ? isSpatial(node.not) : node.type === "spatial"

/** What a rule is besides its document. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  readonly blankFrom: number
}

/**
 * Compiles one version against the features of its project. Refuses documents that use a reserved kind, and those that no
 * longer read as a document at all.
 */
export const compile = (identity: Identity, document: CanonicalDocument, features: ReadonlyArray<Feature>): Result.Result<Rule, NotRunnable> => {
  try {
    const { branches, level } = split(document.conditions, features)
    return Result.succeed({
      ...identity, document, branches, level,
      trigger: document.trigger,
      devices: document.scope.device_ids === undefined ? null : new Set(document.scope.device_ids),
      forMs: document.for_seconds * 1000,
      cooldownMs: document.cooldown_seconds * 1000,
      spatial: isSpatial(document.conditions),
      metrics: [...new Set(metricsOf(document.conditions))],
      evaluate: show(document.conditions, features, identity.blankFrom)
    })
  } catch (e) {
    if (e instanceof Refusal) return Result.fail(e.reason)
    throw e
  }
}
