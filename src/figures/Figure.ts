// A figure: a drawing with its title, its key and the scales of its axes.
import type { FigureNode } from "./FigureNode.ts"
import type { Scale } from "./scale.ts"

/** One entry of the key of a figure. */
export interface LegendEntry {
  readonly label: string
  /** a small drawing of the line or the colour */
  readonly key: FigureNode
}

/** Where values lie in a drawing, in its own pixels. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /**
   * Along: numbers as they are, times and days as epoch ms (a day is its midnight in UTC), bins and names by
   * their order from 0.
   */
  readonly x: Scale
  /** Up: null where rows stand above each other. */
  readonly y: Scale | null
}

/** A drawing with what stands around it. */
export interface Figure {
  /** of the chart, with its period where a chart gives a figure for each */
  readonly key: string
  readonly title: string
  readonly unit: string | null
  /** null: nothing is known */
  readonly svg: FigureNode | null
  readonly legend: ReadonlyArray<LegendEntry>
  /** how to read it, where that is not plain */
  readonly note: string | null
  /** it wants the whole width of a page */
  readonly isWide: boolean
  /** null: a figure without axes */
  readonly plot: Plot | null
}

/** What a figure is asked for with. */
export interface FigureOptions {
  /** of a chart, in pixels of its own; 640 and 250 unless said */
  readonly width?: number
  readonly height?: number
  /**
   * The subject or area that is in colour while all others are grey. Its id and its label: series have the
   * one, bars by name the other.
   */
  readonly chosen?: { readonly id: string; readonly label: string }
}
