// Compares a stored event with what the evaluator derives from its moment today. Changed data comes first: the
// result is `data_changed` even if the event is the same. A different event from the same data is a defect.
import { canonicalText } from "../domain/rule/Document.ts"
import { isObject } from "../domain/isObject.ts"
import { memberAt } from "../domain/jsonPointer.ts"

/** The results of a verification. */
const verdicts = ["match", "data_changed", "not_reproducible"] as const
/** Verdict is the result of a verification. */
type Verdict = (typeof verdicts)[number]

/** Difference is a member that changed. `path` is a JSON Pointer into the event, its evidence or its records. */
export interface Difference {
  readonly path: string
  readonly was: unknown
  readonly now: unknown
}

/** Returns every member in which two JSON values differ; a list is one member. */
export const findDifferences = (was: unknown, now: unknown, path: string): ReadonlyArray<Difference> => {
  if (isObject(was) && isObject(now)) {
    return [...new Set([...Object.keys(was), ...Object.keys(now)])]
      .sort()
      .flatMap((key) => findDifferences(was[key], now[key], memberAt(path, key)))
  }
  return canonicalText(was ?? null) === canonicalText(now ?? null)
    ? []
    : [{ path, was: was ?? null, now: now ?? null }]
}

/** Returns the verdict, with the changes of the data that was read and of the event that is derived from it. */
export const classify = (
  dataChanges: ReadonlyArray<Difference>,
  eventChanges: ReadonlyArray<Difference>
): { readonly result: Verdict; readonly difference: ReadonlyArray<Difference> } => ({
  result: dataChanges.length > 0 ? "data_changed" : eventChanges.length > 0 ? "not_reproducible" : "match",
  difference: [...dataChanges, ...eventChanges]
})
