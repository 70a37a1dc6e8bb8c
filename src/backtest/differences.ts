// Holds an event against what the evaluator makes of its moment today: the same, another because its data
// changed, or another for no reason that can be seen, which is a defect.
import { canonicalText } from "../domain/rule/Document.ts"
import { isObject } from "../domain/isObject.ts"
import { memberAt } from "../domain/jsonPointer.ts"

export const verdicts = ["match", "data_changed", "not_reproducible"] as const
export type Verdict = (typeof verdicts)[number]

/**
 * One member that is not what it was. `path` is a JSON Pointer into the event, or names what it was judged
 * on.
 */
export interface Difference {
  readonly path: string
  readonly was: unknown
  readonly now: unknown
}

/** Every member in which two JSON values differ; a list is one member. */
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
 * `data`: what was read and is not so any more, or was not there; `event`: how the event differs from what is
 * derived now.
 */
export const verdict = (
  data: ReadonlyArray<Difference>,
  event: ReadonlyArray<Difference>
): { readonly result: Verdict; readonly difference: ReadonlyArray<Difference> } => ({
  result: data.length > 0 ? "data_changed" : event.length > 0 ? "not_reproducible" : "match",
  difference: [...data, ...event]
})
