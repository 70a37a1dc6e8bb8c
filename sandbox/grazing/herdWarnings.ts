// What a reader must know about the herd and its areas before believing a number; what concerns single tracks
// stands in the quality warnings. Specification 2.6, 2.8 rule 16, 2.9.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import {
  type DraftWarning,
  messageOf,
  notice,
  sideMessage,
  warning,
  warningAbout
} from "../result/warnings.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import { seasonsOf } from "./compare.ts"
import { trackedCount } from "./figures.ts"
import { type Findings, type Side, sideCode } from "./Findings.ts"

/** How many pairs of areas a sentence lists. */
const MAX_LISTED_PAIRS = 10

const ofHerd = ({ job, sides }: Findings, { herd, key }: Side): ReadonlyArray<DraftWarning> => {
  const tracked = trackedCount(herd)
  const { missing } = herd.weights
  const drafts = [
    ...(tracked >= herd.herdSize
      ? []
      : [
          (2 * tracked < herd.herdSize ? warning : notice)(
            "few_tracked_animals",
            messageOf("fewTracked", { tracked, herd: herd.herdSize }),
            { tracked, herd: herd.herdSize, period: key }
          )
        ]),
    ...(missing.length === 0
      ? []
      : [
          warning(
            "weight_missing",
            messageOf("weightMissing", {
              missing: missing.length,
              animals: herd.herd.length,
              key: String(job.parameters.weight_key),
              names: missing.map(({ name }) => name).join(", ")
            }),
            { missing: missing.length, animals: herd.herd.length, period: key }
          )
        ])
  ]
  const side = sideMessage(sideCode(job, key))
  return sides.length === 1
    ? drafts
    : drafts.map((draft) => ({ ...draft, message: messageOf("ofSide", { side, said: draft.message }) }))
}

/** Returns the median accuracy of the fixes of all herds, in metres; NaN: no fix says. */
const medianAccuracy = ({ sides }: Findings): number => {
  const known = sides.flatMap(({ herd }) =>
    herd.herd.map(({ cleaned }) => cleaned.fixes.accuracy_m.filter((metres) => !Number.isNaN(metres)))
  )
  const accuracies = new Float64Array(known.reduce((sum, { length }) => sum + length, 0))
  known.reduce((at, column) => {
    accuracies.set(column, at)
    return at + column.length
  }, 0)
  return quantile(sorted(accuracies), 0.5)
}

const ofOverlaps = ({ pastures }: Findings): ReadonlyArray<DraftWarning> => {
  const { all, overlaps } = pastures
  return overlaps.length === 0
    ? []
    : [
        notice(
          "overlap",
          messageOf("overlap", {
            pairs: overlaps
              .slice(0, MAX_LISTED_PAIRS)
              .map(({ a, b, hectares }) =>
                messageOf("overlapOf", { area: all[a]!.name, other: all[b]!.name, hectares })
              ),
            more: Math.max(0, overlaps.length - MAX_LISTED_PAIRS)
          }),
          { pairs: overlaps.length, hectares: overlaps.reduce((sum, o) => sum + o.hectares, 0) }
        )
      ]
}

const ofAreas = (findings: Findings): ReadonlyArray<Warning> => {
  const accuracy = medianAccuracy(findings)
  return findings.pastures.all.flatMap(({ id, name, widthM }) =>
    accuracy > widthM
      ? [
          warningAbout(
            id,
            warning(
              "small_area",
              messageOf("smallArea", { area: name, widthMetres: widthM, accuracyMetres: accuracy }),
              { width_m: widthM, median_accuracy_m: accuracy }
            )
          )
        ]
      : []
  )
}

const ofSeasons = (findings: Findings): ReadonlyArray<DraftWarning> =>
  seasonsOf(findings).flatMap(({ days, isClipped, season: { from, name, to } }) =>
    days > 0 && !isClipped
      ? []
      : days === 0
        ? [warning("calendar_clipped", messageOf("seasonMissing", { season: name, from, to }), { days })]
        : [notice("calendar_clipped", messageOf("seasonCut", { season: name, from, to, days }), { days })]
  )

/** Returns the warnings about herds, areas and seasons, in one order. */
export const herdWarnings = (findings: Findings): ReadonlyArray<Warning> => {
  const ofRun = (draft: DraftWarning) => warningAbout(null, draft)
  return [
    ...findings.sides.flatMap((side) => ofHerd(findings, side)).map(ofRun),
    ...ofOverlaps(findings).map(ofRun),
    ...ofAreas(findings),
    ...ofSeasons(findings).map(ofRun)
  ]
}
