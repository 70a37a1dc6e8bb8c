// A chart with the inks of its series: what every kind of chart is drawn from.
import type { Chart, Series } from "../../domain/analysis/Result.ts"
import { el, svg } from "../FigureNode.ts"
import type { Figure, FigureOptions, LegendEntry } from "../Figure.ts"

/** A series with its ink: the subject decides the colour, what else it says the pattern of the line. */
export interface InkedSeries extends Series {
  /** class of its colour */
  readonly ink: string
  /** SVG dash array; empty: solid */
  readonly dash: string
  /** null: nothing is chosen */
  readonly isChosen: boolean | null
}

/** A chart to draw: its series inked, those that are not chosen first. */
export interface ChartDrawing {
  readonly chart: Omit<Chart, "series">
  readonly series: ReadonlyArray<InkedSeries>
  readonly width: number
  readonly height: number
  readonly chosen: FigureOptions["chosen"]
}

/** What a kind of chart gives. */
export type Drawn = Pick<Figure, "svg" | "legend" | "note" | "plot">

/** Draws the key of a line. */
const lineKey = ({ dash, ink }: Pick<InkedSeries, "dash" | "ink">) =>
  svg(
    "",
    22,
    8,
    el("path", {
      className: `line key ${ink}`,
      d: "M0 4H22",
      ...(dash === "" ? {} : { strokeDasharray: dash })
    })
  )

/** Draws the key of a filled place: an ink (`fill ink-0`) or a shade (`shade-2`). */
export const fillKey = (className: string) =>
  svg("", 22, 10, el("rect", { className, x: 4, y: 0, width: 14, height: 10, rx: 2 }))

/**
 * Returns the key of a chart's series, `bars` among them as bars; one series alone needs none, and what is
 * not chosen is one entry.
 */
export const legendOf = (
  series: ReadonlyArray<InkedSeries>,
  bars: ReadonlyArray<InkedSeries> = []
): ReadonlyArray<LegendEntry> => {
  const named = series.filter(({ isChosen }) => isChosen !== false)
  const others = series.length - named.length
  return series.length < 2
    ? []
    : [
        ...named.map((s) => ({
          label: s.label,
          key: bars.includes(s) ? fillKey(`fill ${s.ink}`) : lineKey(s)
        })),
        ...(others === 0 ? [] : [{ label: "others", key: lineKey({ ink: "ink-quiet", dash: "" }) }])
      ]
}
