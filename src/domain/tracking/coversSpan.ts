// Whether an assignment that is stored makes another one needless.
import { formatInstant } from "../time.ts"

/** Half-open, epoch ms; null: until further notice. */
export interface Span {
  readonly from: number
  readonly to: number | null
}

/** Whether a stored assignment says at least what is wanted. */
export const coversSpan = (
  stored: { readonly valid_from: string; readonly valid_to: string | null },
  { from, to }: Span
): boolean =>
  stored.valid_from <= formatInstant(from) &&
  (stored.valid_to === null || (to !== null && stored.valid_to >= formatInstant(to)))
