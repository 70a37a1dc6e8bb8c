// The syntax tree of a source, from the parser of the test runner: the few fields that the readers of sources need.
import { parseAst } from "vitest/node"

/** Node is a node of the tree; `start` and `end` are offsets in the text. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Whether a value of a field is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Returns the child nodes, each with the field that holds it. */
export const fieldsOf = (node: Node): ReadonlyArray<readonly [field: string, child: Node]> =>
  Object.entries(node).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => [field, child] as const)
  )

/** Returns the child nodes. */
export const childrenOf = (node: Node): ReadonlyArray<Node> => fieldsOf(node).map(([, child]) => child)

/** Returns the line of a node, from 1 on. */
export const lineOf = (node: Node, text: string): number => text.slice(0, node.start).split("\n").length

/**
 * Parses a source. Throws on a syntax error. The parser's own type lists every kind of node; a walk needs
 * only what all of them share.
 */
export const parseSource = (path: string, text: string): Node =>
  parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }, path) as unknown as Node
