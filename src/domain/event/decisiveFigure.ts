// The figure that decided an event, beside its limit: read again from the conditions of the rule version that
// the event names and from the values that were stored with it.
import * as Schema from "effect/Schema"
import type { CanonicalDocument } from "../rule/Document.ts"
import { compare, comparisons, contrary } from "../rule/conditions/compare.ts"
import { figureOf } from "../rule/conditions/registry.ts"
import { isObject } from "../isObject.ts"
import { conditionsIn, isNegated } from "../rule/leaves.ts"
import type { RuleState } from "../rule/RuleState.ts"
import { englishText } from "../rule/words/english.ts"
import type { Names } from "../rule/words/phrases.ts"

export const Headline = Schema.Struct({
  label: Schema.String.annotate({ description: "What the number is, for people" }),
  value: Schema.Finite,
  op: Schema.Literals(comparisons).annotate({ description: "How it had to lie to the limit" }),
  limit: Schema.Finite,
  unit: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "Headline",
  description:
    "The figure that decided, beside its limit; where no number did, how long the condition had held (`s`); " +
    "null: it happened at once"
})
export type Headline = typeof Headline.Type

/** DecidedEvent is what is stored of an event of a rule. */
interface DecidedEvent {
  readonly context: Readonly<Record<string, unknown>>
  /** the rule's state before it, as far as it was kept */
  readonly before: Partial<Pick<RuleState, "since" | "holds">> | null
  /** epoch ms */
  readonly time: number
}

/** Deciding is the part of a rule that decides. */
export type Deciding = Pick<CanonicalDocument, "conditions" | "for_seconds">

/** Meaning is the label and unit of a metric. */
type Meaning = ReturnType<Names["metric"]>

const unknown = { label: null, unit: null }
const noName = () => null

/** Names things where only the metric of the event is known. */
const namesOf = (metric: unknown, meaning: Meaning): Names => ({
  metric: (key) => (key === metric ? meaning : unknown),
  feature: noName,
  entity: noName,
  entityType: noName,
  group: noName,
  device: noName
})

/** Returns since when the level had been true, or the crossing of the feature that the event names held. */
const heldSince = ({ before, context: { feature, kind } }: DecidedEvent): number | null => {
  if (kind === "rise" || kind === "reminder") return before?.since ?? null
  const crossed = isObject(feature) ? feature["id"] : null
  return before?.holds?.find((h) => h.relation === kind && h.feature === crossed)?.since ?? null
}

/** Returns how long the conditions of a rule held and had to; for rules that compare no number. */
const holdOf = ({ for_seconds }: Deciding, event: DecidedEvent): Headline | null => {
  const since = for_seconds === 0 ? null : heldSince(event)
  return since === null
    ? null
    : { label: "Held", value: (event.time - since) / 1000, op: ">=", limit: for_seconds, unit: "s" }
}

/**
 * Returns the figure that decided an event: of the first condition on the event's metric whose number met its
 * limit, else of the first such condition on any metric.
 */
export const decisiveFigure = (rule: Deciding, event: DecidedEvent, meaning: Meaning): Headline | null => {
  const { context, time } = event
  const values = isObject(context["values"]) ? context["values"] : {}
  const metric = context["metric"]
  const names = namesOf(metric, meaning)
  const decided = conditionsIn(rule.conditions).flatMap(({ condition, pointer }) => {
    const figure = figureOf(condition, names)
    const value = figure?.value(values, time) ?? null
    if (figure === null || value === null) return []
    const op = isNegated(pointer) ? contrary[figure.op] : figure.op
    return compare[op](value, figure.limit) ? [{ ...figure, value, op }] : []
  })
  const deciding = decided.find((d) => d.metric === metric && d.value === context["value"]) ?? decided[0]
  if (deciding === undefined) return holdOf(rule, event)
  const { label, limit, op, unit, value } = deciding
  return { label: englishText(label), value, op, limit, unit }
}
