// What a reader must know about the herd and its areas before believing a number; what concerns single tracks
// stands in the quality warnings. Specification 2.6, 2.8 rule 16, 2.9.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import { seasonsOf } from "./compare.ts"
import { trackedCount } from "./figures.ts"
import { type Findings, type Side, sideName } from "./Findings.ts"

/** MAX_LISTED_NAMES is how many names a sentence lists. */
const MAX_LISTED_NAMES = 10

const listed = (names: ReadonlyArray<string>): string =>
  names.length <= MAX_LISTED_NAMES
    ? names.join(", ")
    : `${names.slice(0, MAX_LISTED_NAMES).join(", ")} and ${names.length - MAX_LISTED_NAMES} more`

const ofHerd = ({ job, sides }: Findings, { herd, key }: Side): ReadonlyArray<Warning> => {
  const about = sides.length > 1 ? `${sideName(job, key)}: ` : ""
  const tracked = trackedCount(herd)
  const { missing } = herd.weights
  return [
    ...(tracked >= herd.herdSize
      ? []
      : [
          {
            code: "few_tracked_animals" as const,
            level: 2 * tracked < herd.herdSize ? ("warning" as const) : ("notice" as const),
            subject: null,
            counts: { tracked, herd: herd.herdSize, period: key },
            text:
              `${about}${tracked} of ${herd.herdSize} animals tracked. Figures are of the tracked ones; ` +
              `they stand for the herd only as far as it kept together.`
          }
        ]),
    ...(missing.length === 0
      ? []
      : [
          {
            code: "weight_missing" as const,
            level: "warning" as const,
            subject: null,
            counts: { missing: missing.length, animals: herd.herd.length, period: key },
            text:
              `${about}${missing.length} of ${herd.herd.length} animals lack a usable number ` +
              `"${job.parameters.weight_key}" and count ` +
              `one: ${missing.map(({ name }) => name).join(", ")}.`
          }
        ])
  ]
}

const ofAreas = ({ pastures, sides }: Findings): ReadonlyArray<Warning> => {
  const known = sides.flatMap(({ herd }) =>
    herd.herd.map(({ cleaned }) => cleaned.fixes.accuracy_m.filter((metres) => !Number.isNaN(metres)))
  )
  const accuracies = new Float64Array(known.reduce((sum, { length }) => sum + length, 0))
  known.reduce((at, column) => {
    accuracies.set(column, at)
    return at + column.length
  }, 0)
  const accuracy = quantile(sorted(accuracies), 0.5)
  const nameOf = (at: number) => pastures.all[at]!.name
  const pairs = pastures.overlaps.map(
    ({ a, b, hectares }) => `${nameOf(a)} and ${nameOf(b)} (${hectares.toPrecision(3)} ha)`
  )
  return [
    ...(pastures.overlaps.length === 0
      ? []
      : [
          {
            code: "overlap" as const,
            level: "notice" as const,
            subject: null,
            counts: {
              pairs: pastures.overlaps.length,
              hectares: pastures.overlaps.reduce((sum, o) => sum + o.hectares, 0)
            },
            text:
              `Areas overlap, and time in their common ground counts in each, so shares can add up to ` +
              `more than 100%: ${listed(pairs)}. Shares inside and outside are of the union.`
          }
        ]),
    ...pastures.all.flatMap(({ id, name, widthM }) =>
      !(accuracy > widthM)
        ? []
        : [
            {
              code: "small_area" as const,
              level: "warning" as const,
              subject: id,
              counts: { width_m: widthM, median_accuracy_m: accuracy },
              text:
                `${name} is ${widthM.toFixed(0)} m wide, and the accuracy of the fixes ` +
                `is ${accuracy.toFixed(0)} m (median): many fixes will be on the wrong side of its ` +
                `border.`
            }
          ]
    )
  ]
}

const ofSeasons = (findings: Findings): ReadonlyArray<Warning> =>
  seasonsOf(findings).flatMap(({ days, isClipped, season }) =>
    days > 0 && !isClipped
      ? []
      : [
          {
            code: "calendar_clipped" as const,
            level: days === 0 ? ("warning" as const) : ("notice" as const),
            subject: null,
            counts: { days },
            text:
              days === 0
                ? `The period has no day of the season ${season.name} (${season.from} to ${season.to}).`
                : `The period has only a part of the season ${season.name} (${season.from} ` +
                  `to ${season.to}): ${days} ${days === 1 ? "day" : "days"} of it.`
          }
        ]
  )

/** Returns the warnings about herds, areas and seasons, in one order. */
export const herdWarnings = (findings: Findings): ReadonlyArray<Warning> => [
  ...findings.sides.flatMap((side) => ofHerd(findings, side)),
  ...ofAreas(findings),
  ...ofSeasons(findings)
]
