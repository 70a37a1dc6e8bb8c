// By what the areas of a result are coloured: figures of the document, those that it has.
import { tableOf } from "../../../domain/analysis/compare/tableOf.ts"
import type { Column, ResultDocument } from "../../../domain/analysis/Result.ts"
import { columnOf, type Period, rowsOf } from "./document.ts"

/** AreaMeasure is a figure of every area. */
export interface AreaMeasure {
  readonly key: string
  readonly word: string
  readonly column: Column
  /** by the ids of the areas; an area without the figure has none */
  readonly values: ReadonlyMap<string, number>
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** What weighs in a result; null: every animal counts one, and weighted use is use. */
const weightingWord = ({ provenance }: ResultDocument): string | null => {
  const { weighting } = objectOf(provenance["parameters"])
  return weighting === "metabolic" ? "Metabolic" : weighting === "attribute" ? "Weighted" : null
}

/** areaMeasures are the figures of a period that its areas can be coloured by. */
export const areaMeasures = (document: ResultDocument, period: Period): ReadonlyArray<AreaMeasure> => {
  const table = tableOf(document, "areas")
  if (table === undefined) return []
  const rows = rowsOf(table, period, ["area_id"])
  const weighted = weightingWord(document)
  const measures = [
    ["use", "Use", "animal_days_per_ha"],
    ["weighted", weighted, "weighted_animal_days_per_ha"],
    ["pressure", "Pressure", "relative_pressure"],
    ["rest", "Rest", "rest_days"]
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
