// What a rule test found, as its answer carries it: events and counts whole, what is drawn as far as it fits.
import { Effect } from "effect"
import type { MadeEvent } from "../../backtest/BacktestOptions.ts"
import type { Drawing } from "../../backtest/Drawings.ts"
import type { BacktestReport } from "../../backtest/runBacktest.ts"
import { formatInstant } from "../../domain/time.ts"
import { fitDrawings } from "./fitDrawings.ts"
import { eventAnswer, subjectOf } from "./madeEvents.ts"

/** Bytes of an answer that draws, and of them those that events may have with what was read for each. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_TRACED_BYTES = 2 * 1024 * 1024
/** for what stands beside events and drawings */
const FRAME_BYTES = 16 * 1024

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

interface Wants {
  readonly trace: boolean
  readonly evaluation: boolean
}

/** Writes events until what was read for them is too much beside what is drawn: the others have none. */
const eventWriter = ({ evaluation, trace }: Wants) => {
  let bytes = 0,
    traced = trace
  const sizeOf = (value: unknown) => (evaluation ? Buffer.byteLength(JSON.stringify(value)) + 1 : 0)
  return {
    write: (e: MadeEvent) => {
      const full = eventAnswer(traced)(e)
      const size = sizeOf(full)
      if (!traced || bytes + size <= MAX_TRACED_BYTES) {
        bytes += size
        return full
      }
      traced = false
      const brief = eventAnswer(false)(e)
      bytes += sizeOf(brief)
      return brief
    },
    bytes: () => bytes,
    isCut: () => trace && !traced
  }
}

/** The answer of a rule test. What is drawn is much: others have a turn after each subject. */
export const backtestAnswer = Effect.fnUntraced(function* (
  report: BacktestReport,
  warnings: ReadonlyArray<object>,
  wants: Wants
) {
  const { baseline, counts, coveredTo, drawings, events, rowsRead, steps, total, truncatedBy } = report
  const writer = eventWriter(wants)
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
  if (!wants.evaluation) return answer
  const names = drawings.reduce((sum, d) => sum + Buffer.byteLength((d.who.entity ?? d.who.device).name), 0)
  const fitted = fitDrawings(drawings, MAX_BYTES - FRAME_BYTES - names - writer.bytes())
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
