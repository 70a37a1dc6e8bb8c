// How a rule's conditions read one subject over time, to be drawn: when they were true, false or unknown, and
// the figures they looked at.
import { type Evaluated, findingsIn } from "../domain/rule/conditions/Evaluated.ts"
import { tell } from "../domain/rule/conditions/registry.ts"
import type { Truth } from "../domain/rule/Facts.ts"
import { type Point, Series } from "./Series.ts"

/** From the moment the conditions were first found so until they were found otherwise; `[from, to)`, epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly value: Truth
}

export interface Drawn {
  readonly spans: ReadonlyArray<Span>
  readonly series: ReadonlyArray<{ readonly metric: string; readonly points: ReadonlyArray<Point> }>
}

/** Spans, points of a series, and figures of one subject that are kept. */
export const MAX_SPANS = 500
export const MAX_POINTS = 500
const MAX_SERIES = 10

export class Evaluation {
  private readonly changes: Array<{ readonly at: number; readonly value: Truth }> = []
  private readonly figures = new Map<string, Series>()

  /** Takes evaluations in the order of their moments. */
  note(at: number, evaluated: Evaluated): void {
    const { changes } = this
    if (changes.length <= MAX_SPANS && changes.at(-1)?.value !== evaluated.truth)
      changes.push({ at, value: evaluated.truth })
    const named = new Set<string>()
    for (const finding of findingsIn(evaluated)) {
      const { figure } = tell(finding)
      if (figure === undefined || figure.value === null || named.has(figure.name)) continue
      named.add(figure.name)
      this.figureOf(figure.name)?.add(at, figure.value)
    }
  }

  get seriesCount(): number {
    return this.figures.size
  }

  /** What was noted up to a moment. Beyond MAX_SPANS changes the rest is left out. */
  draw(to: number, points: number): Drawn {
    const { changes } = this
    return {
      spans: changes
        .slice(0, MAX_SPANS)
        .map(({ at, value }, i) => ({ from: at, to: changes[i + 1]?.at ?? to, value })),
      series: [...this.figures].map(([metric, series]) => ({ metric, points: series.points(points) }))
    }
  }

  private figureOf(name: string): Series | undefined {
    const known = this.figures.get(name)
    if (known !== undefined || this.figures.size >= MAX_SERIES) return known
    const fresh = new Series(MAX_POINTS)
    this.figures.set(name, fresh)
    return fresh
  }
}
