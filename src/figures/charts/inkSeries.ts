// The colours and patterns of a chart's series.
import type { Series } from "../../domain/analysis/Result.ts"
import type { FigureOptions } from "../Figure.ts"
import { inkOf, QUIET_INK } from "../ink.ts"
import type { InkedSeries } from "./ChartDrawing.ts"

const DASHES = ["", "5 3", "1.5 2.5", "8 2 1.5 2"]

const withoutPeriod = (key: string): string => key.replace(/^(?:main|comparison)\//u, "")

/** Whether series are the two sides of a comparison. */
export const areSides = (series: ReadonlyArray<Series>): boolean =>
  series.length > 0 && series.every(({ key, period }) => key === period)

const isAbout = ({ key, label, subject_id }: Series, chosen: NonNullable<FigureOptions["chosen"]>): boolean =>
  subject_id === null ? withoutPeriod(key) === chosen.id || label === chosen.label : subject_id === chosen.id

/**
 * Gives each series its colour and pattern. `subjects`: ids in the order of their colours. With a subject
 * chosen the others are grey, and come first, so that they lie below; a chart without a series about it stays
 * in colour. Of two sides what is compared with is grey.
 */
export const inkSeries = (
  series: ReadonlyArray<Series>,
  subjects: ReadonlyArray<string>,
  chosen: FigureOptions["chosen"]
): ReadonlyArray<InkedSeries> => {
  const others = [...new Set(series.filter((s) => s.subject_id === null).map((s) => withoutPeriod(s.key)))]
  /** what a series says beside its subject: its period, and which of several lines of the subject it is */
  const variantOf = ({ key, period, subject_id }: Series) =>
    `${period} ${subject_id === null ? "" : withoutPeriod(key).slice(subject_id.length)}`
  const variants = [...new Set(series.map(variantOf))]
  const isComparison = areSides(series)
  const isOneChosen = chosen !== undefined && series.some((s) => isAbout(s, chosen))
  const inked = series.map((s, at): InkedSeries => {
    const isChosen = isOneChosen ? isAbout(s, chosen) : null
    const place = isComparison
      ? at
      : s.subject_id === null
        ? others.indexOf(withoutPeriod(s.key))
        : subjects.indexOf(s.subject_id)
    return {
      ...s,
      ink: isChosen === false || (isComparison && s.key === "comparison") ? QUIET_INK : inkOf(place),
      dash: isComparison ? "" : DASHES[variants.indexOf(variantOf(s)) % DASHES.length]!,
      isChosen
    }
  })
  return [...inked.filter((s) => s.isChosen === false), ...inked.filter((s) => s.isChosen !== false)]
}
