// Bars side by side, or on their side where names are long.
import { axesOf, extentOf, placesOf, svgOf, WIDTH } from "./axes.ts"
import type { Drawing } from "./Drawing.ts"
import { brief, escape, px, short } from "./ink.ts"

/** Of a slot, what the bars in it take. */
const SHARE = 0.86

export const drawBars = (drawing: Drawing): string => {
  const { chart, series } = drawing
  const place = placesOf(drawing)
  const [, last] = extentOf(series.flatMap((s) => s.x.map(place)))
  const [least, most] = extentOf(series.flatMap((s) => s.y))
  const { svg, x, y } = axesOf(drawing, -0.5, last + 0.5, Math.min(0, least), Math.max(0, most))
  const slot = (x(1) - x(0)) * SHARE,
    thick = slot / series.length
  const bars = series.flatMap((s, at) =>
    s.y.map((value, i) =>
      value === null || value === 0
        ? ""
        : `<rect x="${px(x(place(s.x[i]!, i)) - slot / 2 + at * thick)}" ` +
          `y="${px(Math.min(y(0), y(value)))}" width="${px(Math.max(0.5, thick - 0.6))}" ` +
          `height="${px(Math.abs(y(0) - y(value)))}" fill="${s.colour}"/>`
    )
  )
  return svgOf(svg + bars.join(""), chart.title)
}

const NAMES = 190,
  NUMBERS = 60,
  BAR = 13,
  PAUSE = 8

/** Each bar with its value behind it, so that a small one beside a large one can be read too. */
export const drawSideBars = (drawing: Drawing): string => {
  const { chart, series } = drawing
  const names = [...new Set(series.flatMap((s) => s.x.map(String)))]
  const [least, most] = extentOf([0, ...series.flatMap((s) => s.y)])
  const scale = (WIDTH - NAMES - NUMBERS) / (most - least || 1)
  const row = series.length * BAR + PAUSE
  const rows = names.map((name, at) => {
    const top = at * row
    const bars = series.map((s, n) => {
      const value = s.y[s.x.findIndex((x) => String(x) === name)] ?? null
      const y = top + n * BAR
      if (value === null) return `<text class="quiet" x="${NAMES + 4}" y="${px(y + 10)}">not known</text>`
      const from = NAMES + (Math.min(0, value) - least) * scale,
        wide = Math.abs(value) * scale
      return (
        `<rect x="${px(from)}" y="${px(y)}" width="${px(wide)}" height="${BAR - 1.5}" ` +
        `fill="${s.colour}"/><text x="${px(from + wide + 4)}" ` +
        `y="${px(y + 10)}">${brief(value, 3)}</text>`
      )
    })
    return (
      `<text x="${NAMES - 6}" y="${px(top + (series.length * BAR) / 2 + 3.5)}" ` +
      `text-anchor="end">${escape(short(name, 30))}<title>${escape(name)}</title></text>${bars.join("")}`
    )
  })
  return svgOf(rows.join(""), chart.title, names.length * row)
}
