// The figure that decided an event, beside its limit: read again from the conditions of the rule version that
// the event names and from the values that were stored with it.
import * as Schema from "effect/Schema"
import type { CanonicalDocument } from "../rule/Document.ts"
import { compare, comparisons, contrary } from "../rule/conditions/compare.ts"
import { figureOf } from "../rule/conditions/registry.ts"
import { isObject } from "../isObject.ts"
import { conditionsIn, isNegated } from "../rule/leaves.ts"
import type { RuleState } from "../rule/RuleState.ts"
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

/** What is kept of an event of a rule. */
interface Told {
  readonly context: Readonly<Record<string, unknown>>
  /** the rule's state before it, as far as it was kept */
  readonly before: Partial<Pick<RuleState, "since" | "holds">> | null
  /** epoch ms */
  readonly time: number
}

/** What of a rule decides. */
export type Deciding = Pick<CanonicalDocument, "conditions" | "for_seconds">

/** What the catalogue says of a metric. */
type Meaning = ReturnType<Names["metric"]>

const unknown = { label: null, unit: null }
const nobody = () => null

/** What things are called where only the metric of the event is known. */
const namesOf = (metric: unknown, meaning: Meaning): Names => ({
  metric: (key) => (key === metric ? meaning : unknown),
  feature: nobody,
  entity: nobody,
  entityType: nobody,
  group: nobody,
  device: nobody
})

/** Since when what fired had been true: the level, or the crossing of the feature that the event names. */
const heldSince = ({ before, context: { feature, kind } }: Told): number | null => {
  if (kind === "rise" || kind === "reminder") return before?.since ?? null
  const crossed = isObject(feature) ? feature["id"] : null
  return before?.holds?.find((h) => h.relation === kind && h.feature === crossed)?.since ?? null
}

/** Of a rule whose conditions compare no number that decided: how long they had to hold, and did. */
const holdOf = ({ for_seconds }: Deciding, told: Told): Headline | null => {
  const since = for_seconds === 0 ? null : heldSince(told)
  return since === null
    ? null
    : { label: "Held", value: (told.time - since) / 1000, op: ">=", limit: for_seconds, unit: "s" }
}

/**
 * The headline of an event: the first condition on the metric that the event names whose number lay as it had
 * to, or else the first on anything. A number that did not lie as it had to decided nothing.
 */
export const headlineOf = (rule: Deciding, told: Told, meaning: Meaning): Headline | null => {
  const { context, time } = told
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
  const shown = decided.find((d) => d.metric === metric && d.value === context["value"]) ?? decided[0]
  if (shown === undefined) return holdOf(rule, told)
  const { label, limit, op, unit, value } = shown
  return { label, value, op, limit, unit }
}
