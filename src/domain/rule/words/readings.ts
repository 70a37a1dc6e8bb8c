// What conditions read at a moment beside what they are compared with: the rows of "why this fired".
import type { Evaluated } from "../conditions/Evaluated.ts"
import {
  comparedIn,
  type Condition,
  evidenceIn,
  figureOf,
  type Finding,
  needsOf,
  readingsOf,
  tell
} from "../conditions/registry.ts"
import type { Reading, WindowRead } from "../conditions/ConditionKind.ts"
import type { ConditionNode } from "../ConditionNode.ts"
import type { Truth } from "../Facts.ts"
import { isCondition } from "../leaves.ts"
import type { Names } from "./words.ts"

/** A row; `path`: JSON Pointer into the document. */
export interface PlacedReading extends Reading {
  readonly truth: Truth
  readonly path: string
}

/** A condition with what came of it. */
interface Pair {
  readonly condition: Condition
  readonly finding: Finding
  readonly path: string
}

/** In document order; `found` is what came of `node`, a tree of the same form. */
const pairs = (node: ConditionNode, found: Evaluated, path: string): ReadonlyArray<Pair> => {
  switch (found.type) {
    case "not":
      return "not" in node ? pairs(node.not, found.part, `${path}/not`) : []
    case "all":
    case "any": {
      const list = "all" in node ? node.all : "any" in node ? node.any : []
      return found.parts.flatMap((part, i) =>
        list[i] === undefined ? [] : pairs(list[i], part, `${path}/${found.type}/${i}`)
      )
    }
    default:
      return "all" in node || "any" in node || "not" in node || !isCondition(node)
        ? []
        : [{ condition: node, finding: found, path }]
  }
}

/** Ages are told at the moment `at`, epoch ms. */
export const readings = (
  node: ConditionNode,
  found: Evaluated,
  names: Names,
  at: number
): ReadonlyArray<PlacedReading> =>
  pairs(node, found, "/conditions").flatMap(({ condition, finding, path }) =>
    readingsOf(finding, condition, names, at).map((reading) => ({ ...reading, truth: finding.truth, path }))
  )

/** What a figure of a chart is, by the name that rule tests give it. */
export interface Figure {
  readonly name: string
  readonly metric: string
  readonly label: string
  readonly unit: string | null
  readonly limit: number | null
  /** of a figure made of values over time: how far it looks back; null: it is the value itself */
  readonly seconds: number | null
  /** what it was made of, of such a one */
  readonly window: Pick<WindowRead, "metric" | "from" | "to" | "count"> | null
  /** the limit is one for single values too */
  readonly comparesValues: boolean
}

/** The figures of a rule, each once. */
export const figures = (node: ConditionNode, found: Evaluated, names: Names): ReadonlyArray<Figure> => [
  ...new Map(
    pairs(node, found, "/conditions").flatMap(({ condition, finding }) => {
      const { figure } = tell(finding)
      const first = figureOf(condition, names)
      if (figure === undefined || first === null) return []
      const compared = comparedIn(condition)
      const { label, limit, unit } = first
      const seconds = needsOf(condition, { kind: "position" }).windows?.[0]?.seconds ?? null
      const [read] = evidenceIn(finding).windows ?? []
      const window =
        read === undefined ? null : { metric: read.metric, from: read.from, to: read.to, count: read.count }
      const comparesValues = compared !== null
      return [[figure.name, { ...figure, label, unit, limit, seconds, window, comparesValues }] as const]
    })
  ).values()
]
