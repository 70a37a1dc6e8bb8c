// When records of a subject arrived: moments in ascending order, each once.

/** How many of the ascending numbers are at most so large. */
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

/** Adds a moment where it belongs. */
export const addArrival = (arrivals: Array<number>, at: number): void => {
  const i = countUpTo(arrivals, at)
  if (arrivals[i - 1] !== at) arrivals.splice(i, 0, at)
}

/** Forgets what lies before the newest moment up to `at`. */
export const forgetArrivals = (arrivals: Array<number>, at: number): void => {
  const old = countUpTo(arrivals, at) - 1
  if (old > 0) arrivals.splice(0, old)
}

/** A record that came later than it was sent, both epoch ms: proof of life where it was sent amid an outage. */
export interface Delayed {
  readonly sentAt: number
  readonly receivedAt: number
}
