// The measures that can colour the areas of a result.
import { tableOf } from "../../../../domain/analysis/compare/tableOf.ts"
import type { Column, ResultDocument } from "../../../../domain/analysis/Result.ts"
import { words } from "../../../../words/language.ts"
import { columnOf, type Period, rowsOf } from "./document.ts"

/** AreaMeasure is a measure with a value per area. */
export interface AreaMeasure {
  readonly key: string
  readonly word: string
  readonly column: Column
  /** by area id; an area without a value is missing */
  readonly values: ReadonlyMap<string, number>
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Returns the weighting of a result; null: every animal counts one, so weighted use equals use. */
const weightingWord = ({ provenance }: ResultDocument): string | null => {
  const { weighting } = objectOf(provenance["parameters"])
  return weighting === "metabolic"
    ? words.results.measures.metabolic
    : weighting === "attribute"
      ? words.results.measures.weighted
      : null
}

/** areaMeasures returns the measures of a period that can colour its areas. */
export const areaMeasures = (document: ResultDocument, period: Period): ReadonlyArray<AreaMeasure> => {
  const table = tableOf(document, "areas")
  if (table === undefined) return []
  const rows = rowsOf(table, period, ["area_id"])
  const weighted = weightingWord(document)
  const measures = [
    ["use", words.results.measures.use, "animal_days_per_ha"],
    ["weighted", weighted, "weighted_animal_days_per_ha"],
    ["pressure", words.results.measures.pressure, "relative_pressure"],
    ["rest", words.results.measures.rest, "rest_days"]
  ] as const
  return measures.flatMap(([key, word, name]): ReadonlyArray<AreaMeasure> => {
    const column = columnOf(table, name)
    if (column === undefined || word === null) return []
    const values = new Map(
      rows.flatMap(({ of }): ReadonlyArray<readonly [string, number]> => {
        const value = of(name)
        return typeof value === "number" ? [[String(of("area_id")), value]] : []
      })
    )
    return values.size === 0 ? [] : [{ key, word, column, values }]
  })
}
