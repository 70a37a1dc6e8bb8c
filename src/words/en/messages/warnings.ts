// English texts of the warnings of an analysis: what a reader must know before believing a figure.
import { durationIn, fixedIn, percentIn, precisionIn } from "../../measures.ts"
import type { Phrase } from "../../message.ts"
import { countsIn, numbersIn, parts, separated } from "../../tools.ts"

const counts = countsIn("en-GB")
const numberOf = numbersIn("en-GB")
const percent = percentIn("en-GB", (figure) => `below ${figure}`)
const fixed = fixedIn("en-GB")
const precise = precisionIn("en-GB")
const duration = durationIn("en-GB", (figure) => `${figure} days`)

const fixes = (count: number) => counts(count, { one: "# fix", other: "# fixes" })
const gaps = (count: number) => counts(count, { one: "# gap", other: "# gaps" })
const were = (count: number) => (count === 1 ? "was" : "were")

/** warnings are the texts of the warnings of an analysis. */
export const warnings = {
  inComparison: (p: { said: Phrase }) => parts<Phrase>`Comparison period: ${p.said}`,
  ofSide: (p: { side: Phrase; said: Phrase }) => parts<Phrase>`${p.side}: ${p.said}`,
  sides: {
    herd: "Herd",
    otherHerd: "Other herd",
    main: "Main period",
    comparison: "Comparison period"
  },
  noFixes: "No fixes in the period.",
  fewFixes: (p: { fixes: number; needed: number }) =>
    `Only ${fixes(p.fixes)}: below ${numberOf(p.needed)} no home range and no clusters are computed.`,
  missingFixes: (p: { share: number; intervalSeconds: number }) =>
    `${percent(p.share)} of the fixes expected from a median interval of ${duration(p.intervalSeconds)} are missing.`,
  gapsInTrack: (p: { share: number; gaps: number; gapHours: number }) =>
    `${percent(p.share)} of the time from the first fix to the last is silence: ${gaps(p.gaps)} longer than ` +
    `${numberOf(p.gapHours)} h.`,
  gapsInPeriod: (p: { share: number; gaps: number; gapHours: number }) =>
    `${percent(p.share)} of the period is silence: ${gaps(p.gaps)} longer than ${numberOf(p.gapHours)} h, and the ` +
    `time before the first and after the last fix.`,
  irregularSampling: (p: { p90Seconds: number; medianSeconds: number }) =>
    `Fixes came irregularly: a tenth of the intervals is longer than ${duration(p.p90Seconds)}, half of them ` +
    `shorter than ${duration(p.medianSeconds)}. The mean of step speeds then weighs the short intervals; ` +
    `distance over time stands beside it.`,
  gapThresholdNearInterval: (p: {
    gapHours: number
    medianSeconds: number
    gaps: number
    steps: number
    justAbove: number
    suggestedHours: number
  }) =>
    `The gap threshold of ${numberOf(p.gapHours)} h is close to how often the device reports (median ` +
    `${duration(p.medianSeconds)}): ${numberOf(p.gaps)} of ` +
    `${counts(p.steps, { one: "# step", other: "# steps" })} are gaps` +
    (p.justAbove === 0 ? "" : `, ${numberOf(p.justAbove)} of them by a few minutes`) +
    `, and no distance is counted in them. Try a gap threshold of ${numberOf(p.suggestedHours)} h.`,
  tooFast: (p: { fixes: number; share: number; maxSpeed: number; mayBeBird: 0 | 1 }) =>
    `${fixes(p.fixes)} (${percent(p.share)}) left out: reaching them takes more than ${numberOf(p.maxSpeed)} m/s.` +
    (p.mayBeBird === 1
      ? " Birds in flight are faster than that: give a higher `max_speed_mps` for them."
      : ""),
  duplicates: (p: { fixes: number; conflicting: number }) =>
    `${fixes(p.fixes)} had the time of another one and ${were(p.fixes)} left out` +
    (p.conflicting === 0
      ? "."
      : `, ${numberOf(p.conflicting)} of them at a different place. The one with the best accuracy was kept, else ` +
        `the one from more satellites, else the first.`),
  invalidRecords: (p: { records: number }) =>
    `${counts(p.records, { one: "# record", other: "# records" })} already marked as invalid, or with an ` +
    `impossible time or place, ${were(p.records)} left out.`,
  poorGnss: (p: { fixes: number; accuracyMetres: number; fewSatellites: number; satellites: number }) =>
    `${fixes(p.fixes)} with an accuracy worse than ${numberOf(p.accuracyMetres)} m and ` +
    `${numberOf(p.fewSatellites)} from fewer than ${numberOf(p.satellites)} satellites; they are counted in all ` +
    `figures.`,
  cellBelowAccuracy: (p: { cellMetres: number; accuracyMetres: number }) =>
    `The grid cell of ${numberOf(p.cellMetres)} m is smaller than the accuracy of the fixes (median ` +
    `${fixed(p.accuracyMetres, 0)} m): neighbouring cells cannot be told apart.`,
  /** positions that were left out as asked; `places`: some of them */
  repeatedLeftOut: (p: { fixes: number; share: number; places: string; placeCount: number }) =>
    `${fixes(p.fixes)} (${percent(p.share)}) at ` +
    `${p.placeCount === 1 ? "a far position" : "far positions"} that the device repeats (${p.places}) ` +
    `${were(p.fixes)} left out, as asked.`,
  onePosition: (p: { fixes: number; place: string }) =>
    `All ${numberOf(p.fixes)} fixes are at exactly one position (${p.place}).`,
  repeatedPosition: (p: { fixes: number; share: number; place: string; awayKm: number }) =>
    `${fixes(p.fixes)} (${percent(p.share)}) ${p.fixes === 1 ? "is" : "are"} at exactly one position ` +
    `(${p.place}), ${fixed(p.awayKm, 0)} km from the others: probably what the device sends without a fix. Mark ` +
    `them as invalid and run again.`,
  collarChange: (p: { changes: ReadonlyArray<Phrase>; more: number }) => [
    "The device changed inside the period: ",
    ...separated(p.changes, "; "),
    ...(p.more === 0 ? [] : [`; and ${numberOf(p.more)} times more`]),
    "."
  ],
  /** `at`: UTC, to the minute */
  change: (p: { at: string; from: string; to: string }) => `on ${p.at} UTC from ${p.from} to ${p.to}`,
  unassignedPeriod: (p: { seconds: number; share: number }) =>
    `No device was assigned for ${duration(p.seconds)} of the period (${percent(p.share)}).`,
  singleCluster: (p: { share: number }) =>
    `One cluster holds ${percent(p.share)} of the fixes: clusters know places, not times, and with frequent fixes ` +
    `almost everything is one. A smaller cell tells more places apart.`,
  bandwidthBelowCell: (p: { bandwidthMetres: number; cellMetres: number }) =>
    `The kernel bandwidth of ${fixed(p.bandwidthMetres, 1)} m is below a grid cell (${fixed(p.cellMetres, 1)} m): ` +
    `the areas by kernel density mean nothing. Give a larger bandwidth, or a shorter period.`,
  unlikeIntervals: (p: { shortestSeconds: number; longestSeconds: number }) =>
    `The median sampling intervals differ by more than a factor of two (${fixed(p.shortestSeconds, 0)} s to ` +
    `${fixed(p.longestSeconds, 0)} s). Distance and speed depend on the interval: do not rank these tracks by them.`,
  fewTracked: (p: { tracked: number; herd: number }) =>
    `${numberOf(p.tracked)} of ${numberOf(p.herd)} animals tracked. Figures are of the tracked ones; they stand ` +
    `for the herd only as far as it kept together.`,
  weightMissing: (p: { missing: number; animals: number; key: string; names: string }) =>
    `${numberOf(p.missing)} of ${numberOf(p.animals)} animals lack a usable number "${p.key}" and count one: ` +
    `${p.names}.`,
  overlap: (p: { pairs: ReadonlyArray<Phrase>; more: number }) => [
    "Areas overlap, and time in their common ground counts in each, so shares can add up to more than 100%: ",
    ...separated(p.pairs, ", "),
    ...(p.more === 0 ? [] : [` and ${numberOf(p.more)} more`]),
    ". Shares inside and outside are of the union."
  ],
  overlapOf: (p: { area: string; other: string; hectares: number }) =>
    `${p.area} and ${p.other} (${precise(p.hectares)} ha)`,
  smallArea: (p: { area: string; widthMetres: number; accuracyMetres: number }) =>
    `${p.area} is ${fixed(p.widthMetres, 0)} m wide, and the accuracy of the fixes is ` +
    `${fixed(p.accuracyMetres, 0)} m (median): many fixes will be on the wrong side of its border.`,
  seasonMissing: (p: { season: string; from: string; to: string }) =>
    `The period has no day of the season ${p.season} (${p.from} to ${p.to}).`,
  seasonCut: (p: { season: string; from: string; to: string; days: number }) =>
    `The period has only a part of the season ${p.season} (${p.from} to ${p.to}): ` +
    `${counts(p.days, { one: "# day", other: "# days" })} of it.`
}
