// Warnings that a reader needs to judge the results of a movement run; warnings about fixes are in `track/quality.ts`.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import {
  type DraftWarning,
  messageOf,
  notice,
  warning,
  warningAbout,
  warningInPeriod
} from "../result/warnings.ts"
import type { Measured } from "./measure.ts"

const ofOne = ({ cleaned, homeRange, places }: Measured): ReadonlyArray<DraftWarning> => {
  const fixes = cleaned.fixes.time.length
  const largest = (places?.places ?? []).reduce((most, place) => Math.max(most, place.fixes), 0)
  const share = largest / fixes
  const kernel = homeRange?.kernel ?? null
  return [
    ...(largest <= 0.7 * fixes
      ? []
      : [
          notice("single_cluster", messageOf("singleCluster", { share }), {
            fixes: largest,
            of: fixes,
            share
          })
        ]),
    ...(kernel === null || kernel.bandwidthM >= kernel.side
      ? []
      : [
          warning(
            "bandwidth_below_cell",
            messageOf("bandwidthBelowCell", { bandwidthMetres: kernel.bandwidthM, cellMetres: kernel.side }),
            { bandwidth_m: kernel.bandwidthM, cell_m: kernel.side }
          )
        ])
  ]
}

/** Returns the warnings about the results of one track. */
export const resultWarnings = (measured: Measured, isCompared: boolean): ReadonlyArray<Warning> =>
  ofOne(measured).map((draft) => warningInPeriod(measured.subject.id, measured.period.key, isCompared, draft))

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
        warningAbout(
          null,
          warning(
            "irregular_sampling",
            messageOf("unlikeIntervals", { shortestSeconds: shortest, longestSeconds: longest }),
            { shortest_s: shortest, longest_s: longest }
          )
        )
      ]
}
