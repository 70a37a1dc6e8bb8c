// The frame of a drawing: values up, places along, with labels that do not run into each other.
import type { Drawing } from "./Drawing.ts"
import { brief, dateTicks, escape, px, ticksOf } from "./ink.ts"

export const WIDTH = 640
export const HEIGHT = 250
const LEFT = 58,
  RIGHT = 14,
  TOP = 12,
  BOTTOM = 38

export interface Axes {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
  readonly svg: string
}

interface Mark {
  readonly at: number
  readonly label: string
}

export const svgOf = (body: string, label: string, height = HEIGHT, width = WIDTH): string =>
  `<svg viewBox="0 0 ${width} ${px(height)}" role="img" aria-label="${escape(label)}">${body}</svg>`

/** Where the x of a series lie: numbers and times as they are, bins and names by their order. */
export const placesOf = ({ chart, series }: Drawing): ((x: number | string, at: number) => number) => {
  if (chart.edges !== undefined) return (_, at) => at
  if (chart.x_type === "number") return Number
  if (chart.x_type !== "category") return (x) => Date.parse(String(x))
  const names = [...new Set(series.flatMap((s) => s.x.map(String)))]
  return (x) => names.indexOf(String(x))
}

const marksOf = ({ chart, series }: Drawing, low: number, high: number): ReadonlyArray<Mark> => {
  if (chart.edges !== undefined) {
    const every = Math.ceil((chart.edges.length - 1) / 12)
    return chart.edges.flatMap((edge, at) =>
      at % every === 0 ? [{ at: at - 0.5, label: brief(edge, 2) }] : []
    )
  }
  if (chart.x_type === "number") return ticksOf(low, high).map((at) => ({ at, label: brief(at) }))
  if (chart.x_type !== "category") return dateTicks(low, high)
  return [...new Set(series.flatMap((s) => s.x.map(String)))].map((label, at) => ({ at, label }))
}

/** Axes over `low` to `high` along and `bottom` to `top` up. */
export const axesOf = (drawing: Drawing, low: number, high: number, bottom: number, top: number): Axes => {
  const wide = WIDTH - LEFT - RIGHT,
    tall = HEIGHT - TOP - BOTTOM
  const x = (at: number) => LEFT + (high === low ? wide / 2 : ((at - low) / (high - low)) * wide)
  const y = (value: number) => TOP + tall - (top === bottom ? 0 : ((value - bottom) / (top - bottom)) * tall)
  const rules = ticksOf(bottom, top).map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${px(y(value))}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" ` +
      `y="${px(y(value) + 3.5)}" text-anchor="end">${brief(value)}</text>`
  )
  const marks = marksOf(drawing, low, high).map(
    ({ at, label }) =>
      `<path class="tick" d="M${px(x(at))} ${HEIGHT - BOTTOM}v4"/><text x="${px(x(at))}" ` +
      `y="${HEIGHT - BOTTOM + 15}" text-anchor="middle">${escape(label)}</text>`
  )
  return {
    x,
    y,
    svg:
      `${rules.join("")}${marks.join("")}<path class="tick" ` +
      `d="M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/><text x="${px(LEFT + wide / 2)}" ` +
      `y="${HEIGHT - 5}" text-anchor="middle">${escape(drawing.chart.x_label)}</text>`
  }
}

/** The least and the greatest of many. */
export const extentOf = (values: Iterable<number | null>): readonly [least: number, most: number] => {
  let least = Infinity,
    most = -Infinity
  for (const value of values) {
    if (value === null) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}
