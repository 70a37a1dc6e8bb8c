// Two commits beside each other: medians and spreads of several rounds, as a table and as JSON.
import { formatNumber, type Line } from "../report.ts"

/** Round is the lines of both commits under the same load. */
export interface Round {
  readonly before: ReadonlyArray<Line>
  readonly after: ReadonlyArray<Line>
}

/**
 * Spread is the values of a line in all rounds, with the least and the most of them. `middle` is their
 * median; of bytes the mean, because pages are full, and new ones are begun, in some rounds and not in
 * others.
 */
export interface Spread {
  readonly values: ReadonlyArray<number>
  readonly middle: number
  readonly least: number
  readonly most: number
}

/** Comparison is a line of both commits. */
export interface Comparison {
  readonly line: Line
  readonly before: Spread
  readonly after: Spread
  /** the middle after by the middle before */
  readonly ratio: number
  /** of each round, its value after by its value before */
  readonly ratioOfRounds: Spread
  /** whether a value after lies between values before, or the other way round */
  readonly overlaps: boolean
}

/** Returns the median; of an even number of values the mean of the two in the middle. */
export const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[sorted.length >> 1]! + sorted[(sorted.length - 1) >> 1]!) / 2
}

const meanOf = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const spreadOf = (values: ReadonlyArray<number>, unit: string): Spread => ({
  values,
  middle: (unit.startsWith("bytes") ? meanOf : medianOf)(values),
  least: Math.min(...values),
  most: Math.max(...values)
})

/** Returns in how many comparisons of the same commit one is "apart" by chance: 1 in so many. */
export const chanceOfApart = (rounds: number): number => {
  let ways = 1 // to choose the places of one commit among all values
  for (let i = 1; i <= rounds; i++) ways = (ways * (rounds + i)) / i
  return Math.round(ways / 2)
}

const valueOf = (lines: ReadonlyArray<Line>, key: string) =>
  lines.find((line) => line.key === key)?.value ?? Number.NaN

/** Compares each line that both commits have in every round, in the order of the first. */
export const compareRounds = (rounds: ReadonlyArray<Round>): ReadonlyArray<Comparison> =>
  (rounds[0]?.after ?? []).flatMap((line) => {
    const valuesBefore = rounds.map((round) => valueOf(round.before, line.key)),
      valuesAfter = rounds.map((round) => valueOf(round.after, line.key))
    if ([...valuesBefore, ...valuesAfter].some(Number.isNaN)) return []
    const before = spreadOf(valuesBefore, line.unit),
      after = spreadOf(valuesAfter, line.unit)
    return [
      {
        line,
        before,
        after,
        ratio: after.middle / before.middle,
        ratioOfRounds: spreadOf(
          valuesAfter.map((value, i) => value / valuesBefore[i]!),
          ""
        ),
        overlaps: before.least <= after.most && after.least <= before.most
      }
    ]
  })

/** With fewer rounds, values that lie apart say nothing: by chance they do so in 1 of 3 lines. */
const MIN_CHANCE = 10

/** Whether a line has a value that is not shown as zero. */
const isShown = ({ after, before, line }: Comparison): boolean =>
  Math.max(before.most, after.most) >= 0.5 * 10 ** -(line.digits ?? 0)

const ratioText = (ratio: number) => (Number.isFinite(ratio) ? formatNumber(ratio, 2) : "-")

const spreadText = ({ least, middle, most }: Spread, digits?: number) =>
  `${formatNumber(middle, digits)} (${formatNumber(least, digits)} to ${formatNumber(most, digits)})`

/** Returns an aligned table and how to read it; `names`: of both commits. */
export const comparisonTable = (
  comparisons: ReadonlyArray<Comparison>,
  names: { readonly before: string; readonly after: string }
): string => {
  const rounds = comparisons[0]?.before.values.length ?? 0,
    chance = chanceOfApart(rounds)
  const rows = [
    ["", "", `before: ${names.before}`, `after: ${names.after}`, "after/before", "by round", ""],
    ...comparisons
      .filter(isShown)
      .map(({ after, before, line, overlaps, ratio, ratioOfRounds: { least, most } }) => [
        line.label,
        line.unit,
        spreadText(before, line.digits),
        spreadText(after, line.digits),
        ratioText(ratio),
        `${ratioText(least)} to ${ratioText(most)}`,
        overlaps || chance < MIN_CHANCE ? "" : "apart"
      ])
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const table = rows.map((row) =>
    row
      .map((cell, column) =>
        column < 2 || column === 6 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
      )
      .join("  ")
      .trimEnd()
  )
  return [
    ...table,
    "",
    `Median of ${rounds} rounds, mean for bytes (least to most). by round: after/before within each round.`,
    chance < MIN_CHANCE
      ? `Too few rounds to tell whether the spreads are apart.`
      : `apart: all values after lie above, or all below, those before; by chance in 1 of ${chance} lines.`
  ].join("\n")
}

const spreadJson = ({ least, middle, most, values }: Spread, digits = 0) => {
  const cut = (value: number) => Number(value.toFixed(digits))
  return { middle: cut(middle), least: cut(least), most: cut(most), values: values.map(cut) }
}

/** Returns one JSON object: `{before, after, lines: {key: {unit, before, after, ratio, overlaps}}}`. */
export const comparisonJson = (
  comparisons: ReadonlyArray<Comparison>,
  names: { readonly before: string; readonly after: string }
): string =>
  JSON.stringify({
    ...names,
    lines: Object.fromEntries(
      comparisons.map(({ after, before, line, overlaps, ratio, ratioOfRounds }) => [
        line.key,
        {
          unit: line.unit,
          before: spreadJson(before, line.digits),
          after: spreadJson(after, line.digits),
          ratio: Number.isFinite(ratio) ? Number(ratio.toFixed(3)) : null,
          ratio_of_rounds: ratioOfRounds.values.map((value) =>
            Number.isFinite(value) ? Number(value.toFixed(3)) : null
          ),
          overlaps
        }
      ])
    )
  })
