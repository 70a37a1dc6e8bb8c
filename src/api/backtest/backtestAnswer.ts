// The answer of a rule test: all events and counts, and as many drawings as fit.
import { Effect } from "effect"
import type { MadeEvent } from "../../backtest/BacktestOptions.ts"
import type { Drawing } from "../../backtest/Drawings.ts"
import type { BacktestReport } from "../../backtest/runBacktest.ts"
import { formatInstant } from "../../domain/time.ts"
import { fitDrawings } from "./fitDrawings.ts"
import { eventAnswer, subjectOf } from "./eventAnswer.ts"

/** Limits of an answer with drawings, and of its events with traces. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const MAX_TRACED_BYTES = 2 * 1024 * 1024
/** bytes of everything but events and drawings */
const RESERVED_BYTES = 16 * 1024

const spansOf = (spans: Drawing["spans"]) =>
  spans.map((s) => ({ from: formatInstant(s.from), to: formatInstant(s.to), value: s.value }))

const shareOf = (share: number | null) => (share === null ? null : Number(share.toFixed(6)))

const drawingOf =
  (baseline: BacktestReport["baseline"]) =>
  ({ baseline: other, conditions, series, spans, subject, who }: Drawing) => ({
    subject: subjectOf(subject, who),
    spans: spansOf(spans),
    conditions: conditions.map((c) => ({
      path: c.path,
      true_share: shareOf(c.trueShare),
      spans: spansOf(c.spans)
    })),
    ...(baseline === null
      ? {}
      : {
          baseline_spans: spansOf(other ?? []),
          totals: baseline.subjects.get(subject.id) ?? { added: 0, removed: 0, unchanged: 0 }
        }),
    series: series.map(({ metric, points }) => ({
      metric,
      points: points.map((p) => ({ time: formatInstant(p.at), value: p.value }))
    }))
  })

interface Inclusions {
  readonly trace: boolean
  readonly evaluation: boolean
}

/** Writes events with their traces until those are too large; the events after it have none. */
const eventWriter = ({ evaluation, trace }: Inclusions) => {
  let bytes = 0,
    traced = trace
  const sizeOf = (value: unknown) => (evaluation ? Buffer.byteLength(JSON.stringify(value)) + 1 : 0)
  return {
    write: (e: MadeEvent) => {
      const withTrace = eventAnswer(traced)(e)
      const size = sizeOf(withTrace)
      if (!traced || bytes + size <= MAX_TRACED_BYTES) {
        bytes += size
        return withTrace
      }
      traced = false
      const withoutTrace = eventAnswer(false)(e)
      bytes += sizeOf(withoutTrace)
      return withoutTrace
    },
    bytes: () => bytes,
    isCut: () => trace && !traced
  }
}

/** Returns the answer of a rule test. Drawings are large, so it yields after each subject. */
export const backtestAnswer = Effect.fnUntraced(function* (
  report: BacktestReport,
  warnings: ReadonlyArray<object>,
  inclusions: Inclusions
) {
  const { baseline, counts, coveredTo, drawings, events, rowsRead, steps, total, truncatedBy } = report
  const writer = eventWriter(inclusions)
  const answer = {
    events: events.map(writer.write),
    total,
    counts,
    rows_read: rowsRead,
    steps,
    truncated: truncatedBy !== null,
    truncated_by: truncatedBy,
    covered_to: formatInstant(coveredTo),
    warnings,
    ...(baseline === null
      ? {}
      : {
          baseline: {
            added: baseline.added.map(writer.write),
            removed: baseline.removed.map(writer.write),
            unchanged: baseline.unchanged.map(writer.write),
            totals: baseline.totals,
            counts: baseline.counts
          }
        })
  }
  if (!inclusions.evaluation) return answer
  const names = drawings.reduce((sum, d) => sum + Buffer.byteLength((d.who.entity ?? d.who.device).name), 0)
  const fitted = fitDrawings(drawings, MAX_ANSWER_BYTES - RESERVED_BYTES - names - writer.bytes())
  const cutBy = new Set<string>(fitted.cutBy)
  if (report.undrawn > 0) cutBy.add("subjects")
  if (drawings.some((d) => d.isCut)) cutBy.add("spans")
  if (writer.isCut()) cutBy.add("traces")
  return {
    ...answer,
    evaluation: yield* Effect.forEach(fitted.drawn, (one) =>
      Effect.map(Effect.yieldNow, () => drawingOf(baseline)(one))
    ),
    evaluation_cut_by: [...cutBy].sort()
  }
})
