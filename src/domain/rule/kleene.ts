// Three-valued logic over conditions: true, false, and unknown (Kleene).
import type { Facts, Truth } from "./Facts.ts"
import type { Level } from "./conditions/Condition.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"

/**
 * Kleene's `all` and `any`: one decisive part settles it, otherwise one unknown part makes it unknown.
 * `given` is passed to each part, because a closure over it would be made at every question.
 */
const join = <T, G>(
  type: "all" | "any",
  parts: ReadonlyArray<T>,
  truthOf: (part: T, given: G) => Truth,
  given: G
): Truth => {
  const decisive = type === "any"
  let verdict: Truth = !decisive
  for (const part of parts) {
    const truth = truthOf(part, given)
    if (truth === decisive) return decisive
    if (truth === null) verdict = null
  }
  return verdict
}

const truthRead = (part: Evaluated): Truth => part.truth
const truthAt = (part: Level<Evaluated>, facts: Facts): Truth => part.truth(facts)

/** Joins several evaluated parts into one. */
export const joinEvaluated = (type: "all" | "any", parts: ReadonlyArray<Evaluated>): Evaluated => ({
  type,
  truth: join(type, parts, truthRead, null),
  parts
})

/** Negates a truth; unknown stays unknown. */
export const not = (t: Truth): Truth => (t === null ? null : !t)

/** Negates an evaluated part. */
export const negateEvaluated = (part: Evaluated): Evaluated => ({ type: "not", truth: not(part.truth), part })

/** Combines several levels into one; a single one is itself. */
export const combine = (type: "all" | "any", parts: ReadonlyArray<Level<Evaluated>>): Level<Evaluated> =>
  parts.length === 1
    ? parts[0]!
    : {
        spatialOnly: parts.every((p) => p.spatialOnly),
        truth: (facts) => join(type, parts, truthAt, facts),
        evaluate: (facts) =>
          joinEvaluated(
            type,
            parts.map((p) => p.evaluate(facts))
          )
      }

/** Combines two levels that may be absent. */
export const both = (a: Level<Evaluated> | null, b: Level<Evaluated> | null): Level<Evaluated> | null =>
  a === null ? b : b === null ? a : combine("all", [a, b])
