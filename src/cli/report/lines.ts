// Lines, broken where nothing is known; a value between two unknown ones is a dot.
import { axesOf, extentOf, placesOf, svgOf } from "./axes.ts"
import type { Drawing, Inked } from "./Drawing.ts"
import { px } from "./ink.ts"

const pathOf = (
  { x: xs, y: ys }: Inked,
  x: (at: number) => number,
  y: (value: number) => number,
  place: (x: number | string, at: number) => number
): string => {
  let path = ""
  ys.forEach((value, at) => {
    if (value === null) return
    const isAlone = (ys[at - 1] ?? null) === null
    const dot = isAlone && (ys[at + 1] ?? null) === null ? "h.1" : ""
    path += `${isAlone ? "M" : "L"}${px(x(place(xs[at]!, at)))} ${px(y(value))}${dot}`
  })
  return path
}

export const drawLines = (drawing: Drawing): string => {
  const { chart, series } = drawing
  const place = placesOf(drawing)
  const [low, high] =
    chart.edges === undefined
      ? extentOf(series.flatMap((s) => s.x.map(place)))
      : [-0.5, chart.edges.length - 1.5]
  const [least, most] = extentOf(series.flatMap((s) => s.y))
  const axes = axesOf(drawing, low, high, Math.min(0, least), Math.max(0, most))
  return svgOf(
    axes.svg +
      series
        .map(
          (s) =>
            `<path class="line" d="${pathOf(s, axes.x, axes.y, place)}" stroke="${s.colour}" ` +
            `stroke-dasharray="${s.dash}"/>`
        )
        .join(""),
    chart.title
  )
}
