// In what two results are not alike beside their numbers: parameters, periods, and how good the data were.
import type { Cell, Warning } from "../Result.ts"
import { type ComparedSide, counterpartOf } from "./comparedRows.ts"
import { dependence } from "./dependence.ts"

/** unlikeCodes are the ways in which two results can differ beside their numbers. */
const unlikeCodes = [
  "parameter",
  "timezone",
  "period_length",
  "median_interval",
  "missing_share",
  "collar_change"
] as const

/** Something in which two results are unlike, and which metrics it touches. */
export interface Unlike {
  readonly code: (typeof unlikeCodes)[number]
  /** of code `parameter`: its name */
  readonly parameter: string | null
  /** null: all of them */
  readonly subject_id: string | null
  readonly text: string
  readonly main: unknown
  readonly comparison: unknown
  /** keys of the metrics whose difference may come of this */
  readonly metrics: ReadonlyArray<string>
}

/** The words of an option that its comparison needs; the catalogue of modules has them. */
export interface NamedOption {
  readonly title: string
  readonly unit?: string
  /** of values that are chosen from a list */
  readonly labels?: Readonly<Record<string, string>>
}
/** Options by their keys. */
export type NamedOptions = Readonly<Record<string, NamedOption>>

/** Median intervals further apart than this factor are unlike: distance grows with the sampling. */
const MAX_INTERVAL_FACTOR = 1.2
/** Shares of missing fixes further apart are unlike; from as much on a result gives a notice. */
const MAX_MISSING_DIFFERENCE = 0.05
const MAX_LENGTH_FACTOR = 1.01
const DAY_MS = 86_400_000

const inText = (value: unknown): string =>
  value === null ? "automatic" : typeof value === "string" ? value : JSON.stringify(value)
/** Writes a value of an option with its unit, as a form does. */
const optionText = (value: unknown, { labels, unit }: Partial<NamedOption>): string => {
  if (Array.isArray(value))
    return value.map((one) => optionText(one, { ...(labels && { labels }) })).join(", ")
  if (typeof value === "string") return labels?.[value] ?? value
  return typeof value === "number" && unit !== undefined ? `${inText(value)} ${unit}` : inText(value)
}
const percent = (share: number): string => `${Math.round(share * 100)} %`
const minutes = (value: number): string => `${Number(value.toPrecision(3))} min`

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

const factorOf = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b)

const daysOf = ({ document, period }: ComparedSide): number | null => {
  const span = document.periods.find(({ key }) => key === period)
  return span === undefined ? null : (Date.parse(span.to) - Date.parse(span.from)) / DAY_MS
}

const warningOf = (
  { document, period }: ComparedSide,
  code: Warning["code"],
  subjectId: string
): Warning | undefined =>
  document.warnings.find(
    (warning) =>
      warning.code === code &&
      warning.subject === subjectId &&
      (warning.counts["period"] ?? period) === period
  )

const numberOrNull = (value: Cell | undefined): number | null => (typeof value === "number" ? value : null)

/** Returns the share of missing fixes of a subject, from its metrics or from the warning about missing fixes. */
const missingShare = (side: ComparedSide, id: string): number =>
  numberOrNull(side.document.summary[side.period]?.[id]?.["missing_share"]) ??
  numberOrNull(warningOf(side, "missing_fixes", id)?.counts["share"]) ??
  0

/** Whether a subject was looked at in the period of a side. */
const isOf = (side: ComparedSide, id: string): boolean => {
  const herds = side.document.provenance["herds"]
  if (!Array.isArray(herds)) return side.document.summary[side.period]?.[id] !== undefined
  return herds
    .map(objectOf)
    .some(
      ({ period, subject_ids }) =>
        period === side.period && Array.isArray(subject_ids) && subject_ids.includes(id)
    )
}

/**
 * Finds in what two sides are unlike; `metrics` are the keys that are compared. An option that `options` does
 * not name is called by its key.
 */
export const unlikeOf = (
  main: ComparedSide,
  comparison: ComparedSide,
  metrics: ReadonlyArray<string>,
  options: NamedOptions
): ReadonlyArray<Unlike> => {
  const touched = (depends: (metric: string) => boolean) => metrics.filter(depends)
  const [mine, theirs] = [main, comparison].map(({ document }) => objectOf(document.provenance["parameters"]))
  const [zone, otherZone] = [main, comparison].map(({ document }) => document.provenance["timezone"])
  const [days, otherDays] = [daysOf(main), daysOf(comparison)]

  const parameters = [...new Set([...Object.keys(mine!), ...Object.keys(theirs!)])].flatMap(
    (name): ReadonlyArray<Unlike> => {
      const [one, other] = [mine![name] ?? null, theirs![name] ?? null]
      if (JSON.stringify(one) === JSON.stringify(other)) return []
      const words: Partial<NamedOption> = options[name] ?? {}
      return [
        {
          code: "parameter",
          parameter: name,
          subject_id: null,
          text:
            `The option ${words.title ?? name} differs: ${optionText(one, words)}, and ` +
            `${optionText(other, words)} in the comparison.`,
          main: one,
          comparison: other,
          metrics: touched(dependence.parameter(name))
        }
      ]
    }
  )
  const whole: ReadonlyArray<Unlike> = [
    ...(zone === otherZone
      ? []
      : [
          {
            code: "timezone" as const,
            parameter: null,
            subject_id: null,
            text: `Days are those of ${inText(zone)}, and of ${inText(otherZone)} in the comparison.`,
            main: zone,
            comparison: otherZone,
            metrics: touched(dependence.timezone)
          }
        ]),
    ...(days === null || otherDays === null || factorOf(days, otherDays) <= MAX_LENGTH_FACTOR
      ? []
      : [
          {
            code: "period_length" as const,
            parameter: null,
            subject_id: null,
            text:
              `The period has ${Number(days.toFixed(1))} days, and ${Number(otherDays.toFixed(1))} in the ` +
              `comparison: totals grow with it.`,
            main: days,
            comparison: otherDays,
            metrics: touched(dependence.length)
          }
        ])
  ]

  const quality = main.document.subjects.flatMap((subject): ReadonlyArray<Unlike> => {
    const other = counterpartOf(subject, comparison.document.subjects)
    if (other === undefined || !isOf(main, subject.id) || !isOf(comparison, other.id)) return []
    const of = (code: Unlike["code"], text: string, one: unknown, two: unknown): Unlike => ({
      code,
      parameter: null,
      subject_id: subject.id,
      text: `${subject.name}: ${text}`,
      main: one,
      comparison: two,
      metrics: touched(dependence.sampling)
    })
    const [interval, otherInterval] = [
      numberOrNull(main.document.summary[main.period]?.[subject.id]?.["median_interval_min"]),
      numberOrNull(comparison.document.summary[comparison.period]?.[other.id]?.["median_interval_min"])
    ]
    const [missing, otherMissing] = [missingShare(main, subject.id), missingShare(comparison, other.id)]
    const changes = [
      warningOf(main, "collar_change", subject.id),
      warningOf(comparison, "collar_change", other.id)
    ]
    return [
      ...(interval === null ||
      otherInterval === null ||
      factorOf(interval, otherInterval) <= MAX_INTERVAL_FACTOR
        ? []
        : [
            of(
              "median_interval",
              `half of the intervals are up to ${minutes(interval)}, and up to ${minutes(otherInterval)} in ` +
                `the comparison. Distance and speed depend on the interval.`,
              interval,
              otherInterval
            )
          ]),
      ...(Math.abs(missing - otherMissing) <= MAX_MISSING_DIFFERENCE
        ? []
        : [
            of(
              "missing_share",
              `${percent(missing)} of the fixes are missing, and ${percent(otherMissing)} in the comparison.`,
              missing,
              otherMissing
            )
          ]),
      ...changes.flatMap((warning, at) =>
        warning === undefined
          ? []
          : [
              of(
                "collar_change",
                warning.text,
                at === 0 ? warning.text : null,
                at === 1 ? warning.text : null
              )
            ]
      )
    ]
  })
  return [...parameters, ...whole, ...quality]
}
