// The conditions at the ends of a tree, in document order, each with a pointer to its place.
import { isKindName, selectsOf } from "./conditions/registry.ts"
import type { Condition } from "./conditions/registry.ts"
import type { Selects } from "./conditions/ConditionKind.ts"
import type { ConditionNode, Reserved } from "./ConditionNode.ts"

export interface Placed<C = Condition | Reserved> {
  readonly condition: C
  /** JSON Pointer, beginning with that of the tree */
  readonly pointer: string
}

/** All of them. `at`: where the tree stands. */
export const leaves = (node: ConditionNode, at = ""): ReadonlyArray<Placed> =>
  "all" in node
    ? node.all.flatMap((n, i) => leaves(n, `${at}/all/${i}`))
    : "any" in node
      ? node.any.flatMap((n, i) => leaves(n, `${at}/any/${i}`))
      : "not" in node
        ? leaves(node.not, `${at}/not`)
        : [{ condition: node, pointer: at }]

/** Whether a condition is of a kind that runs. */
export const isCondition = (c: Condition | Reserved): c is Condition => isKindName(c.type)

/** Those of kinds that run. */
export const conditionsIn = (node: ConditionNode, at = ""): ReadonlyArray<Placed<Condition>> =>
  leaves(node, at).flatMap(({ condition, pointer }) =>
    isCondition(condition) ? [{ condition, pointer }] : []
  )

/** How each of them that looks at features selects them. */
export const selectionsIn = (node: ConditionNode): ReadonlyArray<Selects> =>
  conditionsIn(node).flatMap(({ condition }) => selectsOf(condition) ?? [])

/** Whether what is at a pointer was asked for by its contrary. */
export const isNegated = (pointer: string): boolean =>
  pointer.split("/").filter((part) => part === "not").length % 2 === 1
