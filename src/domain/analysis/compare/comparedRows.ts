// The figures of a result in one period by subject, area or herd: a comparison is made from them.
import type { Column, Metrics, ResultDocument, Table } from "../Result.ts"
import { tableOf } from "./tableOf.ts"

/** A result, and which of its periods is looked at. */
export interface ComparedSide {
  readonly document: ResultDocument
  readonly period: "main" | "comparison"
}

/** A subject, an area, or (`id` null) the herd, with its figures. */
interface Figures {
  readonly id: string | null
  readonly name: string
  readonly metrics: Metrics
}

/** Figures of one kind, and the metrics they have. */
export interface Section {
  readonly columns: ReadonlyArray<Column>
  readonly figures: ReadonlyArray<Figures>
  /** subjects have a mean beside them, areas and the herd have none */
  readonly hasMean: boolean
}

const metricColumns = (table: Table | undefined): ReadonlyArray<Column> =>
  (table?.columns ?? []).filter(({ type }) => type === "number")

const cellsOf = ({ columns, rows }: Table, ...keys: ReadonlyArray<string>) => {
  const places = keys.map((key) => columns.findIndex((column) => column.key === key))
  return rows.map((row) => places.map((place) => row[place] ?? null))
}

/**
 * Returns the sections of one side, in the order of its document. Areas stand still: their size is not
 * compared.
 */
export const sectionsOf = ({ document, period }: ComparedSide): ReadonlyArray<Section> => {
  const summary = document.summary[period] ?? {}
  const figuresOf = (id: string, name: string, own: string | null = id): ReadonlyArray<Figures> =>
    summary[id] === undefined ? [] : [{ id: own, name, metrics: summary[id] }]
  const columns = metricColumns(tableOf(document, "summary")),
    areas = tableOf(document, "areas")
  return areas === undefined
    ? [{ columns, hasMean: true, figures: document.subjects.flatMap(({ id, name }) => figuresOf(id, name)) }]
    : [
        { columns, hasMean: false, figures: figuresOf("herd", "Herd", null) },
        {
          columns: metricColumns(areas).filter(({ key }) => key !== "hectares"),
          hasMean: false,
          figures: cellsOf(areas, "period", "area_id", "area").flatMap(([of, id, name]) =>
            of === period ? figuresOf(String(id), String(name)) : []
          )
        }
      ]
}

/** Finds the counterpart of figures: by id, else by a name that only one has. */
export const counterpartOf = <A extends { readonly id: string | null; readonly name: string }>(
  { id, name }: A,
  others: ReadonlyArray<A>
): A | undefined => {
  const byName = others.filter((other) => other.name === name)
  return others.find((other) => other.id === id) ?? (byName.length === 1 ? byName[0] : undefined)
}
