// Warnings that a reader needs to judge the results of a movement run; warnings about fixes are in `track/quality.ts`.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import type { Measured } from "./measure.ts"

const ofOne = ({
  cleaned,
  homeRange,
  places
}: Measured): ReadonlyArray<Pick<Warning, "code" | "level" | "text" | "counts">> => {
  const fixes = cleaned.fixes.time.length
  const largest = (places?.places ?? []).reduce((most, place) => Math.max(most, place.fixes), 0)
  const kernel = homeRange?.kernel ?? null
  return [
    ...(largest <= 0.7 * fixes
      ? []
      : [
          {
            code: "single_cluster" as const,
            level: "notice" as const,
            counts: { fixes: largest, of: fixes, share: largest / fixes },
            text:
              `One cluster holds ${Math.round((100 * largest) / fixes)}% of the fixes: clusters know ` +
              `places, not times, and with frequent fixes almost everything is one. A smaller cell tells ` +
              `more places apart.`
          }
        ]),
    ...(kernel === null || kernel.bandwidthM >= kernel.side
      ? []
      : [
          {
            code: "bandwidth_below_cell" as const,
            level: "warning" as const,
            counts: { bandwidth_m: kernel.bandwidthM, cell_m: kernel.side },
            text:
              `The kernel bandwidth of ${kernel.bandwidthM.toFixed(1)} m is below a grid cell ` +
              `(${kernel.side.toFixed(1)} m): the areas by kernel density mean nothing. Give a larger ` +
              `bandwidth, or a shorter period.`
          }
        ])
  ]
}

/** Returns the warnings about the results of one track. */
export const resultWarnings = (measured: Measured, isCompared: boolean): ReadonlyArray<Warning> =>
  ofOne(measured).map((draft) => ({
    ...draft,
    subject: measured.subject.id,
    text:
      isCompared && measured.period.key === "comparison" ? `Comparison period: ${draft.text}` : draft.text,
    counts: { ...draft.counts, period: measured.period.key }
  }))

/**
 * Returns the warnings about a run. Distance grows with how often it is measured, so subjects that are
 * sampled differently must not be ranked by it.
 */
export const runWarnings = (all: ReadonlyArray<Measured>): ReadonlyArray<Warning> => {
  const intervals = all.map((m) => m.gaps.medianInterval).filter((seconds) => !Number.isNaN(seconds))
  const shortest = Math.min(...intervals),
    longest = Math.max(...intervals)
  return intervals.length < 2 || longest <= 2 * shortest
    ? []
    : [
        {
          code: "irregular_sampling",
          level: "warning",
          subject: null,
          counts: { shortest_s: shortest, longest_s: longest },
          text:
            `The median sampling intervals differ by more than a factor of two (${Math.round(shortest)} ` +
            `s to ${Math.round(longest)} s). Distance and speed depend on the interval: do not rank ` +
            `these tracks by them.`
        }
      ]
}
