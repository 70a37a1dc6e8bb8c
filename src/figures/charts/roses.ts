// Angles round a circle: 0 up and straight on, 90 to the right. The area of a slice is its share, so that a subject
// with more fixes is not larger.
import { el, px, svg } from "../FigureNode.ts"
import { LETTER_PX, short } from "../ink.ts"
import type { ChartDrawing, Drawn } from "./ChartDrawing.ts"

const RADIUS = 78,
  CELL_WIDTH = 213,
  CELL_HEIGHT = 2 * RADIUS + 56

const directions = [
  [0, -RADIUS - 4, "0°"],
  [RADIUS + 12, 3.5, "90°"],
  [0, RADIUS + 12, "180°"],
  [-RADIUS - 14, 3.5, "−90°"]
] as const

/** Draws a rose for each series; of a chosen subject its own alone. */
export const drawRoses = ({ chart, series, width }: ChartDrawing): Drawn => {
  const chosen = series.filter(({ isChosen }) => isChosen === true)
  const shown = chosen.length === 0 ? series : chosen
  const shares = shown.map((s) => {
    const total = s.y.reduce((sum: number, value) => sum + (value ?? 0), 0)
    return s.y.map((value) => (total === 0 ? 0 : (value ?? 0) / total))
  })
  const top = shares.flat().reduce((most, share) => Math.max(most, share), 0) || 1
  const perRow = Math.max(1, Math.min(shown.length, Math.floor(width / CELL_WIDTH)))
  const cell = width / perRow
  const roses = shown.map((s, at) => {
    const cx = cell / 2 + (at % perRow) * cell,
      cy = RADIUS + 18 + Math.floor(at / perRow) * CELL_HEIGHT,
      bins = s.y.length
    const slices = shares[at]!.map((share, i) => {
      if (share === 0) return ""
      const r = Math.sqrt(share / top) * RADIUS,
        middle = chart.edges === undefined ? (i / bins) * 360 : (chart.edges[i]! + chart.edges[i + 1]!) / 2
      const on = (angle: number) =>
        `${px(cx + r * Math.sin((angle * Math.PI) / 180))} ${px(cy - r * Math.cos((angle * Math.PI) / 180))}`
      return (
        `M${px(cx)} ${px(cy)}L${on(middle - 180 / bins)}A${px(r)} ${px(r)} 0 0 ` +
        `1 ${on(middle + 180 / bins)}Z`
      )
    })
    return el(
      "g",
      {},
      el("circle", { className: "ring", cx: px(cx), cy: px(cy), r: RADIUS }),
      el("circle", { className: "ring", cx: px(cx), cy: px(cy), r: px(RADIUS / Math.SQRT2) }),
      el("path", { className: `fill ${s.ink}`, d: slices.join("") }),
      ...directions.map(([dx, dy, text]) =>
        el("text", { x: px(cx + dx), y: px(cy + dy), textAnchor: "middle" }, text)
      ),
      el(
        "text",
        { className: "strong", x: px(cx), y: px(cy + RADIUS + 29), textAnchor: "middle" },
        short(s.label, Math.floor(cell / (LETTER_PX * 1.2)))
      )
    )
  })
  return {
    svg: svg(chart.title, width, Math.ceil(shown.length / perRow) * CELL_HEIGHT, ...roses),
    legend: [],
    note:
      `0° is straight on, 90° to the right, 180° back. The outer circle ` +
      `is ${(top * 100).toFixed(0)}% of the turns, the inner one half of that.`,
    plot: null
  }
}
