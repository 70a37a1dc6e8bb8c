// Warnings about single records: those left out, and those that are in every figure and may be wrong.
import { type DraftWarning, messageOf, notice, warning } from "../result/warnings.ts"
import { repeatedPosition } from "./repeatedPosition.ts"
import {
  type ExaminedTrack,
  MIN_GOOD_SATELLITES,
  POOR_ACCURACY_M,
  type QualityCounts
} from "./qualityCounts.ts"

/** How many repeated positions a warning lists. */
const MAX_LISTED_PLACES = 5

/** Too fast, twice, invalid, inaccurate, and at a place that the device repeats. */
export const ofRecords = (
  { cellM, cleaned, isDefaultSpeed, maxSpeed, subject }: ExaminedTrack,
  counts: QualityCounts
): ReadonlyArray<DraftWarning> => {
  const drafts: Array<DraftWarning> = []
  if (counts.tooFast > 0) {
    const share = counts.tooFast / (counts.fixes + counts.tooFast)
    const mayBeBird = isDefaultSpeed && !subject.isLivestock && share > 0.01 ? 1 : 0
    drafts.push(
      (share > 0.01 ? warning : notice)(
        "impossible_speed",
        messageOf("tooFast", { fixes: counts.tooFast, share, maxSpeed, mayBeBird }),
        { excluded: counts.tooFast, share, max_speed_mps: maxSpeed }
      )
    )
  }
  if (counts.duplicates > 0) {
    drafts.push(
      (counts.conflicting > 0 ? warning : notice)(
        "duplicates",
        messageOf("duplicates", { fixes: counts.duplicates, conflicting: counts.conflicting }),
        { duplicates: counts.duplicates, conflicting: counts.conflicting }
      )
    )
  }
  if (counts.invalid > 0) {
    drafts.push(
      notice("timestamp_anomalies", messageOf("invalidRecords", { records: counts.invalid }), {
        invalid: counts.invalid
      })
    )
  }
  if (counts.poorAccuracy + counts.fewSatellites > 0) {
    drafts.push(
      notice(
        "poor_gnss",
        messageOf("poorGnss", {
          fixes: counts.poorAccuracy,
          accuracyMetres: POOR_ACCURACY_M,
          fewSatellites: counts.fewSatellites,
          satellites: MIN_GOOD_SATELLITES
        }),
        { poor_accuracy: counts.poorAccuracy, few_satellites: counts.fewSatellites, fixes: counts.fixes }
      )
    )
  }
  if (counts.medianAccuracy > cellM) {
    drafts.push(
      notice(
        "cell_below_accuracy",
        messageOf("cellBelowAccuracy", { cellMetres: cellM, accuracyMetres: counts.medianAccuracy }),
        { cell_m: cellM, median_accuracy_m: counts.medianAccuracy }
      )
    )
  }
  if (cleaned.sentinels > 0) {
    const { rows, sentinelPlaces, sentinels } = cleaned
    const places = sentinelPlaces
      .slice(0, MAX_LISTED_PLACES)
      .map(({ lat, lon }) => `${lat}, ${lon}`)
      .join("; ")
    drafts.push(
      notice(
        "repeated_position",
        messageOf("repeatedLeftOut", {
          fixes: sentinels,
          share: sentinels / rows,
          places: sentinelPlaces.length > MAX_LISTED_PLACES ? `${places}; ...` : places,
          placeCount: sentinelPlaces.length
        }),
        { left_out: sentinels, records: rows }
      )
    )
  }
  const repeated = repeatedPosition(cleaned.fixes)
  if (repeated !== null) {
    const { awayM, count, lat, lon } = repeated
    const place = `${lat}, ${lon}`
    drafts.push(
      warning(
        "repeated_position",
        awayM === null
          ? messageOf("onePosition", { fixes: counts.fixes, place })
          : messageOf("repeatedPosition", {
              fixes: count,
              share: count / counts.fixes,
              place,
              awayKm: awayM / 1000
            }),
        { count, fixes: counts.fixes, lon, lat }
      )
    )
  }
  return drafts
}
