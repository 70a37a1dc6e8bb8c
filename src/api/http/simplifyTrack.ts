// Simplifies tracks for the map, and yields to other requests between the steps.
import { Effect } from "effect"
import { decimating } from "../../domain/geo/decimate.ts"

/** Returns the indices of at most `maxPoints` points (2 or more) that keep the shape of the track. */
export const simplifyTrack = Effect.fnUntraced(function* (
  { lat, lon }: { readonly lon: ArrayLike<number>; readonly lat: ArrayLike<number> },
  maxPoints: number
) {
  const steps = decimating(lon, lat, maxPoints)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return [...value]
    yield* Effect.yieldNow
  }
})
