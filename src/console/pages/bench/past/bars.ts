// Time spans as bars, all of one kind in a single SVG path without invisible detail, so that the page stays small.
import type { Stretch } from "./approximate.ts"
import type { Axis } from "./axis.ts"

interface Shape {
  readonly top: number
  readonly height: number
  /** corner radius, for bars wide enough */
  readonly radius?: number
}

interface Bar {
  readonly from: number
  readonly to: number
}

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10

/** Returns bars at least one pixel wide; gaps below half a pixel are closed. Spans must be in order. */
const barsOf = ({ x }: Pick<Axis, "x">, stretches: ReadonlyArray<Stretch>): ReadonlyArray<Bar> => {
  const bars: Array<{ from: number; to: number }> = []
  for (const stretch of stretches) {
    const from = x(stretch.from),
      to = Math.max(from + 1, x(stretch.to)),
      last = bars.at(-1)
    if (last !== undefined && from - last.to < 0.5) last.to = Math.max(last.to, to)
    else bars.push({ from, to })
  }
  return bars
}

/** barsPath returns the SVG path of time spans. */
export const barsPath = (
  axis: Pick<Axis, "x">,
  stretches: ReadonlyArray<Stretch>,
  { height, radius = 0, top }: Shape
): string =>
  barsOf(axis, stretches)
    .map((bar) => {
      const from = tenth(bar.from),
        to = tenth(bar.to)
      if (radius === 0 || to - from < 2 * radius) return `M${from} ${top}H${to}v${height}H${from}Z`
      const corner = (right: number, down: number) => `a${radius} ${radius} 0 0 1 ${right} ${down}`
      const side = height - 2 * radius
      return (
        `M${from + radius} ${top}H${tenth(to - radius)}${corner(radius, radius)}v${side}` +
        `${corner(-radius, radius)}H${tenth(from + radius)}${corner(-radius, -radius)}v${-side}` +
        `${corner(radius, -radius)}Z`
      )
    })
    .join("")
