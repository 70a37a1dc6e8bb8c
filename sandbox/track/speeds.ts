// Distance and speed over the steps that are no gaps, and how far from its start a track went. Specification
// 2.8, rules 3 to 5.
import { distance } from "../../src/domain/geo/distance.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import type { Fixes } from "./Fixes.ts"
import type { Steps } from "./steps.ts"

/** Speeds are distance and speed of a track. Metres and m/s; NaN without steps. */
export interface Speeds {
  readonly distance: number
  /** of all steps, gaps bridged by a straight line */
  readonly path: number
  /** mean of the step speeds */
  readonly mean: number
  /** distance / time, which irregular intervals do not bend */
  readonly overTime: number
  readonly median: number
  readonly p95: number
  readonly max: number
}

/** Computes distance and speed over the steps that are no gaps. */
export const speedsOf = ({ duration, isGap, length, speed }: Steps): Speeds => {
  const ascending = sorted(speed, (i) => isGap[i] === 0)
  let total = 0,
    path = 0,
    seconds = 0,
    sum = 0
  for (let i = 0; i < length.length; i++) {
    path += length[i]!
    if (isGap[i] === 1) continue
    total += length[i]!
    seconds += duration[i]!
    sum += speed[i]!
  }
  const count = ascending.length
  return {
    distance: count === 0 ? Number.NaN : total,
    path,
    mean: sum / count,
    overTime: total / seconds,
    median: quantile(ascending, 0.5),
    p95: quantile(ascending, 0.95),
    max: ascending[count - 1] ?? Number.NaN
  }
}

/** Displacement is the distance of a track from its start. */
interface Displacement {
  /** metres from the first fix, by fix */
  readonly fromFirst: Float64Array
  /** first to last fix; NaN below two fixes */
  readonly last: number
  readonly max: number
}

/** Computes the distances from the first fix. */
export const displacementOf = ({ lat, lon }: Fixes): Displacement => {
  const fromFirst = lon.map((_, i) => distance(lon[0]!, lat[0]!, lon[i]!, lat[i]!))
  let max = Number.NaN
  for (let i = 1; i < fromFirst.length; i++) if (!(fromFirst[i]! <= max)) max = fromFirst[i]!
  return { fromFirst, last: fromFirst.length < 2 ? Number.NaN : fromFirst.at(-1)!, max }
}
