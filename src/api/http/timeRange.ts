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
