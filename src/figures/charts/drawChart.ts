// Charts of a result as figures, each drawn as its data asks for: lines, bars, bars on their side, roses, rows of a
// heat map, a calendar of rest.
import type { Chart, ResultDocument, Series } from "../../domain/analysis/Result.ts"
import type { Figure, FigureOptions } from "../Figure.ts"
import { drawBars, MAX_BARS_PER_BIN } from "./bars.ts"
import type { ChartDrawing, Drawn } from "./ChartDrawing.ts"
import { drawHeat } from "./heat.ts"
import { inkSeries } from "./inkSeries.ts"
import { drawLines } from "./lines.ts"
import { drawRestCalendar } from "./restCalendar.ts"
import { drawRoses } from "./roses.ts"
import { drawSideBars } from "./sideBars.ts"

const WIDTH = 640,
  HEIGHT = 250
/** A calendar goes over the whole page. */
const WIDE_WIDTH = 860

/** More lines than this are rows of a heat map: of days, and of bins. */
const MAX_DAY_LINES = 8,
  MAX_BIN_LINES = 12
/** More roses than this go over the whole page. */
const MAX_ROSES = 6
/** MAX_UPRIGHT_CHARACTERS bounds names that stand side by side; longer ones get horizontal bars. */
const MAX_UPRIGHT_CHARACTERS = 9

/** Names that stand on their side at any length: their bars begin at 1. */
const UPRIGHT_BAR_METRICS = new Set(["relative_pressure"])

const isLong = (series: ReadonlyArray<Series>): boolean =>
  series.some((s) => s.x.length > 12 || s.x.some((x) => String(x).length > MAX_UPRIGHT_CHARACTERS))

const isRestCalendar = ({ key }: Pick<Chart, "key">): boolean => key === "rest_calendar"

const isHeat = (
  { edges, kind, x_type }: ChartDrawing["chart"],
  series: number,
  chosen: FigureOptions["chosen"]
): boolean =>
  kind !== "rose" &&
  (x_type === "date" && kind === "bar"
    ? true
    : chosen === undefined &&
      (x_type === "date" ? series > MAX_DAY_LINES : edges !== undefined && series > MAX_BIN_LINES))

const draw = (drawing: ChartDrawing, document: ResultDocument): Drawn => {
  const { chart, chosen, series } = drawing
  if (isRestCalendar(chart)) {
    const hours = document.charts.find(({ key }) => key === "timeline")?.series ?? []
    return drawRestCalendar(
      drawing,
      new Map(hours.filter(({ period }) => period === series[0]!.period).map((s) => [s.key, s.y])),
      document.summary[series[0]!.period ?? "main"] ?? {}
    )
  }
  if (chart.kind === "rose") return drawRoses(drawing)
  if (isHeat(chart, series.length, chosen)) return drawHeat(drawing)
  if (chart.kind === "line") return drawLines(drawing)
  if (chart.edges === undefined && (UPRIGHT_BAR_METRICS.has(chart.key) || isLong(series)))
    return drawSideBars(drawing)
  const isChosen = series.some((s) => s.isChosen === true)
  return chart.edges !== undefined && series.length > MAX_BARS_PER_BIN && !isChosen
    ? drawLines(drawing)
    : drawBars(drawing)
}

/**
 * Draws a chart of a document. Two periods have no days in common, so that each gets a figure of its own.
 *
 * @example
 *   const [figure] = drawChart(document, "daily_distance", { chosen: { id, label: "Bison 04" } })
 *   svgText(figure.svg) // or as elements of React
 */
export const drawChart = (
  document: ResultDocument,
  chartKey: string,
  options: FigureOptions = {}
): ReadonlyArray<Figure> => {
  const found = document.charts.find(({ key }) => key === chartKey)
  if (found === undefined) return []
  const { series, ...chart } = found
  const subjects = document.subjects.map(({ id }) => id)
  const isByTime = chart.x_type === "date" || chart.x_type === "time"
  const periods = isByTime || chart.kind === "rose" ? [...new Set(series.map((s) => s.period))] : [null]
  return periods.map((period): Figure => {
    const own = period === null ? series : series.filter((s) => s.period === period)
    const name = isRestCalendar(chart) ? chart.title.replace(/: .*/u, "") : chart.title
    const title = `${name}${periods.length > 1 && period === "comparison" ? ", in comparison" : ""}`
    const isWide =
      isRestCalendar(chart) ||
      (chart.kind === "rose" && own.length > MAX_ROSES && options.chosen === undefined) ||
      (isHeat(chart, own.length, options.chosen) && chart.x_type === "date")
    const drawing: ChartDrawing = {
      chart: { ...chart, title },
      series: isRestCalendar(chart)
        ? inkSeries(own, subjects, options.chosen).toSorted((a, b) => orderOf(own, a) - orderOf(own, b))
        : inkSeries(own, subjects, options.chosen),
      width: options.width ?? (isWide ? WIDE_WIDTH : WIDTH),
      height: options.height ?? HEIGHT,
      chosen: options.chosen
    }
    const drawn: Drawn =
      own.length === 0 ? { svg: null, legend: [], note: null, plot: null } : draw(drawing, document)
    return {
      key: periods.length > 1 ? `${chart.key}/${period}` : chart.key,
      title,
      unit: isRestCalendar(chart) ? "animal-hours" : chart.unit,
      isWide,
      ...drawn
    }
  })
}

const orderOf = (series: ReadonlyArray<Series>, { key }: Series): number =>
  series.findIndex((s) => s.key === key)

/** Draws every chart of a document, in its order. */
export const drawCharts = (document: ResultDocument, options: FigureOptions = {}): ReadonlyArray<Figure> =>
  document.charts.flatMap(({ key }) => drawChart(document, key, options))
