// What conditions read at a moment beside what they are compared with: the rows of "why this fired".
import type { Evaluated } from "../conditions/Evaluated.ts"
import {
  comparedMetricOf,
  type Condition,
  evidenceIn,
  figureOf,
  type Finding,
  needsOf,
  readingsOf,
  summarize
} from "../conditions/registry.ts"
import type { Reading, WindowRead } from "../conditions/ConditionKind.ts"
import type { ConditionNode } from "../ConditionNode.ts"
import type { Truth } from "../Facts.ts"
import { isCondition } from "../leaves.ts"
import type { Message } from "../../../words/message.ts"
import { englishText } from "./english.ts"
import type { Names } from "./phrases.ts"

/** PlacedReading is a row, its texts in English and as messages; `path`: JSON Pointer into the document. */
export interface PlacedReading extends Omit<Reading, "label" | "missing"> {
  readonly label: string
  readonly label_message: Message
  readonly missing?: string
  readonly missing_message?: Message
  readonly truth: Truth
  readonly path: string
}

/** Pair is a condition with its finding. */
interface Pair {
  readonly condition: Condition
  readonly finding: Finding
  readonly path: string
}

/**
 * Pairs conditions and findings in document order; `found` is the evaluation of `node`, a tree of the same
 * form.
 */
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

/** Returns the rows; ages are given at the moment `at`, epoch ms. */
export const readings = (
  node: ConditionNode,
  found: Evaluated,
  names: Names,
  at: number
): ReadonlyArray<PlacedReading> =>
  pairs(node, found, "/conditions").flatMap(({ condition, finding, path }) =>
    readingsOf(finding, condition, names, at).map(({ label, missing, ...reading }) => ({
      label: englishText(label),
      label_message: label,
      ...reading,
      ...(missing === undefined ? {} : { missing: englishText(missing), missing_message: missing }),
      truth: finding.truth,
      path
    }))
  )

/** Figure describes a figure of a chart, by the name that rule tests use. */
export interface Figure {
  readonly name: string
  readonly metric: string
  readonly label: Message
  readonly unit: string | null
  readonly limit: number | null
  /** length of the window of an aggregate; null: the figure is the value itself */
  readonly seconds: number | null
  /** the window of an aggregate */
  readonly window: Pick<WindowRead, "metric" | "from" | "to" | "count"> | null
  /** the limit applies to single values too */
  readonly comparesValues: boolean
}

/** Returns the figures of a rule, each once. */
export const figures = (node: ConditionNode, found: Evaluated, names: Names): ReadonlyArray<Figure> => [
  ...new Map(
    pairs(node, found, "/conditions").flatMap(({ condition, finding }) => {
      const { figure } = summarize(finding)
      const first = figureOf(condition, names)
      if (figure === undefined || first === null) return []
      const compared = comparedMetricOf(condition)
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
