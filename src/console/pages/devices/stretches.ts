// Splits the track of a device into parts that changes would move to another animal, and the parts between.
import type { Way } from "../live/useWay.ts"
import type { Stretch } from "../../map/movedLayers.ts"

/** Moving is a period whose records move, epoch ms, both ends inclusive. */
interface Moving {
  readonly from: number
  readonly to: number
}

/**
 * stretchesOf returns the parts of a track; each begins where the previous ended, so that the line has no
 * gaps.
 */
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
    // the line to or from a moving part belongs to the part that stays
    const before = last?.at.at(-1)
    if (moves) last?.at.push(place)
    stretches.push({ moves, at: before === undefined || moves ? [place] : [before, place] })
  })
  return stretches
}
