// Lines, broken where nothing is known; a value between two unknown ones is a dot.
import { el, type FigureNode, px, svg } from "../FigureNode.ts"
import { extentOf } from "../scale.ts"
import { type Axes, axesOf, nightNote, placesOf, plotOf } from "./axes.ts"
import { type ChartDrawing, type Drawn, type InkedSeries, legendOf } from "./ChartDrawing.ts"

/** Draws a series as one path. */
export const drawLine = (
  { dash, ink, isChosen, x: xs, y: ys }: InkedSeries,
  { x, y }: Axes,
  place: (x: number | string, at: number) => number
): FigureNode => {
  let path = ""
  ys.forEach((value, at) => {
    if (value === null) return
    const isAlone = (ys[at - 1] ?? null) === null
    const dot = isAlone && (ys[at + 1] ?? null) === null ? "h.1" : ""
    path += `${isAlone ? "M" : "L"}${px(x.toPixel(place(xs[at]!, at)))} ${px(y.toPixel(value))}${dot}`
  })
  return el("path", {
    className: `line ${ink}${isChosen === true ? " chosen" : ""}`,
    d: path,
    ...(dash === "" ? {} : { strokeDasharray: dash })
  })
}

/** Draws each series as a line. */
export const drawLines = (drawing: ChartDrawing): Drawn => {
  const { chart, height, series, width } = drawing
  const place = placesOf(drawing)
  const along =
    chart.edges === undefined
      ? extentOf(series.flatMap((s) => s.x.map(place)))
      : ([-0.5, chart.edges.length - 1.5] as const)
  const [least, most] = extentOf(series.flatMap((s) => s.y))
  const axes = axesOf(drawing, along, [Math.min(0, least), Math.max(0, most)])
  return {
    svg: svg(chart.title, width, height, ...axes.nodes, ...series.map((s) => drawLine(s, axes, place))),
    legend: legendOf(series),
    note: nightNote(chart),
    plot: plotOf(axes)
  }
}
