// A chart as a table of the values it draws.
import type { Cell, Chart, Column } from "../../domain/analysis/Result.ts"
import { briefs } from "../ink.ts"

/** A chart as columns and rows: a row for each place along, a column for each series. */
interface ChartTable {
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

const types: Readonly<Record<Chart["x_type"], Column["type"]>> = {
  number: "number",
  time: "time",
  date: "date",
  category: "text"
}

/** Returns the names of bins: `0 to 0.5`. */
const binsOf = (edges: ReadonlyArray<number>): ReadonlyArray<string> => {
  const labels = briefs(edges, 3)
  return labels.slice(1).map((to, at) => `${labels[at]} to ${to}`)
}

/** Returns the places along in their order: times and numbers by size, names as they come. */
const placesOf = ({ series, x_type }: Chart): ReadonlyArray<number | string> => {
  const places = [...new Set(series.flatMap((s) => s.x))]
  return x_type === "category"
    ? places
    : places.toSorted((a, b) =>
        typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1
      )
}

/**
 * Returns a chart as a table.
 *
 * @example
 *   const { columns, rows } = chartTable(document.charts[0])
 */
export const chartTable = (chart: Chart): ChartTable => {
  const { edges, series, unit, x_label, x_type } = chart
  const columns: ReadonlyArray<Column> = [
    { key: "x", label: x_label, type: edges === undefined ? types[x_type] : "text", unit: null },
    ...series.map(({ key, label }): Column => ({ key, label, type: "number", unit }))
  ]
  if (edges !== undefined)
    return {
      columns,
      rows: binsOf(edges).map((bin, at) => [bin, ...series.map(({ y }) => y[at] ?? null)])
    }
  const values = series.map(({ x, y }) => new Map(x.map((place, at) => [place, y[at] ?? null])))
  return {
    columns,
    rows: placesOf(chart).map((place) => [place, ...values.map((byPlace) => byPlace.get(place) ?? null)])
  }
}
