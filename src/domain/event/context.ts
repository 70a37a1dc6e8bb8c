// What was read and what decided, as people and clients read it: moments as RFC 3339, values without the noise
// of binary fractions.
import { type Evaluated, type Leaf, leavesOf } from "../rule/conditions/Condition.ts"
import type { Kind } from "../rule/Outcome.ts"
import { formatInstant } from "../time.ts"

/** A firing, as far as its context goes. */
interface Firing {
  readonly kind: Kind
  readonly trigger: { readonly kind: string; readonly record_id: number | null; readonly at: number }
  readonly metric: string | null
  readonly value: number | null
  readonly feature: { readonly id: string; readonly name: string } | null
  readonly evaluated: Evaluated
}

/** 15.5 * 3.6 is 55.8. What is compared is never rounded. */
const shown = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)))

/** An evaluation with moments as RFC 3339 and values to 12 significant digits. */
export const writtenEvaluation = (e: Evaluated): object => {
  switch (e.type) {
    case "all":
    case "any":
      return { ...e, parts: e.parts.map(writtenEvaluation) }
    case "not":
      return { ...e, part: writtenEvaluation(e.part) }
    case "threshold":
      return {
        ...e,
        value: shown(e.value),
        sample_at: e.sample_at === null ? null : formatInstant(e.sample_at)
      }
    case "window":
      return { ...e, value: shown(e.value), from: formatInstant(e.from), to: formatInstant(e.to) }
    case "no_data":
      return { ...e, last_seen_at: e.last_seen_at === null ? null : formatInstant(e.last_seen_at) }
    case "spatial":
      return e
  }
}

export const writtenTrigger = ({ trigger }: Pick<Firing, "trigger">) => ({
  ...trigger,
  at: formatInstant(trigger.at)
})

/** Every value read, by the name of its metric; a window's by what was made of it. */
const valuesOf = (leaves: ReadonlyArray<Leaf>) =>
  Object.fromEntries(
    leaves.flatMap((l): ReadonlyArray<readonly [string, number | string | null]> => {
      switch (l.type) {
        case "threshold":
          return [[l.metric, shown(l.value)]]
        case "window":
          return [[`${l.aggregate}(${l.metric}, ${l.seconds} s)`, shown(l.value)]]
        case "no_data":
          return [["last_seen_at", l.last_seen_at === null ? null : formatInstant(l.last_seen_at)]]
        case "spatial":
          return []
      }
    })
  )

/** `context` of an event, for people and automations. */
export const contextOf = (e: Firing) => {
  const leaves = leavesOf(e.evaluated)
  return {
    values: valuesOf(leaves),
    trigger: writtenTrigger(e),
    kind: e.kind,
    metric: e.metric,
    value: shown(e.value),
    feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
    missing: leaves.flatMap((l) => (l.missing === undefined ? [] : [l.missing]))
  }
}
