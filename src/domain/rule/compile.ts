// From a document to a rule that runs: its alternatives, what they look at, and the tree as people see it.
import * as Result from "effect/Result"
import type { CanonicalDocument } from "./Document.ts"
import type { ConditionNode } from "./ConditionNode.ts"
import type { Facts } from "./Facts.ts"
import type { Evaluated } from "./conditions/Condition.ts"
import type { Setting } from "./conditions/registry.ts"
import { crossed, type Crossing, type Feature } from "./conditions/spatial.ts"
import { derivedMetrics } from "./conditions/threshold.ts"
import { leaves } from "./leaves.ts"
import { positionFilterOf, recordTypesOf } from "./PositionFilter.ts"
import { devicesOf, everyMsOf, type Rule } from "./Rule.ts"
import type { Hold } from "./RuleState.ts"
import { crossingOf, type NotRunnable, Refusal, split } from "./split.ts"
import { joined, negated } from "./kleene.ts"

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
    inside === (crossing.relation === "enter") && lens === crossing.filter.key
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
      recordTypes: recordTypesOf(trigger),
      positionFilters: distinct(
        all.flatMap((l) => (l.type === "spatial" ? [positionFilterOf(l, trigger)] : [])),
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
