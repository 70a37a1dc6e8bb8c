// The conditions at the ends of a tree, in document order, each with a pointer to its place.
import type { ConditionNode, Spatial } from "./ConditionNode.ts"

/** A condition that holds no others. */
export type Leaf = Exclude<
  ConditionNode,
  { readonly all: unknown } | { readonly any: unknown } | { readonly not: unknown }
>

export interface Placed {
  readonly condition: Leaf
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

/** Those that look at places. */
export const spatialsIn = (node: ConditionNode): ReadonlyArray<Spatial> =>
  leaves(node).flatMap(({ condition }) => (condition.type === "spatial" ? [condition] : []))
