// Many series as rows: a column for each day or bin, darker for more.
import { dateTicks, type Mark } from "../dateTicks.ts"
import { el, type FigureNode, px, svg } from "../FigureNode.ts"
import { SHADE_COUNT } from "../figureStyle.ts"
import { brief, briefs, LETTER_PX, short } from "../ink.ts"
import { extentOf, linearScale, type Scale } from "../scale.ts"
import { drawMarks, namesOf } from "./axes.ts"
import { type ChartDrawing, type Drawn, fillKey } from "./ChartDrawing.ts"

const NAME_WIDTH = 190,
  RIGHT_MARGIN = 30,
  ROW_HEIGHT = 17,
  GAP_HEIGHT = 3,
  FOOT_HEIGHT = 22,
  DAY_MS = 86_400_000

/** Returns the shade of a value: 0 is none, the last one the most. */
export const shadeOf = (value: number, most: number): number =>
  value <= 0 ? 0 : Math.min(SHADE_COUNT - 1, 1 + Math.floor((value / most) * (SHADE_COUNT - 1) * 0.999))

/**
 * Draws the values of a row as one path for each shade: neighbours of one shade are one piece, `gap` pixels
 * apart from the next; a null has none.
 */
export const drawShades = (
  shades: ReadonlyArray<number | null>,
  x: Scale,
  top: number,
  height: number
): ReadonlyArray<FigureNode> => {
  const paths = Array.from({ length: SHADE_COUNT }, () => "")
  let from = 0
  for (let at = 1; at <= shades.length; at++) {
    const shade = shades[from] ?? null
    if (at < shades.length && (shades[at] ?? null) === shade) continue
    if (shade !== null) {
      const [left, right] = [px(x.toPixel(from - 0.5)), px(x.toPixel(at - 0.5))]
      paths[shade] += `M${left} ${px(top)}H${right}v${px(height)}H${left}z`
    }
    from = at
  }
  return paths.flatMap((d, shade) => (d === "" ? [] : [el("path", { className: `shade-${shade}`, d })]))
}

/** Returns marks of days along columns that are counted from 0. */
export const dayMarks = (names: ReadonlyArray<string>, width: number): ReadonlyArray<Mark> => {
  const places = new Map(names.map((name, at) => [name, at]))
  const [first, last] = extentOf(names.map((name) => Date.parse(name)))
  return dateTicks(first, last, Math.max(2, Math.round(width / 130))).flatMap(({ at, label }) => {
    const place = places.get(new Date(at).toISOString().slice(0, 10))
    return place === undefined ? [] : [{ at: place, label }]
  })
}

/** Returns a scale of days for the figure: what is drawn by columns is asked by epoch ms. */
export const dayScale = (names: ReadonlyArray<string>, columns: Scale): Scale => {
  const first = Date.parse(names[0] ?? "")
  return {
    toPixel: (ms) => columns.toPixel((ms - first) / DAY_MS),
    toValue: (pixel) => first + columns.toValue(pixel) * DAY_MS
  }
}

/** Draws every series as a row. */
export const drawHeat = ({ chart, series, width }: ChartDrawing): Drawn => {
  const isByDay = chart.x_type === "date"
  const names = isByDay ? namesOf({ series }).toSorted() : namesOf({ series })
  const left = Math.min(NAME_WIDTH, Math.round(width * 0.3))
  const x = linearScale([-0.5, names.length - 0.5], [left, width - RIGHT_MARGIN])
  const [, most] = extentOf([0, ...series.flatMap((s) => s.y)])
  const rows = series.flatMap((s, at) => {
    const values = new Map(s.x.map((name, i) => [String(name), s.y[i] ?? null]))
    const shades = names.map((name) => {
      const value = values.get(name) ?? null
      return value === null ? null : shadeOf(value, most || 1)
    })
    return [
      el(
        "text",
        { x: left - 6, y: px(at * ROW_HEIGHT + 11), textAnchor: "end" },
        short(s.label, Math.round((left - 6) / LETTER_PX)),
        el("title", {}, s.label)
      ),
      ...drawShades(shades, x, at * ROW_HEIGHT, ROW_HEIGHT - GAP_HEIGHT)
    ]
  })
  const foot = series.length * ROW_HEIGHT
  const edges = chart.edges ?? names.map(Number),
    every = Math.ceil(edges.length / 12)
  const labels = briefs(
    edges.filter((_, at) => at % every === 0),
    2
  )
  const marks = isByDay ? dayMarks(names, width) : labels.map((label, i) => ({ at: i * every - 0.5, label }))
  const steps = Array.from({ length: SHADE_COUNT - 1 }, (_, n) => ({
    label: `to ${brief((most * (n + 1)) / (SHADE_COUNT - 1), 2)}`,
    key: fillKey(`shade-${n + 1}`)
  }))
  return {
    svg: svg(chart.title, width, foot + FOOT_HEIGHT, ...rows, ...drawMarks(marks, x, foot, width)),
    legend: [{ label: "0", key: fillKey("shade-0") }, ...steps],
    note: null,
    plot: {
      left,
      right: width - RIGHT_MARGIN,
      top: 0,
      bottom: foot,
      x: isByDay ? dayScale(names, x) : x,
      y: null
    }
  }
}
