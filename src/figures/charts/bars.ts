// Bars that stand side by side.
import { el, px, svg } from "../FigureNode.ts"
import { extentOf } from "../scale.ts"
import { axesOf, namesOf, nightNote, placesOf, plotOf } from "./axes.ts"
import { type ChartDrawing, type Drawn, type InkedSeries, legendOf } from "./ChartDrawing.ts"
import { drawLine } from "./lines.ts"

/** Of a slot, what the bars in it take. */
const SLOT_SHARE = 0.86

/** More series than this do not stand as bars in each bin. */
export const MAX_BARS_PER_BIN = 3

/** Returns which series are bars: of a chosen subject the first, or all; the others are lines over them. */
const barsAmong = ({ chart, series }: ChartDrawing): ReadonlyArray<InkedSeries> => {
  const chosen = series.filter(({ isChosen }) => isChosen === true)
  return chart.edges === undefined || chosen.length === 0 ? series : chosen.slice(0, 1)
}

/** Draws bars: each series is one path, however many bars it has. */
export const drawBars = (drawing: ChartDrawing): Drawn => {
  const { chart, chosen, height, series, width } = drawing
  const place = placesOf(drawing)
  const [, last] = extentOf(series.flatMap((s) => s.x.map(place)))
  const [least, most] = extentOf(series.flatMap((s) => s.y))
  const axes = axesOf(drawing, [-0.5, last + 0.5], [Math.min(0, least), Math.max(0, most)])
  const { x, y } = axes
  const bars = barsAmong(drawing),
    // over bars of the same colour a line of that colour would not be seen
    lines = series
      .filter((s) => !bars.includes(s))
      .map((s) => (s.isChosen === true ? { ...s, ink: "ink-text" } : s))
  const slot = (x.toPixel(1) - x.toPixel(0)) * SLOT_SHARE,
    thick = slot / bars.length,
    wide = px(Math.max(0.5, thick - 0.6)),
    ground = px(y.toPixel(0))
  /** the place of a chosen area among names, in colour while the other names are grey */
  const only = chart.edges === undefined && chosen !== undefined ? namesOf(drawing).indexOf(chosen.label) : -1
  const drawn = bars.flatMap((s, at) => {
    const pathOf = (isShown: (i: number) => boolean) =>
      s.y
        .map((value, i) =>
          value === null || value === 0 || !isShown(i)
            ? ""
            : `M${px(x.toPixel(place(s.x[i]!, i)) - slot / 2 + at * thick)} ${ground}` +
              `V${px(y.toPixel(value))}h${wide}V${ground}z`
        )
        .join("")
    return only < 0
      ? [el("path", { className: `fill ${s.ink}`, d: pathOf(() => true) })]
      : [
          el("path", { className: "fill ink-quiet", d: pathOf((i) => place(s.x[i]!, i) !== only) }),
          el("path", { className: `fill ${s.ink}`, d: pathOf((i) => place(s.x[i]!, i) === only) })
        ]
  })
  return {
    svg: svg(
      chart.title,
      width,
      height,
      ...axes.nodes,
      ...drawn,
      ...lines.map((s) => drawLine(s, axes, place))
    ),
    legend: legendOf([...bars, ...lines], bars),
    note: nightNote(chart),
    plot: plotOf(axes)
  }
}
