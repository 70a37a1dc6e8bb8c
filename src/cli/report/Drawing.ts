// A chart with the inks of its series: what every kind of chart is drawn from.
import type { Chart, Series } from "../../domain/analysis/Result.ts"

/** A series with its ink: who it is about decides the colour, what else it says the pattern of the line. */
export interface Inked extends Series {
  readonly colour: string
  /** SVG dash array; empty: solid */
  readonly dash: string
}

export interface Drawing {
  readonly chart: Omit<Chart, "series">
  readonly series: ReadonlyArray<Inked>
}
