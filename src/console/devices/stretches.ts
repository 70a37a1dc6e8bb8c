// The way of a device in stretches: those that changes would give to somebody else, and those between.
import type { Way } from "../live/useWay.ts"
import type { Stretch } from "../map/movedLayers.ts"

/** Epoch ms, both ends within. */
export interface Moving {
  readonly from: number
  readonly to: number
}

/** Each begins where the one before ended: the way has no holes. */
export const stretchesOf = (way: Way, moving: ReadonlyArray<Moving>): ReadonlyArray<Stretch> => {
  const stretches: Array<{ moves: boolean; at: Array<readonly [number, number]> }> = []
  way.at.forEach((place, i) => {
    const time = way.times[i]!
    const moves = moving.some(({ from, to }) => from <= time && time <= to)
    const last = stretches.at(-1)
    if (last?.moves === moves) {
      last.at.push(place)
      return
    }
    // the step to or from what moves stays with what does not
    const before = last?.at.at(-1)
    if (moves) last?.at.push(place)
    stretches.push({ moves, at: before === undefined || moves ? [place] : [before, place] })
  })
  return stretches
}
