// The time axis that chart, lanes and cursor of the rule page share.
import { scaleTime } from "d3-scale"

/** LEFT is the margin for names, in units of the drawing. */
export const LEFT = 112
/** RIGHT is the margin for numbers, in units of the drawing. */
export const RIGHT = 64

/** Axis is a time scale; its units are pixels times `textScale`, so that drawings grow with the text. */
export interface Axis {
  readonly from: number
  readonly to: number
  /** in units of the drawing */
  readonly width: number
  readonly x: (moment: number) => number
  readonly momentAt: (x: number) => number
  readonly ticks: ReadonlyArray<number>
}

/**
 * axisOf builds the axis; `days`: midnights in the project's time zone. Ticks are at midnights, or at hours
 * for a few days.
 */
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

/** sizeOf returns the size of a drawing along the axis in rem, so that it grows with the text. */
export const sizeOf = ({ width }: Axis, height: number) => ({
  viewBox: `0 0 ${width} ${height}`,
  style: { width: `${width / 16}rem`, height: `${height / 16}rem` }
})

/** between returns the left edge and the width of a time span, at least one pixel. */
export const between = (
  { x }: Axis,
  from: number,
  to: number
): { readonly x: number; readonly width: number } => ({
  x: x(from),
  width: Math.max(1, x(to) - x(from))
})
