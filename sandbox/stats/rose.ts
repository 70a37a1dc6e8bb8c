// Angles: their bins round the compass, their mean direction, and how much they agree.

/** ROSE_BINS is how many bins the compass has. */
const ROSE_BINS = 16
const BIN_WIDTH_DEGREES = 360 / ROSE_BINS

/**
 * Edges of the bins in degrees: the first is centred on 0, so that straight on and straight back each have
 * one bin of their own.
 */
export const roseEdges: ReadonlyArray<number> = Array.from(
  { length: ROSE_BINS + 1 },
  (_, i) => (i - 0.5) * BIN_WIDTH_DEGREES
)

/** Rose is the distribution of angles by bin, with their mean and how much they agree. */
export interface Rose {
  /** by bin, from the one centred on 0 upwards */
  readonly counts: Uint32Array
  readonly count: number
  /** circular mean in degrees, (-180, 180]; NaN without angles */
  readonly mean: number
  /** mean resultant length, 0 (no direction) to 1 (all the same); NaN without angles */
  readonly resultant: number
}

/**
 * Of angles in degrees, whole turns more or less. Mean and resultant: Mardia and Jupp 2000, "Directional
 * statistics", 2.2 and 2.3.
 */
export const rose = (angles: Float64Array): Rose => {
  const counts = new Uint32Array(ROSE_BINS)
  let cos = 0,
    sin = 0
  for (const angle of angles) {
    const bin = Math.floor(angle / BIN_WIDTH_DEGREES + 0.5) % ROSE_BINS
    counts[bin < 0 ? bin + ROSE_BINS : bin]!++
    cos += Math.cos((angle * Math.PI) / 180)
    sin += Math.sin((angle * Math.PI) / 180)
  }
  const count = angles.length
  return {
    counts,
    count,
    mean: count === 0 ? Number.NaN : (Math.atan2(sin, cos) * 180) / Math.PI,
    resultant: Math.hypot(cos, sin) / count
  }
}
