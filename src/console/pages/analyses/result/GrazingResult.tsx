// The use of pastures: areas on the map by use, pressure and rank, metrics of each, use and rest by day.
import type { Cell, ResultDocument } from "../../../../domain/analysis/Result.ts"
import { tableOf } from "../../../../domain/analysis/compare/tableOf.ts"
import { cellText } from "../../../../figures/cellText.ts"
import { words } from "../../../../words/language.ts"
import { Card, Stack } from "../../../design/kit.tsx"
import { Facts } from "./Facts.tsx"
import { FigureCard } from "./FigureView.tsx"
import { columnOf, type Row, rowsOf } from "./document.ts"
import { MetricTable } from "./MetricTable.tsx"
import { ResultMap } from "./ResultMap.tsx"
import look from "./result.module.css"
import type { Shown } from "./useShown.ts"

/** Columns shown at first. */
const FIRST = [
  "pressure_rank",
  "hectares",
  "animal_days",
  "animal_days_per_ha",
  "relative_pressure",
  "use_days",
  "rest_days",
  "longest_rest_days",
  "visits",
  "share_of_herd_time"
]
/** Further tables, each shown where the result has rows of it. */
const TABLES = [
  ["area_animals", "area"],
  ["animals", "subject"],
  ["rest_periods", "area"],
  ["stocking", "area"],
  ["overlaps", "area"]
] as const
const CHARTS = ["animal_days_per_ha", "share_of_herd_time", "rest_days"]

const idOf =
  (key: string) =>
  ({ of }: Row): string | null => {
    const id = of(key)
    return typeof id === "string" ? id : null
  }

const Herd = ({ document, shown }: { readonly document: ResultDocument; readonly shown: Shown }) => {
  const table = tableOf(document, "summary")
  const [row] = rowsOf(table, shown.period, [])
  if (table === undefined || row === undefined) return null
  return (
    <Card title={table.title}>
      <Stack pad>
        <Facts
          of={table.columns.flatMap((column): ReadonlyArray<readonly [string, string]> => {
            const value: Cell = row.of(column.key)
            if (column.key === "period" || value === null) return []
            const text = cellText(value, column)
            const label = column.note === undefined ? column.label : `${column.label} (${column.note})`
            return [[label, column.unit === null ? text : `${text} ${column.unit}`]]
          })}
        />
      </Stack>
    </Card>
  )
}

/** GrazingResult shows the result of a grazing run. */
export const GrazingResult = ({
  document,
  shown
}: {
  readonly document: ResultDocument
  readonly shown: Shown
}) => {
  const areas = tableOf(document, "areas")!
  const { chosen, cursor, onChoose, period, runId } = shown
  const rows = rowsOf(areas, period, ["area_id"])
  const area = rows.find(({ of }) => of("area_id") === chosen)
  const name = columnOf(areas, "area")!
  const asked =
    area === undefined ? {} : { chosen: { id: String(chosen), label: cellText(area.of("area"), name) } }
  return (
    <>
      <div className={look["pair"]}>
        <ResultMap
          title={words.results.grazing.map}
          runId={runId}
          document={document}
          period={period}
          chosen={chosen}
          onChoose={onChoose}
          choice={shown.map}
          cursor={cursor}
        />
        <Stack gap={6}>
          <FigureCard of={document} chart="relative_pressure" {...asked} />
          <MetricTable
            title={areas.title}
            of={areas}
            rows={rows}
            names="area"
            first={FIRST}
            choice={shown.tableChoice(areas.key)}
            onTable={(choice) => shown.onTable(areas.key, choice)}
            chosen={chosen}
            idOf={idOf("area_id")}
            onChoose={onChoose}
          />
          <Herd document={document} shown={shown} />
        </Stack>
      </div>
      <FigureCard of={document} chart="rest_calendar" period={period} cursor={cursor} {...asked} />
      <FigureCard of={document} chart="timeline" period={period} cursor={cursor} {...asked} />
      <div className={look["charts"]}>
        {CHARTS.map((key) => (
          <FigureCard key={key} of={document} chart={key} {...asked} />
        ))}
      </div>
      {TABLES.map(([key, names]) => {
        const table = tableOf(document, key)
        if (table === undefined) return null
        const own = rowsOf(table, period, []).map((row, at) => ({ ...row, key: String(at) }))
        return own.length === 0 ? null : (
          <MetricTable
            key={key}
            title={words.results.grazing.tables[key]}
            of={table}
            rows={own}
            names={columnOf(table, names) === undefined ? table.columns[0]!.key : names}
            first={table.columns.map((column) => column.key)}
            choice={shown.tableChoice(key)}
            onTable={(choice) => shown.onTable(key, choice)}
            chosen={null}
            idOf={idOf("area_id")}
            onChoose={onChoose}
          />
        )
      })}
    </>
  )
}
