// The default speed threshold for a set of fixes.
import type { Fix } from "../../data/fixes.ts"

/** Threshold in km/h where there are too few steps. */
const DEFAULT_KMH = 12
const FEW = 10
const TIMES = 4

/**
 * usualLimit returns four times the 95th percentile of speed (km/h), to two significant figures: the leaps of
 * animals and of vehicles differ widely, and fewer than one fix in twenty is wrong.
 */
export const usualLimit = (fixes: ReadonlyArray<Fix>): number => {
  const speeds = fixes
    .flatMap(({ step_kmh, valid }) => (valid && step_kmh != null ? [step_kmh] : []))
    .toSorted((a, b) => a - b)
  if (speeds.length < FEW) return DEFAULT_KMH
  const rare = speeds[Math.floor(speeds.length * 0.95)] ?? 0
  return Math.max(1, Number((rare * TIMES).toPrecision(2)))
}
