// What the full pipeline did, as lines, and where the processors' time went.
import type { Throughput } from "./measures.ts"
import type { ProcessorTime } from "./processorTime.ts"
import type { Line } from "./report.ts"

const mean = (list: ReadonlyArray<number>) => list.reduce((sum, x) => sum + x, 0) / list.length

/**
 * Where the processors' time went, for each thousand of what was sent; nothing where the system does not
 * tell.
 */
export const processorLines = (
  prefix: string,
  sent: number,
  what: string,
  spent: ReadonlyArray<ProcessorTime | null>
): ReadonlyArray<Line> =>
  (["server", "database", "sender"] as const).flatMap((who) => {
    const seconds = spent.reduce((sum, s) => sum + (s?.[who] ?? Number.NaN), 0)
    return Number.isNaN(seconds)
      ? []
      : [
          {
            key: `${prefix}processor_${who}`,
            label: `  processor time of the ${who}`,
            value: (seconds / sent) * 1e6,
            unit: `ms per 1,000 ${what}`,
            digits: 1
          }
        ]
  })

/** The lines of some runs; `raws`: rows a second of the raw inserts beside them. */
export const pipelineLines = (
  runs: ReadonlyArray<Throughput>,
  raws: ReadonlyArray<number>
): ReadonlyArray<Line> => {
  const rate = mean(runs.map((r) => r.rate))
  const events = runs.reduce((sum, r) => sum + r.events, 0),
    positions = runs.reduce((sum, r) => sum + r.positions, 0)
  return [
    {
      key: "pipeline",
      label: "full pipeline over HTTP, 50 rules, 1,000 fences, 1,000 subjects",
      value: rate,
      unit: "positions/s",
      target: { atLeast: 25_000 }
    },
    ...(raws.length === 0
      ? []
      : [
          {
            key: "ratio",
            label: "  of the raw insert",
            value: rate / mean(raws),
            unit: "",
            digits: 2,
            target: { atLeast: 0.35 }
          }
        ]),
    {
      key: "events_per_1000",
      label: "  events fired",
      value: (events / positions) * 1000,
      unit: "per 1,000 positions",
      digits: 1
    },
    { key: "events", label: "  events", value: mean(runs.map((r) => r.eventRate)), unit: "events/s" },
    ...processorLines(
      "",
      positions,
      "positions",
      runs.map((r) => r.spent)
    )
  ]
}
