// The heights of the sheet that lies on the map of a phone, and where it comes to rest when it is let go.

export const heights = ["low", "half", "full"] as const
export type SheetHeight = (typeof heights)[number]

/** Shares of the page; the lowest is as tall as its head. */
const SHARES: Readonly<Record<SheetHeight, number>> = { low: 0.1, half: 0.46, full: 0.92 }

/** Pixels a second: whoever lets go faster throws it. */
const THROWN = 500

/** Pixels of the map that the sheet covers at rest. At its tallest nobody looks at the map. */
export const coveredBy = (height: SheetHeight, pagePx: number): number =>
  Math.round(pagePx * SHARES[height === "full" ? "half" : height])

/** One further up, or down; it stays where there is none. */
export const beside = (height: SheetHeight, by: 1 | -1): SheetHeight =>
  heights[heights.indexOf(height) + by] ?? height

/** After the tallest comes the lowest. */
export const following = (height: SheetHeight): SheetHeight =>
  beside(height, 1) === height ? "low" : beside(height, 1)

/** Where it comes to rest that was let go at a share of the page, `speed` pixels a second upwards. */
export const resting = (from: SheetHeight, share: number, speed: number): SheetHeight => {
  if (Math.abs(speed) > THROWN) return beside(from, speed > 0 ? 1 : -1)
  const far = (height: SheetHeight) => Math.abs(SHARES[height] - share)
  return heights.reduce((best, one) => (far(one) < far(best) ? one : best))
}
