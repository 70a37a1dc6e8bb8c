// Series of a rule's values for a subject in the hours around an event, and when its conditions were true,
// computed by a rule test.
import { Effect } from "effect"
import type { reevaluateEvent } from "../../backtest/reevaluateEvent.ts"
import type { KnownSubject, Ports } from "../../backtest/ports.ts"
import { runBacktest } from "../../backtest/runBacktest.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { EVIDENCE_POINTS } from "../../domain/event/EventEvidence.ts"
import { reasonMessage } from "../../domain/event/reasonMessage.ts"
import type { Figure } from "../../domain/rule/words/readings.ts"
import { englishText } from "../../domain/rule/words/english.ts"
import { data, metricTitle, type Names } from "../../domain/rule/words/phrases.ts"
import { formatInstant } from "../../domain/time.ts"
import type { MetricSeries } from "../../store/tracking/measurements/MetricSeries.ts"

/** `MAX_VALUES` bounds the values that one series is made from. */
const MAX_VALUES = 100_000

/** Returns points as answers have them. */
export const pointAnswers = (points: ReadonlyArray<{ readonly at: number; readonly value: number }>) =>
  points.map((p) => ({ time: formatInstant(p.at), value: p.value }))

/** Returns the metrics whose windowed figures are also drawn as plain values, once each. */
const bareMetrics = (all: ReadonlyArray<Figure>) => [
  ...new Map(
    all
      .filter((f) => f.seconds !== null && !all.some((o) => o.name === f.metric))
      .map((f) => [f.metric, f] as const)
  ).values()
]

interface Hours {
  readonly judged: Effect.Success<ReturnType<typeof reevaluateEvent>>
  readonly someone: KnownSubject
  readonly visibility: Visibility
  readonly drawn: ReadonlyArray<Figure>
  readonly words: Names
  /** `[from, to)` around the event's `time`, epoch ms */
  readonly from: number
  readonly to: number
  readonly time: number
}

/** Returns the series and spans. `cut`: why they are incomplete; null: they are complete. */
export const evidenceLines = Effect.fn("evidenceLines")(function* (
  { past, series }: { readonly past: Ports; readonly series: MetricSeries["Service"] },
  { drawn, from, judged, someone, time, to, visibility, words }: Hours
) {
  const { projectId, entityId, id } = someone.subject
  const report = yield* runBacktest(
    past.history,
    {
      projectId,
      candidate: judged.kept,
      baseline: null,
      features: judged.ruleSet.features,
      edition: judged.ruleSet.version,
      from,
      to,
      now: to,
      devices: yield* past.subjects.devices(projectId),
      draw: true
    },
    [someone],
    yield* past.rules.activations(judged.kept.id)
  )
  const lines = report.drawings[0]
  if (lines === undefined) return { series: null, spans: null, cut: reasonMessage("notApplied") }

  const bare = yield* Effect.forEach(bareMetrics(drawn), (figure) =>
    series
      .read(projectId, visibility, {
        subject: entityId === null ? { deviceId: id } : { entityId },
        metric: figure.metric,
        from: Math.min(from, time - (figure.seconds ?? 0) * 1000),
        to,
        maxPoints: EVIDENCE_POINTS,
        most: MAX_VALUES
      })
      .pipe(
        Effect.map(({ points }) => [
          {
            metric: figure.metric,
            label: metricTitle(words, figure.metric),
            label_message: data(metricTitle(words, figure.metric)),
            unit: words.metric(figure.metric).unit,
            limit: figure.comparesValues ? figure.limit : null,
            points: pointAnswers(
              points.flatMap(({ at, value }) => (typeof value === "number" ? [{ at, value }] : []))
            ),
            window: null
          }
        ]),
        Effect.catchTag("TooManyValues", () => Effect.succeed([]))
      )
  )
  return {
    series: [
      ...lines.series.map(({ metric, points }) => {
        const figure = drawn.find((f) => f.name === metric)
        const { label = data(metric), limit = null, unit = null, window = null } = figure ?? {}
        return {
          metric,
          label: englishText(label),
          label_message: label,
          unit,
          limit,
          points: pointAnswers(points),
          window
        }
      }),
      ...bare.flat()
    ],
    spans: lines.spans.map((s) => ({
      from: formatInstant(s.from),
      to: formatInstant(s.to),
      value: s.value
    })),
    cut: report.truncatedBy === null ? null : reasonMessage("cut", { time: formatInstant(report.coveredTo) })
  }
})
