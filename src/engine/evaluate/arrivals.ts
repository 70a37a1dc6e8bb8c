// When records of a subject arrived: moments in ascending order, each once.

/** Returns how many of ascending numbers are at most `most`. */
export const countUpTo = (ascending: ReadonlyArray<number>, most: number): number => {
  let low = 0,
    high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts a moment in order. */
export const addArrival = (arrivals: Array<number>, at: number): void => {
  const i = countUpTo(arrivals, at)
  if (arrivals[i - 1] !== at) arrivals.splice(i, 0, at)
}

/** Removes what lies before the newest moment up to `at`. */
export const forgetArrivals = (arrivals: Array<number>, at: number): void => {
  const old = countUpTo(arrivals, at) - 1
  if (old > 0) arrivals.splice(0, old)
}

/**
 * Delayed is a record that came later than it was sent, both epoch ms: a sign of life at the time it was
 * sent, if that was during an outage.
 */
export interface Delayed {
  readonly sentAt: number
  readonly receivedAt: number
}
