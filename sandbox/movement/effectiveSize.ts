// How many independent positions a track is worth for the size of an area. Fixes that follow each other
// closely repeat each other.
import type { Plane } from "../space/localFrame.ts"

/**
 * n / (1 + 2 Σ ρ) with the autocorrelation ρ of position (x and y together) by lag in fixes, summed up to its
 * first value at or below 0 (Bayley and Hammersley 1946; the initial positive sequence of Geyer 1992). Lags
 * lie closer where they are short, and ρ is taken as straight between them, so the cost is n log n. Between 1
 * and n; NaN below two fixes or without any spread. An indication: it takes the fixes as evenly spaced. It
 * lies near the `DOF[area]` that a fitted movement model (ctmm) gives where the track crossed its range some
 * twenty times or more; of shorter ones it is too high, by half to twice (4.8 where ctmm has 2.5, 14.2 where
 * it has 9.3), because the mean of so short a track follows it and hides part of the autocorrelation.
 */
export const effectiveSize = ({ x, y }: Plane): number => {
  const n = x.length
  let meanX = 0,
    meanY = 0
  for (let i = 0; i < n; i++) {
    meanX += x[i]! / n
    meanY += y[i]! / n
  }
  const covariance = (lag: number): number => {
    let sum = 0
    for (let i = lag; i < n; i++)
      sum += (x[i]! - meanX) * (x[i - lag]! - meanX) + (y[i]! - meanY) * (y[i - lag]! - meanY)
    return sum / n
  }
  const variance = covariance(0)
  if (!(variance > 0)) return Number.NaN
  let total = 0,
    from = 0,
    before = 1
  for (let lag = 1; lag < n; lag = Math.max(lag + 1, Math.floor(lag * 1.1))) {
    const correlation = Math.max(0, covariance(lag) / variance)
    // the lags after `from` up to this one, on a straight line
    total += ((lag - from) * (before + correlation)) / 2 + (correlation - before) / 2
    if (correlation === 0) break
    from = lag
    before = correlation
  }
  return Math.min(n, Math.max(1, n / (1 + 2 * total)))
}
