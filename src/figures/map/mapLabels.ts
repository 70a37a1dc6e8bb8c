// Names of areas on a map, and their use.
import type { AnalysisGeometry, Shape } from "../../domain/analysis/Geometry.ts"
import { type Frame, linesOf } from "./frame.ts"
import { el, type FigureNode, px } from "../FigureNode.ts"
import { brief, LETTER_PX, short } from "../ink.ts"

/** The centre of the largest ring, where a name may stand. */
const middleOf = (shape: Shape, { x, y }: Frame): readonly [number, number] => {
  let best: readonly [area: number, x: number, y: number] = [0, 0, 0]
  for (const ring of linesOf(shape).lines) {
    let twice = 0,
      cx = 0,
      cy = 0
    ring.slice(1).forEach(([lon, lat], i) => {
      const [ax, ay, bx, by] = [x(ring[i]![0]!), y(ring[i]![1]!), x(lon!), y(lat!)]
      const cross = ax * by - bx * ay
      twice += cross
      cx += (ax + bx) * cross
      cy += (ay + by) * cross
    })
    if (Math.abs(twice) > best[0]) best = [Math.abs(twice), cx / (3 * twice), cy / (3 * twice)]
  }
  return [best[1], best[2]]
}

const LINE_PX = 13

/** Draws names and use of areas; a name that would lie on another moves down. */
export const drawLabels = (
  areas: ReadonlyArray<AnalysisGeometry>,
  frame: Frame
): ReadonlyArray<FigureNode> => {
  const taken: Array<readonly [left: number, right: number, top: number]> = []
  return areas.map(({ geom, label, properties }) => {
    const name = short(label, 26),
      half = (name.length * LETTER_PX) / 2
    const [cx, cy] = middleOf(geom, frame)
    const x = Math.min(frame.wide - half - 4, Math.max(half + 4, cx))
    let y = cy
    while (
      taken.some(
        ([left, right, top]) => x - half < right && x + half > left && Math.abs(y - top) < 2 * LINE_PX
      )
    )
      y += LINE_PX
    taken.push([x - half, x + half, y])
    const use = properties["animal_days_per_ha"]
    return el(
      "g",
      { className: "label", textAnchor: "middle" },
      el("text", { x: px(x), y: px(y) }, name),
      ...(typeof use === "number"
        ? [el("text", { x: px(x), y: px(y + LINE_PX - 1) }, `${brief(use, 2)} d/ha`)]
        : [])
    )
  })
}
