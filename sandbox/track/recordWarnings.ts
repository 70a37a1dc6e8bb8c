// Warnings about single records: those left out, and those that are in every figure and may be wrong.
import { repeatedPosition } from "./repeatedPosition.ts"
import {
  type ExaminedTrack,
  MIN_GOOD_SATELLITES,
  POOR_ACCURACY_M,
  type QualityCounts
} from "./qualityCounts.ts"
import { type DraftWarning, notice, percent, plural, warning } from "./warningText.ts"

/** Too fast, twice, invalid, inaccurate, and at a place that the device repeats. */
export const ofRecords = (
  { cellM, cleaned, isDefaultSpeed, maxSpeed, subject }: ExaminedTrack,
  counts: QualityCounts
): ReadonlyArray<DraftWarning> => {
  const drafts: Array<DraftWarning> = []
  if (counts.tooFast > 0) {
    const share = counts.tooFast / (counts.fixes + counts.tooFast)
    const birds =
      isDefaultSpeed && !subject.isLivestock && share > 0.01
        ? " Birds in flight are faster than that: give a higher `max_speed_mps` for them."
        : ""
    drafts.push(
      (share > 0.01 ? warning : notice)(
        "impossible_speed",
        `${plural(counts.tooFast, "fix", "fixes")} (${percent(share)}) left out: reaching them takes ` +
          `more than ${maxSpeed} m/s.${birds}`,
        { excluded: counts.tooFast, share, max_speed_mps: maxSpeed }
      )
    )
  }
  if (counts.duplicates > 0) {
    drafts.push(
      (counts.conflicting > 0 ? warning : notice)(
        "duplicates",
        `${plural(counts.duplicates, "fix", "fixes")} had the time of another one ` +
          `and ${counts.duplicates === 1 ? "was" : "were"} left ` +
          (counts.conflicting === 0
            ? "out."
            : `out, ${counts.conflicting} of them at a different place. The one with the best accuracy was ` +
              `kept, else the one from more satellites, else the first.`),
        { duplicates: counts.duplicates, conflicting: counts.conflicting }
      )
    )
  }
  if (counts.invalid > 0) {
    drafts.push(
      notice(
        "timestamp_anomalies",
        `${plural(counts.invalid, "record")} already marked as invalid, or with an impossible time or ` +
          `place, ${counts.invalid === 1 ? "was" : "were"} left out.`,
        { invalid: counts.invalid }
      )
    )
  }
  if (counts.poorAccuracy + counts.fewSatellites > 0) {
    drafts.push(
      notice(
        "poor_gnss",
        `${plural(counts.poorAccuracy, "fix", "fixes")} with an accuracy worse ` +
          `than ${POOR_ACCURACY_M} m and ${counts.fewSatellites} from fewer than ${MIN_GOOD_SATELLITES} ` +
          `satellites; they are counted in all figures.`,
        { poor_accuracy: counts.poorAccuracy, few_satellites: counts.fewSatellites, fixes: counts.fixes }
      )
    )
  }
  if (counts.medianAccuracy > cellM) {
    drafts.push(
      notice(
        "cell_below_accuracy",
        `The grid cell of ${cellM} m is smaller than the accuracy of the fixes ` +
          `(median ${counts.medianAccuracy.toFixed(0)} m): neighbouring cells cannot be told apart.`,
        { cell_m: cellM, median_accuracy_m: counts.medianAccuracy }
      )
    )
  }
  if (cleaned.sentinels > 0) {
    const { rows, sentinelPlaces, sentinels } = cleaned,
      where = sentinelPlaces
        .slice(0, 5)
        .map(({ lat, lon }) => `${lat}, ${lon}`)
        .join("; ")
    const places =
      `at ${sentinelPlaces.length === 1 ? "a far position" : "far positions"} that the device repeats ` +
      `(${where}${sentinelPlaces.length > 5 ? "; ..." : ""})`
    drafts.push(
      notice(
        "repeated_position",
        `${plural(sentinels, "fix", "fixes")} ` +
          `(${percent(sentinels / rows)}) ${places} ${sentinels === 1 ? "was" : "were"} left out, as ` +
          `asked.`,
        { left_out: sentinels, records: rows }
      )
    )
  }
  const repeated = repeatedPosition(cleaned.fixes)
  if (repeated !== null) {
    const where = `${repeated.lat}, ${repeated.lon}`
    drafts.push(
      warning(
        "repeated_position",
        repeated.awayM === null
          ? `All ${counts.fixes} fixes are at exactly one position (${where}).`
          : `${plural(repeated.count, "fix", "fixes")} ` +
              `(${percent(repeated.count / counts.fixes)}) ${repeated.count === 1 ? "is" : "are"} at ` +
              `exactly one position (${where}), ${(repeated.awayM / 1000).toFixed(0)} km from the others: ` +
              `probably what the device sends without a fix. Mark them as invalid and run again.`,
        { count: repeated.count, fixes: counts.fixes, lon: repeated.lon, lat: repeated.lat }
      )
    )
  }
  return drafts
}
