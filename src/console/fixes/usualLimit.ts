// From which speed on a step is worth a look, where nobody says it.
import type { Fix } from "../queries/fixes.ts"

/** km/h where too few steps tell more. */
const NO_STEPS = 12
const FEW = 10
const TIMES = 4

/**
 * Four times the speed that only one step in twenty exceeds (km/h), to two figures: an animal's leap and a
 * vehicle's lie far apart, and wrong fixes are rarer than that.
 */
export const usualLimit = (fixes: ReadonlyArray<Fix>): number => {
  const speeds = fixes
    .flatMap(({ step_kmh, valid }) => (valid && step_kmh != null ? [step_kmh] : []))
    .toSorted((a, b) => a - b)
  if (speeds.length < FEW) return NO_STEPS
  const rare = speeds[Math.floor(speeds.length * 0.95)] ?? 0
  return Math.max(1, Number((rare * TIMES).toPrecision(2)))
}
