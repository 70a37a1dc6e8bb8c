// From a document to a rule that runs. Conditions that hold and conditions that happen are told apart here,
// once: the tree is rewritten as alternatives of crossings, each with a guard, beside one level part.
import * as Result from "effect/Result"
import { type CanonicalDocument, type ConditionNode, type Spatial } from "./Document.ts"
import type { Facts, Truth } from "./Facts.ts"
import type { Evaluated, Level } from "./conditions/Condition.ts"
import { levels, type Setting } from "./conditions/registry.ts"
import { crossed, type Crossing, type Feature, select } from "./conditions/spatial.ts"
import { derivedMetrics } from "./conditions/threshold.ts"
import { leaves } from "./leaves.ts"
import { lensOf, sightOf } from "./Lens.ts"
import { type Branch, devicesOf, everyMsOf, type Rule } from "./Rule.ts"
import type { Hold } from "./RuleState.ts"

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
const joined = (type: "all" | "any", parts: ReadonlyArray<Evaluated>): Evaluated => ({
  type,
  truth: join(type, parts, (p) => p.truth),
  parts
})
const not = (t: Truth): Truth => (t === null ? null : !t)
const negated = (part: Evaluated): Evaluated => ({ type: "not", truth: not(part.truth), part })

const combine = (type: "all" | "any", parts: ReadonlyArray<Level>): Level =>
  parts.length === 1
    ? parts[0]!
    : {
        spatialOnly: parts.every((p) => p.spatialOnly),
        holds: (facts) => join(type, parts, (p) => p.holds(facts)),
        evaluate: (facts) =>
          joined(
            type,
            parts.map((p) => p.evaluate(facts))
          )
      }

const both = (a: Level | null, b: Level | null): Level | null =>
  a === null ? b : b === null ? a : combine("all", [a, b])

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
const crossingOf = (c: Spatial, { features, trigger }: Setting): Crossing | null =>
  c.relation === "enter" || c.relation === "exit"
    ? { relation: c.relation, selected: select(c, features), lens: lensOf(c, trigger) }
    : null

const split = (node: ConditionNode, setting: Setting): Split => {
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

const shown = (
  crossing: Crossing,
  areas: ReadonlyArray<Feature | { readonly id: string; readonly name: string; readonly revision: number }>
): Evaluated => ({
  type: "spatial",
  relation: crossing.relation,
  truth: areas.length > 0,
  features: areas.map(({ id, name, revision }) => ({ id, name, revision }))
})

/** What a completed hold crossed when it began, of what this crossing looks at. */
const heldBy = (crossing: Crossing, hold: Hold) =>
  hold.sides.flatMap(({ feature, inside, lens }) =>
    inside === (crossing.relation === "enter") && lens === crossing.lens.key
      ? (crossing.selected.get(feature) ?? [])
      : []
  )

/** The tree for people: levels by what they read, crossings by the features crossed. */
const show = (
  node: ConditionNode,
  setting: Setting,
  blankFrom: number
): ((facts: Facts, hold?: Hold) => Evaluated) => {
  if ("all" in node || "any" in node) {
    const type = "all" in node ? "all" : "any"
    const parts = ("all" in node ? node.all : node.any).map((n) => show(n, setting, blankFrom))
    return (facts, hold) =>
      joined(
        type,
        parts.map((p) => p(facts, hold))
      )
  }
  if ("not" in node) {
    const part = show(node.not, setting, blankFrom)
    return (facts, hold) => negated(part(facts, hold))
  }
  const crossing = node.type === "spatial" ? crossingOf(node, setting) : null
  if (crossing !== null)
    return (facts, hold) =>
      shown(crossing, hold === undefined ? crossed(crossing, facts, blankFrom) : heldBy(crossing, hold))
  return split(node, setting).level!.evaluate // what does not happen holds
}

/** Each of its kind once, by a key. */
const distinct = <T>(list: ReadonlyArray<T>, keyOf: (t: T) => string): ReadonlyArray<T> => [
  ...new Map(list.map((t) => [keyOf(t), t])).values()
]

/** What a rule is besides its document. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  readonly blankFrom: number
  readonly activeFrom: number
}

/**
 * Compiles one version against the features of its project. Refuses documents that use a reserved kind, and
 * those that no longer read as a document at all.
 */
export const compile = (
  identity: Identity,
  document: CanonicalDocument,
  features: ReadonlyArray<Feature>
): Result.Result<Rule, NotRunnable> => {
  try {
    const { conditions, scope, trigger } = document
    const setting = { trigger, features }
    const { branches, level } = split(conditions, setting)
    const all = leaves(conditions).map((l) => l.condition)
    return Result.succeed({
      ...identity,
      document,
      branches,
      level,
      trigger,
      devices: devicesOf(scope),
      forMs: document.for_seconds * 1000,
      cooldownMs: document.cooldown_seconds * 1000,
      maxGapMs: document.max_gap_seconds === undefined ? null : document.max_gap_seconds * 1000,
      everyMs: everyMsOf(trigger),
      sight: sightOf(trigger),
      lenses: distinct(
        all.flatMap((l) => (l.type === "spatial" ? [lensOf(l, trigger)] : [])),
        (l) => l.key
      ),
      metrics: distinct(
        all.flatMap((l) => (l.type === "threshold" && !derivedMetrics.has(l.metric) ? [l.metric] : [])),
        (m) => m
      ),
      windows: distinct(
        all.flatMap((l) => (l.type === "window" ? [{ metric: l.metric, seconds: l.seconds }] : [])),
        (w) => `${w.metric} ${w.seconds}`
      ),
      readsFix: all.some((l) => l.type === "threshold" && derivedMetrics.has(l.metric)),
      asksLastSeen: all.some((l) => l.type === "no_data"),
      evaluate: show(conditions, setting, identity.blankFrom)
    })
  } catch (e) {
    if (e instanceof Refusal) return Result.fail(e.reason)
    throw e
  }
}
