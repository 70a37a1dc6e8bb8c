// The leaves of a tree of conditions, in document order, each with a pointer to its place.
import { isKindName, selectsOf } from "./conditions/registry.ts"
import type { Condition } from "./conditions/registry.ts"
import type { Selects } from "./conditions/ConditionKind.ts"
import type { ConditionNode, Reserved } from "./ConditionNode.ts"

/** PlacedCondition is a condition with the pointer to its place. */
interface PlacedCondition<C = Condition | Reserved> {
  readonly condition: C
  /** JSON Pointer, beginning with that of the tree */
  readonly pointer: string
}

/** Returns all leaves. `at`: pointer to the tree. */
export const leaves = (node: ConditionNode, at = ""): ReadonlyArray<PlacedCondition> =>
  "all" in node
    ? node.all.flatMap((n, i) => leaves(n, `${at}/all/${i}`))
    : "any" in node
      ? node.any.flatMap((n, i) => leaves(n, `${at}/any/${i}`))
      : "not" in node
        ? leaves(node.not, `${at}/not`)
        : [{ condition: node, pointer: at }]

/** Whether a condition is of a kind that runs. */
export const isCondition = (c: Condition | Reserved): c is Condition => isKindName(c.type)

/** Returns the leaves of kinds that run. */
export const conditionsIn = (node: ConditionNode, at = ""): ReadonlyArray<PlacedCondition<Condition>> =>
  leaves(node, at).flatMap(({ condition, pointer }) =>
    isCondition(condition) ? [{ condition, pointer }] : []
  )

/** Returns how each condition that reads features selects them. */
export const selectionsIn = (node: ConditionNode): ReadonlyArray<Selects> =>
  conditionsIn(node).flatMap(({ condition }) => selectsOf(condition) ?? [])

/** Whether a pointer lies under an odd number of `not`. */
export const isNegated = (pointer: string): boolean =>
  pointer.split("/").filter((part) => part === "not").length % 2 === 1
