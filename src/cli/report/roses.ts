// Angles round a circle: 0 up and straight on, 90 to the right; the area of a slice is its share, so that who
// has more fixes is not larger.
import { svgOf, WIDTH } from "./axes.ts"
import type { Drawing } from "./Drawing.ts"
import { escape, px, short } from "./ink.ts"

const RADIUS = 78,
  PER_ROW = 3
const WIDE = WIDTH / PER_ROW,
  TALL = 2 * RADIUS + 56

export const drawRoses = ({ chart, series }: Drawing): string => {
  const shares = series.map((s) => {
    const total = s.y.reduce((sum: number, value) => sum + (value ?? 0), 0)
    return s.y.map((value) => (total === 0 ? 0 : (value ?? 0) / total))
  })
  const top = shares.flat().reduce((most, share) => Math.max(most, share), 0) || 1
  const roses = series.map((s, at) => {
    const cx = WIDE / 2 + (at % PER_ROW) * WIDE,
      cy = RADIUS + 18 + Math.floor(at / PER_ROW) * TALL,
      bins = s.y.length
    const slices = shares[at]!.map((share, i) => {
      const r = Math.sqrt(share / top) * RADIUS,
        middle = chart.edges === undefined ? (i / bins) * 360 : (chart.edges[i]! + chart.edges[i + 1]!) / 2
      const on = (angle: number) =>
        `${px(cx + r * Math.sin((angle * Math.PI) / 180))} ${px(cy - r * Math.cos((angle * Math.PI) / 180))}`
      return (
        `<path d="M${px(cx)} ${px(cy)}L${on(middle - 180 / bins)}A${px(r)} ${px(r)} 0 0 ` +
        `1 ${on(middle + 180 / bins)}Z"><title>${(share * 100).toFixed(1)}%</title></path>`
      )
    })
    const names = (
      [
        [0, -RADIUS - 4, "0°"],
        [RADIUS + 12, 3.5, "90°"],
        [0, RADIUS + 12, "180°"],
        [-RADIUS - 14, 3.5, "−90°"]
      ] as const
    ).map(
      ([dx, dy, text]) => `<text x="${px(cx + dx)}" y="${px(cy + dy)}" text-anchor="middle">${text}</text>`
    )
    return (
      `<g class="rose"><circle cx="${px(cx)}" cy="${px(cy)}" r="${RADIUS}"/><circle cx="${px(cx)}" ` +
      `cy="${px(cy)}" r="${px(RADIUS / Math.SQRT2)}"/><g ` +
      `fill="${s.colour}">${slices.join("")}</g>${names.join("")}<text class="name" x="${px(cx)}" ` +
      `y="${px(cy + RADIUS + 29)}" text-anchor="middle">${escape(short(s.label, 26))}</text></g>`
    )
  })
  return (
    svgOf(roses.join(""), chart.title, Math.ceil(series.length / PER_ROW) * TALL) +
    `<p class="quiet">0° is straight on, 90° to the right, 180° back. The outer circle ` +
    `is ${(top * 100).toFixed(0)}% of the turns, the inner one half of that.</p>`
  )
}
