// How a rule's conditions read one subject over time, for a chart: when they were true, false or unknown, all
// together and each alone, and the figures they read.
import { type Evaluated, findingsIn } from "../domain/rule/conditions/Evaluated.ts"
import { summarize } from "../domain/rule/conditions/registry.ts"
import { type Point, Series } from "./Series.ts"
import { type Span, Spans } from "./Spans.ts"

/** DrawnCondition is one condition of the document; `path`: JSON Pointer to it. */
interface DrawnCondition {
  readonly path: string
  readonly spans: ReadonlyArray<Span>
  /** share of the time it was true, 0 to 1; null: it was never evaluated */
  readonly trueShare: number | null
}

/** Drawn is a recorded evaluation. */
export interface Drawn {
  readonly spans: ReadonlyArray<Span>
  readonly conditions: ReadonlyArray<DrawnCondition>
  readonly series: ReadonlyArray<{ readonly metric: string; readonly points: ReadonlyArray<Point> }>
  /** a list of spans was cut at MAX_SPANS */
  readonly isCut: boolean
}

/** MAX_POINTS bounds the points of a series, MAX_SERIES the series of one subject. */
export const MAX_POINTS = 500
const MAX_SERIES = 10

/** Evaluation records how one rule reads one subject. */
export class Evaluation {
  private readonly whole = new Spans()
  private readonly parts: ReadonlyArray<{ readonly path: string; readonly spans: Spans }>
  private readonly figures = new Map<string, Series>()

  /** `paths`: of the leaves of the tree, in document order. */
  constructor(paths: ReadonlyArray<string> = []) {
    this.parts = paths.map((path) => ({ path, spans: new Spans() }))
  }

  /** Records an evaluation; moments ascend. */
  note(at: number, evaluated: Evaluated): void {
    this.whole.note(at, evaluated.truth)
    const named = new Set<string>()
    for (const [i, finding] of findingsIn(evaluated).entries()) {
      this.parts[i]?.spans.note(at, finding.truth)
      const { figure } = summarize(finding)
      if (figure === undefined || figure.value === null || named.has(figure.name)) continue
      named.add(figure.name)
      this.figureOf(figure.name)?.add(at, figure.value)
    }
  }

  get seriesCount(): number {
    return this.figures.size
  }

  /** Returns what was recorded up to a moment. */
  draw(to: number, points: number): Drawn {
    const { parts, whole } = this
    return {
      spans: whole.upTo(to),
      conditions: parts.map(({ path, spans }) => ({
        path,
        spans: spans.upTo(to),
        trueShare: spans.trueShare(to)
      })),
      series: [...this.figures].map(([metric, series]) => ({ metric, points: series.points(points) })),
      isCut: whole.isCut || parts.some((p) => p.spans.isCut)
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
