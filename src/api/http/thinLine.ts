// Lines with fewer points, made in turns with other requests.
import { Effect } from "effect"
import { decimating } from "../../domain/geo/decimate.ts"

/** Indices of the points that are kept, at most `maxPoints` (2 or more), by the shape of the line. */
export const thin = Effect.fnUntraced(function* (
  { lat, lon }: { readonly lon: ArrayLike<number>; readonly lat: ArrayLike<number> },
  maxPoints: number
) {
  const work = decimating(lon, lat, maxPoints)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return [...value]
    yield* Effect.yieldNow
  }
})
