// The two sides of a comparison, and their values as table columns and chart series.
import type { ComparedRow } from "../../../../domain/analysis/compare/compareResults.ts"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import type { Run } from "../../../data/analyses.ts"
import { periodText, runName } from "../runWords.ts"
import { labelled, type Period } from "./document.ts"

/** Side is one side of a comparison. */
export interface Side {
  readonly run: Run
  readonly document: ResultDocument
  readonly period: Period
  readonly title: string
}

/** Returns the days of a period as text. */
const daysOf = ({ periods }: ResultDocument, period: Period, zone: string, now: number): string => {
  const found = periods.find(({ key }) => key === period)
  return found === undefined ? "" : periodText(found.from, found.to, zone, now)
}

/** sidesOf returns the two runs, or the two periods of one, named by their days in `zone`; `now` in epoch ms. */
export const sidesOf = (a: Run, b: Run, zone: string, now: number): readonly [Side, Side] | null => {
  if (a.result === null || b.result === null) return null
  const isOne = a.id === b.id
  const title = (run: Run, document: ResultDocument, period: Period) =>
    isOne ? daysOf(document, period, zone, now) : runName(run)
  const other = isOne ? "comparison" : "main"
  const document = labelled(a.result)
  return [
    { run: a, document, period: "main", title: title(a, a.result, "main") },
    {
      run: b,
      document: isOne ? document : labelled(b.result),
      period: other,
      title: title(b, b.result, other)
    }
  ]
}

/** chartOf builds the chart of a metric by subject and side. */
export const chartOf = (
  [one, other]: readonly [Side, Side],
  rows: ReadonlyArray<ComparedRow>
): ResultDocument => {
  const x = rows.map(({ name }) => name)
  const of = (key: Period, label: string, y: ReadonlyArray<ComparedRow["main"]>) => ({
    key,
    label,
    period: key,
    subject_id: null,
    x,
    y: y.map((value) => (typeof value === "number" ? value : null))
  })
  return {
    ...one.document,
    charts: [
      {
        key: "compared",
        title: rows[0]?.label ?? "",
        kind: "bar",
        unit: rows[0]?.unit ?? null,
        x_type: "category",
        x_label: "",
        series: [
          of(
            "main",
            one.title,
            rows.map(({ main }) => main)
          ),
          of(
            "comparison",
            other.title,
            rows.map(({ comparison }) => comparison)
          )
        ]
      }
    ]
  }
}
