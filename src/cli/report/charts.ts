// Charts of a result as SVG: lines, bars and roses, with axes that people read. Text is escaped; colours follow the order of the series.
import type { Chart, Series } from "../../domain/analysis/Result.ts"

const WIDTH = 640
const HEIGHT = 240
const LEFT = 56, RIGHT = 12, TOP = 12, BOTTOM = 34

/** Told apart by people who see colours otherwise, too (Okabe and Ito 2008). */
export const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a00", "#444444"]
export const colourOf = (at: number): string => colours[at % colours.length]!

export const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A number as an axis has it. */
const brief = (value: number): string => value === 0 ? "0" : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(4)))

const px = (value: number): string => value.toFixed(1)

/** Round steps of an axis from `low` to `high`. */
const ticksOf = (low: number, high: number): ReadonlyArray<number> => {
  const rough = (high - low) / 4 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough)!
  const ticks: Array<number> = []
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; n++) ticks.push(n * step)
  return ticks
}

const isOfTime = ({ x_type }: Chart) => x_type === "time" || x_type === "date"

/** A place on the x axis: numbers and times as they are, names by their order. */
const placesOf = (chart: Chart): (x: number | string) => number => {
  if (isOfTime(chart)) return (x) => Date.parse(String(x))
  if (chart.x_type === "number") return Number
  const names = [...new Set(chart.series.flatMap((s) => s.x.map(String)))]
  return (x) => names.indexOf(String(x))
}

const labelOf = (chart: Chart, at: number, names: ReadonlyArray<string>): string =>
  isOfTime(chart) ? new Date(at).toISOString().slice(0, 10) : chart.x_type === "number" ? brief(at) : names[Math.round(at)] ?? ""

interface Frame {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
  readonly axes: string
}

const frameOf = (chart: Chart, low: number, high: number, top: number, bottom: number, names: ReadonlyArray<string>): Frame => {
  const wide = WIDTH - LEFT - RIGHT, tall = HEIGHT - TOP - BOTTOM
  const x = (at: number) => LEFT + (high === low ? wide / 2 : (at - low) / (high - low) * wide)
  const y = (value: number) => TOP + tall - (top === bottom ? 0 : (value - bottom) / (top - bottom) * tall)
  const ys = ticksOf(bottom, top).map((value) =>
    `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${px(y(value))}" y2="${px(y(value))}"/><text x="${LEFT - 6}" y="${px(y(value) + 3.5)}" text-anchor="end">${brief(value)}</text>`)
  const marks = chart.x_type === "category" ? names.map((_, at) => at) : isOfTime(chart) ? [0, 1, 2, 3, 4].map((n) => low + (high - low) * n / 4) : ticksOf(low, high)
  const every = Math.ceil(marks.length / 12)
  const xs = marks.filter((_, at) => at % every === 0).map((at) => `<text x="${px(x(at))}" y="${HEIGHT - BOTTOM + 14}" text-anchor="middle">${escape(labelOf(chart, at, names))}</text>`)
  return { x, y, axes: ys.join("") + xs.join("") + `<text class="title" x="${px(LEFT + wide / 2)}" y="${HEIGHT - 4}" text-anchor="middle">${escape(chart.x_label)}</text>` }
}

const svg = (body: string, label: string, height = HEIGHT): string => `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(label)}">${body}</svg>`

const valuesOf = (series: ReadonlyArray<Series>): ReadonlyArray<number> => series.flatMap((s) => s.y.filter((y): y is number => y !== null))

const line = (chart: Chart): string => {
  const place = placesOf(chart)
  const names = [...new Set(chart.series.flatMap((s) => s.x.map(String)))]
  const places = chart.series.flatMap((s) => s.x.map(place)), values = valuesOf(chart.series)
  const least = (list: ReadonlyArray<number>, from: number) => list.reduce((a, b) => Math.min(a, b), from), most = (list: ReadonlyArray<number>, from: number) => list.reduce((a, b) => Math.max(a, b), from)
  const { axes, x, y } = frameOf(chart, least(places, Infinity), most(places, -Infinity), most(values, 0), least(values, 0), names)
  const lines = chart.series.map((s, at) => {
    let isBroken = true
    const path = s.x.map((one, i) => {
      const value = s.y[i] ?? null
      if (value === null) {
        isBroken = true
        return ""
      }
      const step = `${isBroken ? "M" : "L"}${px(x(place(one)))} ${px(y(value))}`
      isBroken = false
      return step
    }).join("")
    return `<path class="line" d="${path}" stroke="${colourOf(at)}"/>`
  })
  return svg(axes + lines.join(""), chart.title)
}

const bar = (chart: Chart): string => {
  const names = [...new Set(chart.series.flatMap((s) => s.x.map(String)))]
  const place = chart.edges === undefined ? (_: number | string, at: number, s: Series) => names.indexOf(String(s.x[at])) : (_: number | string, at: number) => at
  const count = chart.edges === undefined ? names.length : chart.edges.length - 1
  const top = valuesOf(chart.series).reduce((a, b) => Math.max(a, b), 0)
  const shown = { ...chart, x_type: "category" as const }
  const labels = chart.edges === undefined ? names : chart.edges.slice(0, -1).map(brief)
  const { axes, x, y } = frameOf(shown, -0.5, count - 0.5, top, 0, labels)
  const slot = (x(1) - x(0)) * 0.86, thick = slot / Math.max(1, chart.series.length)
  const bars = chart.series.flatMap((s, at) => s.y.map((value, i) => value === null ? "" :
    `<rect x="${px(x(place(s.x[i]!, i, s)) - slot / 2 + at * thick)}" y="${px(y(value))}" width="${px(Math.max(0.5, thick - 0.6))}" height="${px(Math.max(0, y(0) - y(value)))}" fill="${colourOf(at)}"/>`))
  return svg(axes + bars.join(""), chart.title)
}

/** Bins round a circle, 0 up, clockwise; the area of a slice is its share, so that subjects with more fixes are not larger. */
const rose = (chart: Chart): string => {
  const radius = 100, each = 230
  const sumOf = (s: Series) => valuesOf([s]).reduce((a, b) => a + b, 0) || 1
  const top = chart.series.reduce((most, s) => Math.max(most, ...valuesOf([s]).map((y) => y / sumOf(s))), 0) || 1
  const perRow = Math.max(1, Math.floor(WIDTH / each))
  const roses = chart.series.map((s, at) => {
    const cx = each / 2 + (at % perRow) * each, cy = each / 2 + Math.floor(at / perRow) * (each + 16), bins = s.y.length
    const slices = s.y.map((value, i) => {
      const r = Math.sqrt((value ?? 0) / sumOf(s) / top) * radius, middle = chart.edges === undefined ? i / bins * 360 : (chart.edges[i]! + chart.edges[i + 1]!) / 2, half = 180 / bins
      const at = (angle: number) => `${px(cx + r * Math.sin(angle * Math.PI / 180))} ${px(cy - r * Math.cos(angle * Math.PI / 180))}`
      return `<path d="M${px(cx)} ${px(cy)}L${at(middle - half)}A${px(r)} ${px(r)} 0 0 1 ${at(middle + half)}Z"/>`
    })
    return `<g class="rose" fill="${colourOf(at)}"><circle cx="${px(cx)}" cy="${px(cy)}" r="${radius}"/>${slices.join("")}<text x="${px(cx)}" y="${px(cy + radius + 20)}" text-anchor="middle">${escape(s.label)}</text></g>`
  })
  return svg(roses.join(""), chart.title, Math.ceil(chart.series.length / perRow) * (each + 16) + 8)
}

/** A chart with its title and the names of its series. */
export const drawChart = (chart: Chart): string => {
  const drawn = chart.series.length === 0 ? "<p class=\"quiet\">No data.</p>" : chart.kind === "line" ? line(chart) : chart.kind === "bar" ? bar(chart) : rose(chart)
  const legend = chart.kind === "rose" || chart.series.length < 2 ? "" : `<ul class="legend">${chart.series.map((s, at) => `<li><i style="background:${colourOf(at)}"></i>${escape(s.label)}</li>`).join("")}</ul>`
  return `<figure><figcaption>${escape(chart.title)}${chart.unit === null ? "" : ` <span class="quiet">(${escape(chart.unit)})</span>`}</figcaption>${drawn}${legend}</figure>`
}
