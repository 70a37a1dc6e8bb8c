// Charts of a result as SVG, each drawn as its data asks for: lines, bars, bars on their side, roses, a
// calendar.
import type { Chart, Series } from "../../domain/analysis/Result.ts"
import { drawBars, drawSideBars } from "./bars.ts"
import type { Drawing, Inked } from "./Drawing.ts"
import { drawHeat, isWide } from "./heat.ts"
import { colourOf, escape } from "./ink.ts"
import { drawLines } from "./lines.ts"
import { drawRoses } from "./roses.ts"

/** More lines than this are rows of a heat map: of days, and of bins. */
const MANY_LINES = 8,
  MANY_CURVES = 12
/** Names longer than this do not stand side by side. */
const LONG_NAME = 9
const DASHES = ["", "5 3", "1.5 2.5", "8 2 1.5 2"]

const withoutPeriod = (key: string): string => key.replace(/^(?:main|comparison)\//u, "")

/** `subjects`: ids in the order of their colours. */
const inked = (series: ReadonlyArray<Series>, subjects: ReadonlyArray<string>): ReadonlyArray<Inked> => {
  const others = [...new Set(series.filter((s) => s.subject_id === null).map((s) => withoutPeriod(s.key)))]
  /** what a series says beside whom it is about: its period, and which of several lines of theirs it is */
  const variantOf = ({ key, period, subject_id }: Series) =>
    `${period} ${subject_id === null ? "" : withoutPeriod(key).slice(subject_id.length)}`
  const variants = [...new Set(series.map(variantOf))]
  const areSides = series.every((s) => s.key === s.period)
  return series.map((s, at) => ({
    ...s,
    colour: areSides
      ? colourOf(at)
      : colourOf(
          Math.max(
            0,
            s.subject_id === null ? others.indexOf(withoutPeriod(s.key)) : subjects.indexOf(s.subject_id)
          )
        ),
    dash: areSides ? "" : DASHES[variants.indexOf(variantOf(s)) % DASHES.length]!
  }))
}

const legendOf = (series: ReadonlyArray<Inked>): string =>
  `<ul class="legend">${series
    .map(
      ({ colour, dash, label }) =>
        `<li><svg class="key" viewBox="0 0 22 8"><path d="M0 4H22" stroke="${colour}" ` +
        `stroke-width="3" stroke-dasharray="${dash}"/></svg>${escape(label)}</li>`
    )
    .join("")}</ul>`

const isLong = (series: ReadonlyArray<Series>): boolean =>
  series.some((s) => s.x.length > 12 || s.x.some((x) => String(x).length > LONG_NAME))

const isHeat = ({ edges, kind, x_type }: Drawing["chart"], series: number): boolean =>
  kind !== "rose" &&
  (x_type === "date" ? kind === "bar" || series > MANY_LINES : edges !== undefined && series > MANY_CURVES)

const draw = (drawing: Drawing): string => {
  const { chart, series } = drawing
  const withLegend = (svg: string) => (series.length < 2 ? svg : svg + legendOf(series))
  if (chart.kind === "rose") return drawRoses(drawing)
  if (isHeat(chart, series.length)) return drawHeat(drawing)
  if (chart.kind === "line") return withLegend(drawLines(drawing))
  if (chart.edges === undefined && isLong(series)) return withLegend(drawSideBars(drawing))
  return withLegend(chart.edges !== undefined && series.length > 3 ? drawLines(drawing) : drawBars(drawing))
}

/**
 * A chart with its title and the names of its series. Two periods have no days in common, so that each gets a
 * drawing of its own.
 */
export const drawChart = ({ series, ...chart }: Chart, subjects: ReadonlyArray<string>): string => {
  const isByTime = chart.x_type === "date" || chart.x_type === "time"
  const periods = isByTime || chart.kind === "rose" ? [...new Set(series.map((s) => s.period))] : [null]
  const figures = periods.map((period) => {
    const own = period === null ? series : series.filter((s) => s.period === period)
    const title = `${chart.title}${periods.length > 1 && period === "comparison" ? ", in comparison" : ""}`
    const drawn =
      own.length === 0
        ? `<p class="quiet">No data.</p>`
        : draw({ chart: { ...chart, title }, series: inked(own, subjects) })
    const wide = isHeat(chart, own.length) && isWide(chart) ? ` class="wide"` : ""
    const unit = chart.unit === null ? "" : ` <span class="quiet">(${escape(chart.unit)})</span>`
    return `<figure${wide}><figcaption>${escape(title)}${unit}</figcaption>${drawn}</figure>`
  })
  return figures.join("\n")
}
