// The calendar of rest and use: a row for each area, a column for each day, darker with more animal-hours, and a span
// for each rest of a week or more.
import type { Metrics } from "../../domain/analysis/Result.ts"
import { el, type FigureNode, px, svg } from "../FigureNode.ts"
import { SHADE_COUNT } from "../figureStyle.ts"
import { brief, LETTER_PX, short } from "../ink.ts"
import { extentOf, linearScale, type Scale } from "../scale.ts"
import { drawMarks, namesOf } from "./axes.ts"
import { type ChartDrawing, type Drawn, fillKey, type InkedSeries } from "./ChartDrawing.ts"
import { dayMarks, dayScale, drawShades, shadeOf } from "./heat.ts"

const NAME_WIDTH = 190,
  REST_WIDTH = 74,
  ROW_HEIGHT = 24,
  CELL_HEIGHT = 17,
  FOOT_HEIGHT = 22

/** A rest shorter than this has no span: white cells say enough. */
const SPAN_DAYS = 7

/** A run of days of rest: the places of the first and the last. */
interface RestSpan {
  readonly first: number
  readonly last: number
}

/** Returns the runs of days of rest that are a week or longer. */
const spansOf = (isRest: ReadonlyArray<boolean>): ReadonlyArray<RestSpan> => {
  const spans: Array<RestSpan> = []
  let first: number | null = null
  for (let day = 0; day <= isRest.length; day++) {
    if (isRest[day] === true) {
      first ??= day
      continue
    }
    if (first !== null && day - first >= SPAN_DAYS) spans.push({ first, last: day - 1 })
    first = null
  }
  return spans
}

const drawSpan = ({ first, last }: RestSpan, x: Scale, middle: number): ReadonlyArray<FigureNode> => {
  const [from, to] = [x.toPixel(first - 0.5) + 1.5, x.toPixel(last + 0.5) - 1.5]
  const days = last - first + 1
  const text = [`rest ${days} days`, `${days} d`].find((words) => words.length * LETTER_PX + 16 < to - from)
  const line = (start: number, end: number) => `M${px(start)} ${px(middle)}H${px(end)}`
  const half = ((text?.length ?? 0) * LETTER_PX) / 2 + 4,
    centre = (from + to) / 2
  const body = text === undefined ? line(from, to) : line(from, centre - half) + line(centre + half, to)
  return [
    el("path", {
      className: "tick",
      d: `M${px(from)} ${px(middle - 4)}v8M${px(to)} ${px(middle - 4)}v8${body}`
    }),
    ...(text === undefined
      ? []
      : [el("text", { className: "note", x: px(centre), y: px(middle + 4), textAnchor: "middle" }, text)])
  ]
}

/** Returns the id of the area that a series of the calendar is about. */
const areaOf = ({ key, period }: InkedSeries): string => key.slice(`${period ?? ""}/`.length)

/**
 * Draws the calendar. `hours`: the animal-hours by day of the areas that were used, by the keys of the
 * series; `summary`: the figures of each area in the period.
 */
export const drawRestCalendar = (
  { chart, series, width }: ChartDrawing,
  hours: ReadonlyMap<string, ReadonlyArray<number | null>>,
  summary: Readonly<Record<string, Metrics>>
): Drawn => {
  const names = namesOf({ series })
  const left = Math.min(NAME_WIDTH, Math.round(width * 0.3)),
    right = width - REST_WIDTH
  const x = linearScale([-0.5, names.length - 0.5], [left, right])
  const [, most] = extentOf([0, ...[...hours.values()].flat()])
  const rows = series.flatMap((s, at) => {
    const top = at * ROW_HEIGHT,
      used = hours.get(s.key)
    const isRest = s.y.map((value) => value === 1)
    const shades = s.y.map((rest, day) =>
      rest === null || rest === 1 ? null : Math.max(1, shadeOf(used?.[day] ?? 0, most || 1))
    )
    const restDays = summary[areaOf(s)]?.["rest_days"]
    return [
      el("path", { className: "grid", d: `M0 ${top + ROW_HEIGHT - 3.5}H${px(width)}` }),
      el(
        "text",
        {
          x: left - 6,
          y: top + 12.5,
          textAnchor: "end",
          ...(s.isChosen === true ? { className: "strong" } : {})
        },
        short(s.label, Math.round((left - 6) / LETTER_PX)),
        el("title", {}, s.label)
      ),
      ...drawShades(shades, x, top, CELL_HEIGHT),
      ...spansOf(isRest).flatMap((span) => drawSpan(span, x, top + CELL_HEIGHT / 2)),
      ...(typeof restDays === "number"
        ? [el("text", { x: px(width - 4), y: top + 12.5, textAnchor: "end" }, `${brief(restDays)} d rest`)]
        : [])
    ]
  })
  const foot = series.length * ROW_HEIGHT
  const steps = Array.from({ length: SHADE_COUNT - 1 }, (_, n) => ({
    label: `to ${brief((most * (n + 1)) / (SHADE_COUNT - 1), 2)} h`,
    key: fillKey(`shade-${n + 1}`)
  }))
  return {
    svg: svg(
      chart.title,
      width,
      foot + FOOT_HEIGHT,
      ...rows,
      ...drawMarks(dayMarks(names, width), x, foot, width)
    ),
    legend: steps,
    note: "Days of use by animal-hours; an empty day is a day of rest.",
    plot: { left, right, top: 0, bottom: foot, x: dayScale(names, x), y: null }
  }
}
