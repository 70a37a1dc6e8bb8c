// From a document to a rule that runs: its alternatives, what they read, and the tree as it is shown.
import * as Result from "effect/Result"
import type { CanonicalDocument } from "./Document.ts"
import type { ConditionNode } from "./ConditionNode.ts"
import type { Facts } from "./Facts.ts"
import type { Crossing, Feature, Setting } from "./conditions/Condition.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"
import type { ConditionNeeds } from "./conditions/ConditionKind.ts"
import { needsOf } from "./conditions/registry.ts"
import { crossed } from "./conditions/spatial.ts"
import { conditionsIn } from "./leaves.ts"
import { recordTypesOf } from "./PositionFilter.ts"
import { devicesOf, everyMsOf, type Rule } from "./Rule.ts"
import type { Hold } from "./RuleState.ts"
import { compileLeaf, type NotRunnable, RefusedDocument, split } from "./split.ts"
import { joinEvaluated, negateEvaluated } from "./kleene.ts"

/** Returns the features a completed hold crossed when it began, of those that this crossing reads. */
const heldBy = (crossing: Crossing, hold: Hold) =>
  hold.sides.flatMap(({ feature, inside, filterKey }) =>
    inside === (crossing.relation === "enter") && filterKey === crossing.filter.key
      ? (crossing.selected.get(feature) ?? [])
      : []
  )

/** Makes the evaluation of the whole tree: levels by what they read, crossings by the features crossed. */
const show = (
  node: ConditionNode,
  setting: Setting,
  blankFrom: number
): ((facts: Facts, hold?: Hold) => Evaluated) => {
  if ("all" in node || "any" in node) {
    const type = "all" in node ? "all" : "any"
    const parts = ("all" in node ? node.all : node.any).map((n) => show(n, setting, blankFrom))
    return (facts, hold) =>
      joinEvaluated(
        type,
        parts.map((p) => p(facts, hold))
      )
  }
  if ("not" in node) {
    const part = show(node.not, setting, blankFrom)
    return (facts, hold) => negateEvaluated(part(facts, hold))
  }
  const leaf = compileLeaf(node, setting)
  if ("truth" in leaf) return leaf.evaluate // a level
  return (facts, hold) => leaf.show(hold === undefined ? crossed(leaf, facts, blankFrom) : heldBy(leaf, hold))
}

/** Returns each entry once, by a key. */
const distinct = <T>(list: ReadonlyArray<T>, keyOf: (t: T) => string): ReadonlyArray<T> => [
  ...new Map(list.map((t) => [keyOf(t), t])).values()
]

/** Returns what all conditions of a rule need, each thing once. */
const needsIn = ({ conditions, trigger }: CanonicalDocument): ConditionNeeds => {
  const all = conditionsIn(conditions).map(({ condition }) => needsOf(condition, trigger))
  const silences = all.flatMap((n) => n.silenceMs ?? [])
  return {
    positionFilters: distinct(
      all.flatMap((n) => n.positionFilters ?? []),
      (f) => f.key
    ),
    metrics: distinct(
      all.flatMap((n) => n.metrics ?? []),
      (m) => m
    ),
    windows: distinct(
      all.flatMap((n) => n.windows ?? []),
      (w) => `${w.metric} ${w.seconds}`
    ),
    readsFix: all.some((n) => n.readsFix === true),
    silenceMs: silences.length === 0 ? null : Math.min(...silences)
  }
}

/** Identity is what a rule has beside its document. */
interface Identity {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly version: number
  readonly blankFrom: number
  readonly activeFrom: number
}

/** Separates the conditions of a document, or returns why it cannot run. */
const splitDocument = (
  { conditions, trigger }: CanonicalDocument,
  features: ReadonlyArray<Feature>
): Result.Result<ReturnType<typeof split>, NotRunnable> => {
  try {
    return Result.succeed(split(conditions, { trigger, features }))
  } catch (e) {
    if (e instanceof RefusedDocument) return Result.fail(e.reason)
    throw e
  }
}

/** Checks whether a document can be compiled; returns why it is refused, null: it is not. */
export const check = (document: CanonicalDocument): NotRunnable | null => {
  const found = splitDocument(document, [])
  return Result.isFailure(found) ? found.failure : null
}

/**
 * Compiles one version against the features of its project. Refuses documents with a reserved kind, and those
 * that no longer read as a document: those that `check` refuses.
 */
export const compile = (
  identity: Identity,
  document: CanonicalDocument,
  features: ReadonlyArray<Feature>
): Result.Result<Rule, NotRunnable> =>
  Result.map(splitDocument(document, features), ({ branches, level }) => {
    const { conditions, scope, trigger } = document
    return {
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
      ...needsIn(document),
      evaluate: show(conditions, { trigger, features }, identity.blankFrom)
    }
  })
