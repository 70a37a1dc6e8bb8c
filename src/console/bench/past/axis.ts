// The one time axis of the bench: the chart, the lanes and the cursor share it.
import { scaleTime } from "d3-scale"

/** Room for names at the left, and for figures at the right; units of the drawing. */
export const LEFT = 112
export const RIGHT = 64

/** What is drawn along the axis is as large as the text is wanted: its units are pixels times `textScale`. */
export interface Axis {
  readonly from: number
  readonly to: number
  /** in units of the drawing */
  readonly width: number
  readonly x: (moment: number) => number
  readonly momentAt: (x: number) => number
  readonly ticks: ReadonlyArray<number>
}

/** `days`: where the days of the project begin; a tick stands at a day, and at hours where they are few. */
export const axisOf = (from: number, to: number, width: number, days: ReadonlyArray<number>): Axis => {
  const scale = scaleTime([from, to], [LEFT, Math.max(LEFT + 1, width - RIGHT)]).clamp(true)
  const most = Math.max(2, (width - LEFT - RIGHT) / 84)
  const every = Math.max(1, Math.ceil(days.length / most))
  return {
    from,
    to,
    width,
    x: (moment) => scale(moment),
    momentAt: (x) => +scale.invert(x),
    ticks: days.length >= 3 ? days.filter((_, i) => i % every === 0) : scale.ticks(most).map(Number)
  }
}

/** The size of a drawing along the axis, which grows with the text of the page. */
export const sizeOf = ({ width }: Axis, height: number) => ({
  viewBox: `0 0 ${width} ${height}`,
  style: { width: `${width / 16}rem`, height: `${height / 16}rem` }
})

/** Left edge and width of what lies between two moments; at least a pixel is seen. */
export const between = (
  { x }: Axis,
  from: number,
  to: number
): { readonly x: number; readonly width: number } => ({
  x: x(from),
  width: Math.max(1, x(to) - x(from))
})
