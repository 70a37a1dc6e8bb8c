// Bars on their side, for long names: each with its value behind it, so that a small one beside a large one can be
// read too.
import { el, px, svg } from "../FigureNode.ts"
import { brief, LETTER_PX, QUIET_INK, short } from "../ink.ts"
import { extentOf, linearScale } from "../scale.ts"
import { namesOf } from "./axes.ts"
import { type ChartDrawing, type Drawn, legendOf } from "./ChartDrawing.ts"

const NAME_WIDTH = 190,
  NUMBER_WIDTH = 60,
  BAR_HEIGHT = 13,
  GAP_HEIGHT = 8

/** Where bars of a chart begin that does not count from 0: a relative pressure of 1 is the mean of the areas. */
const baselines: Readonly<Record<string, number>> = { relative_pressure: 1 }

/** Charts whose names are in the order of their values: the first is the one with most. */
const ranked = new Set(["relative_pressure"])

const valueOf = ({ x, y }: ChartDrawing["series"][number], name: string): number | null =>
  y[x.findIndex((value) => String(value) === name)] ?? null

const orderedNames = (drawing: ChartDrawing): ReadonlyArray<string> => {
  const names = namesOf(drawing),
    [first] = drawing.series
  return first === undefined || !ranked.has(drawing.chart.key)
    ? names
    : names.toSorted((a, b) => (valueOf(first, b) ?? -Infinity) - (valueOf(first, a) ?? -Infinity))
}

/** Draws bars on their side, a row for each name. */
export const drawSideBars = (drawing: ChartDrawing): Drawn => {
  const { chart, chosen, series, width } = drawing
  const base = baselines[chart.key] ?? 0
  const left = Math.min(NAME_WIDTH, Math.round(width * 0.3))
  const [least, most] = extentOf([base, ...series.flatMap((s) => s.y)])
  const x = linearScale([least, most === least ? least + 1 : most], [left, width - NUMBER_WIDTH])
  const row = series.length * BAR_HEIGHT + GAP_HEIGHT,
    names = orderedNames(drawing)
  const rows = names.flatMap((name, at) => {
    const top = at * row,
      isChosen = chosen === undefined || chosen.label === name || !names.includes(chosen.label)
    const bars = series.flatMap((s, n) => {
      const value = valueOf(s, name),
        y = top + n * BAR_HEIGHT
      if (value === null) return [el("text", { className: "note", x: left + 4, y: px(y + 10) }, "not known")]
      const from = x.toPixel(Math.min(base, value)),
        to = x.toPixel(Math.max(base, value))
      return [
        el("rect", {
          className: `fill ${isChosen ? s.ink : QUIET_INK}`,
          x: px(from),
          y: px(y),
          width: px(to - from),
          height: BAR_HEIGHT - 1.5
        }),
        el("text", { x: px(to + 4), y: px(y + 10) }, brief(value, 3))
      ]
    })
    return [
      el(
        "text",
        { x: left - 6, y: px(top + (series.length * BAR_HEIGHT) / 2 + 3.5), textAnchor: "end" },
        short(name, Math.round((left - 6) / LETTER_PX)),
        el("title", {}, name)
      ),
      ...bars
    ]
  })
  const bottom = names.length * row
  const ground =
    base === 0
      ? []
      : [el("path", { className: "tick", d: `M${px(x.toPixel(base))} 0V${px(bottom - GAP_HEIGHT)}` })]
  return {
    svg: svg(chart.title, width, bottom, ...rows, ...ground),
    legend: legendOf(series, series),
    note: base === 0 ? null : `Bars begin at ${base}.`,
    plot: null
  }
}
