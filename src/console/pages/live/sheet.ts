// The heights of the sheet over the map on a phone, and where it settles after a drag.

/** heights are the heights at which the sheet settles. */
const heights = ["low", "half", "full"] as const
/** SheetHeight is a height at which the sheet settles. */
export type SheetHeight = (typeof heights)[number]

/** Heights as shares of the page; the lowest shows only the head. */
const SHARES: Readonly<Record<SheetHeight, number>> = { low: 0.1, half: 0.46, full: 0.92 }

/** Speed from which a release is a fling, pixels per second. */
const FLING_PX_PER_SECOND = 500

/**
 * coveredBy returns the pixels of the map that the sheet covers; the full height counts as half, because the
 * map is out of sight.
 */
export const coveredBy = (height: SheetHeight, pagePx: number): number =>
  Math.round(pagePx * SHARES[height === "full" ? "half" : height])

/** beside returns the next height up or down; the same at the ends. */
export const beside = (height: SheetHeight, by: 1 | -1): SheetHeight =>
  heights[heights.indexOf(height) + by] ?? height

/** following returns the next height up, and the lowest after the tallest. */
export const following = (height: SheetHeight): SheetHeight =>
  beside(height, 1) === height ? "low" : beside(height, 1)

/**
 * resting returns the height at which the sheet settles after a release at a share of the page; `speed` in
 * pixels per second upwards.
 */
export const resting = (from: SheetHeight, share: number, speed: number): SheetHeight => {
  if (Math.abs(speed) > FLING_PX_PER_SECOND) return beside(from, speed > 0 ? 1 : -1)
  const far = (height: SheetHeight) => Math.abs(SHARES[height] - share)
  return heights.reduce((best, one) => (far(one) < far(best) ? one : best))
}
