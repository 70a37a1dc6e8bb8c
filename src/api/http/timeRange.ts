// Checks spans of time in requests.
import { Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"

/** Fails with 422 unless `from` is before `to`, where both are there. */
export const checkRange = ({
  from,
  to
}: {
  readonly from?: number
  readonly to?: number
}): Effect.Effect<void, Invalid> =>
  from !== undefined && to !== undefined && from >= to
    ? Effect.fail(Invalid.at("/to", "RANGE_EMPTY", "The span is empty: from must be before to."))
    : Effect.void

/** `DAY_MS` is a day of 24 hours. */
export const DAY_MS = 86_400_000

/** Fails with 422 unless a span has a length, of at most so many days. */
export const checkSpan = (
  span: { readonly from: number; readonly to: number },
  days: number
): Effect.Effect<void, Invalid> =>
  Effect.andThen(
    checkRange(span),
    span.to - span.from <= days * DAY_MS
      ? Effect.void
      : Effect.fail(Invalid.at("/to", "SPAN_TOO_LONG", `The span is longer than ${days} days.`))
  )
