// The frame of a chart: values up, places along, with labels that neither run into each other nor over the edge.
import { dateTicks, type Mark } from "../dateTicks.ts"
import { el, type FigureNode, px } from "../FigureNode.ts"
import type { Plot } from "../Figure.ts"
import { briefs, LETTER_PX } from "../ink.ts"
import { linearScale, type Scale, ticksOf } from "../scale.ts"
import type { ChartDrawing } from "./ChartDrawing.ts"

const LEFT_MARGIN = 58,
  RIGHT_MARGIN = 14,
  TOP_MARGIN = 12,
  BOTTOM_MARGIN = 38

/** The least distance between two labels along an axis. */
const LABEL_GAP_PX = 6

/** Axes of a drawing: where its values lie, and what is drawn behind them. */
export interface Axes extends Plot {
  readonly y: Scale
  readonly nodes: ReadonlyArray<FigureNode>
}

/** Returns the names along a chart of categories, in their order. */
export const namesOf = ({ series }: Pick<ChartDrawing, "series">): ReadonlyArray<string> => [
  ...new Set(series.flatMap((s) => s.x.map(String)))
]

/** Returns where the x of a series lie: numbers and times as they are, bins and names by their order. */
export const placesOf = (drawing: ChartDrawing): ((x: number | string, at: number) => number) => {
  const { chart } = drawing
  if (chart.edges !== undefined) return (_, at) => at
  if (chart.x_type === "number") return Number
  if (chart.x_type !== "category") return (x) => Date.parse(String(x))
  const places = new Map(namesOf(drawing).map((name, at) => [name, at]))
  return (x) => places.get(String(x))!
}

const marksOf = (drawing: ChartDrawing, low: number, high: number): ReadonlyArray<Mark> => {
  const { chart, width } = drawing
  const most = Math.max(2, Math.round(width / 107))
  if (chart.edges !== undefined) {
    const every = Math.ceil((chart.edges.length - 1) / (2 * most))
    const shown = chart.edges.flatMap((edge, at) => (at % every === 0 ? [{ at: at - 0.5, edge }] : []))
    const labels = briefs(
      shown.map(({ edge }) => edge),
      2
    )
    return shown.map(({ at }, i) => ({ at, label: labels[i]! }))
  }
  if (chart.x_type === "number") {
    const ticks = ticksOf(low, high),
      labels = briefs(ticks, 4)
    return ticks.map((at, i) => ({ at, label: labels[i]! }))
  }
  if (chart.x_type !== "category") return dateTicks(low, high, most)
  return namesOf(drawing).map((label, at) => ({ at, label }))
}

/**
 * Draws marks along a line. A label that would pass an edge moves in, one that would run into the label
 * before it is left out.
 */
export const drawMarks = (
  marks: ReadonlyArray<Mark>,
  x: Scale,
  top: number,
  width: number
): ReadonlyArray<FigureNode> => {
  let end = -Infinity
  return marks.flatMap(({ at, label }) => {
    const place = x.toPixel(at),
      half = (label.length * LETTER_PX) / 2
    const middle = Math.max(half, Math.min(width - half, place))
    const tick = el("path", { className: "tick", d: `M${px(place)} ${px(top)}v4` })
    if (middle - half < end + LABEL_GAP_PX) return [tick]
    end = middle + half
    return [tick, el("text", { x: px(middle), y: px(top + 15), textAnchor: "middle" }, label)]
  })
}

/** Bins of which more than this share is night are dark, of which some is are dim. */
const NIGHT_SHARE = 0.5,
  DUSK_SHARE = 0.05

/** Draws the night behind the hours of a day: two paths, however many hours. */
const drawNight = (
  { night = [] }: ChartDrawing["chart"],
  x: Scale,
  foot: number
): ReadonlyArray<FigureNode> => {
  const hour = (bin: number) => {
    const [left, right] = [px(x.toPixel(bin - 0.5)), px(x.toPixel(bin + 0.5))]
    return `M${left} ${TOP_MARGIN}H${right}V${foot}H${left}z`
  }
  const pathOf = (isShown: (share: number) => boolean) =>
    night.map((share, bin) => (isShown(share) ? hour(bin) : "")).join("")
  const dark = pathOf((share) => share > NIGHT_SHARE),
    dim = pathOf((share) => share > DUSK_SHARE && share <= NIGHT_SHARE)
  return [
    ...(dim === "" ? [] : [el("path", { className: "dusk", d: dim })]),
    ...(dark === "" ? [] : [el("path", { className: "night", d: dark }, el("title", {}, "night"))])
  ]
}

/** Makes axes over `low` to `high` along and `bottom` to `top` up. */
export const axesOf = (
  drawing: ChartDrawing,
  [low, high]: readonly [number, number],
  [bottom, top]: readonly [number, number]
): Axes => {
  const { chart, height, width } = drawing
  const right = width - RIGHT_MARGIN,
    foot = height - BOTTOM_MARGIN
  const x = linearScale([low, high], [LEFT_MARGIN, right]),
    y =
      bottom === top
        ? { ...linearScale([bottom, top], [foot, TOP_MARGIN]), toPixel: () => foot }
        : linearScale([bottom, top], [foot, TOP_MARGIN])
  const ticks = ticksOf(bottom, top),
    labels = briefs(ticks, 4)
  const rules = ticks.flatMap((value, i) => [
    el("path", { className: "grid", d: `M${LEFT_MARGIN} ${px(y.toPixel(value))}H${right}` }),
    el("text", { x: LEFT_MARGIN - 6, y: px(y.toPixel(value) + 3.5), textAnchor: "end" }, labels[i]!)
  ])
  return {
    left: LEFT_MARGIN,
    right,
    top: TOP_MARGIN,
    bottom: foot,
    x,
    y,
    nodes: [
      ...drawNight(chart, x, foot),
      ...rules,
      ...drawMarks(marksOf(drawing, low, high), x, foot, width),
      el("path", { className: "tick", d: `M${LEFT_MARGIN} ${foot}H${right}` }),
      el("text", { x: px((LEFT_MARGIN + right) / 2), y: height - 5, textAnchor: "middle" }, chart.x_label)
    ]
  }
}

/** Returns the plot of axes alone. */
export const plotOf = ({ bottom, left, right, top, x, y }: Axes): Plot => ({ bottom, left, right, top, x, y })

/** Says what is drawn behind the hours; null: nothing is. */
export const nightNote = ({ night = [] }: ChartDrawing["chart"]): string | null =>
  night.some((share) => share > DUSK_SHARE) ? "Behind: the hours of night, dimmer where some of it is." : null
