// Compares an event with what the evaluator makes of its moment today: the same, different because its data
// changed, or different without a visible reason, which is a defect.
import { canonicalText } from "../domain/rule/Document.ts"
import { isObject } from "../domain/isObject.ts"
import { memberAt } from "../domain/jsonPointer.ts"

/** The results of such a comparison. */
export const verdicts = ["match", "data_changed", "not_reproducible"] as const
/** Verdict is one of them. */
export type Verdict = (typeof verdicts)[number]

/**
 * Difference is one member that changed. `path` is a JSON Pointer into the event, or names what it was judged
 * on.
 */
export interface Difference {
  readonly path: string
  readonly was: unknown
  readonly now: unknown
}

/** Returns every member in which two JSON values differ; a list is one member. */
export const differences = (was: unknown, now: unknown, path: string): ReadonlyArray<Difference> => {
  if (isObject(was) && isObject(now)) {
    return [...new Set([...Object.keys(was), ...Object.keys(now)])]
      .sort()
      .flatMap((key) => differences(was[key], now[key], memberAt(path, key)))
  }
  return canonicalText(was ?? null) === canonicalText(now ?? null)
    ? []
    : [{ path, was: was ?? null, now: now ?? null }]
}

/**
 * Returns the verdict. `data`: what was read and has changed or was added; `event`: how the event differs
 * from what is derived now.
 */
export const verdict = (
  data: ReadonlyArray<Difference>,
  event: ReadonlyArray<Difference>
): { readonly result: Verdict; readonly difference: ReadonlyArray<Difference> } => ({
  result: data.length > 0 ? "data_changed" : event.length > 0 ? "not_reproducible" : "match",
  difference: [...data, ...event]
})
