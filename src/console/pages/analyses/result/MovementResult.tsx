// The movement of animals: home ranges on the map, metrics of each, and charts for the selected animal.
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { tableOf } from "../../../../domain/analysis/compare/tableOf.ts"
import { cellText } from "../../../../figures/cellText.ts"
import { words } from "../../../../words/language.ts"
import { Row, Stack, Text } from "../../../design/kit.tsx"
import { entityWord } from "../../../shell/words.ts"
import { useProject } from "../../../shell/useProject.ts"
import { Facts } from "./Facts.tsx"
import { FigureCard } from "./FigureView.tsx"
import { columnOf, rowsOf } from "./document.ts"
import { MetricTable } from "./MetricTable.tsx"
import { ResultMap } from "./ResultMap.tsx"
import look from "./result.module.css"
import type { Shown } from "./useShown.ts"

/** Columns shown at first: as many as fit beside the map. */
const FIRST = [
  "fixes",
  "missing_share",
  "distance_km",
  "daily_distance_km",
  "stationary_share",
  "mcp95_ha",
  "kde50_ha",
  "kde95_ha"
]
/** Metrics of the selected animal below the table. */
const FACTS = [
  "displacement_km",
  "max_displacement_km",
  "straightness",
  "median_interval_min",
  "median_speed_mps",
  "p95_speed_mps",
  "stationary_periods",
  "longest_stationary_h",
  "day_distance_km",
  "twilight_distance_km",
  "night_distance_km",
  "covered_share",
  "gaps",
  "effective_fixes",
  "hotspot_count",
  "cluster_count"
]
/** Charts side by side, and those that take the whole width. */
const CHARTS = [
  "daily_distance",
  "turning_angles",
  "hour_of_day",
  "range_stability",
  "speed_histogram",
  "net_squared_displacement",
  "turning_angles_moving"
]

/** With fewer fixes there are neither home ranges nor clusters (specification 2.8, rule 14). */
const FEW_FIXES = 30

const OfSubject = ({ document, shown }: { readonly document: ResultDocument; readonly shown: Shown }) => {
  const table = tableOf(document, "summary")!
  const row = rowsOf(table, shown.period, ["subject_id"]).find(({ of }) => of("subject_id") === shown.chosen)
  const subject = document.subjects.find(({ id }) => id === shown.chosen)
  if (row === undefined || subject === undefined) return null
  const fixes = row.of("fixes")
  const facts = FACTS.flatMap((key): ReadonlyArray<readonly [string, string]> => {
    const column = columnOf(table, key)
    const text = column === undefined ? "" : cellText(row.of(key), column)
    return text === "" ? [] : [[column!.label, column!.unit === null ? text : `${text} ${column!.unit}`]]
  })
  return (
    <div className={look["below"]}>
      <Stack gap={4}>
        <Text as="b" size={4}>
          <bdi>{subject.name}</bdi>
        </Text>
        {typeof fixes === "number" && fixes < FEW_FIXES && (
          <Text tone="late">
            {fixes === 0
              ? words.results.movement.noFixes
              : words.results.movement.fewFixes({ least: FEW_FIXES })}
          </Text>
        )}
        <Facts of={facts} />
      </Stack>
    </div>
  )
}

/** BothPeriods shows a selected metric by subject and period. */
const BothPeriods = ({ document, shown }: { readonly document: ResultDocument; readonly shown: Shown }) => {
  const charts = document.charts.filter(({ key }) => key.startsWith("comparison_"))
  const chart = charts.find(({ key }) => key === shown.metric) ?? charts[0]
  if (chart === undefined) return null
  const { key } = chart
  return (
    <Stack gap={4}>
      <Row gap={4}>
        <Text strong>{words.results.movement.bothPeriods}</Text>
        <label>
          <span className="hidden">{words.results.movement.metric}</span>
          <select className="btn small" value={key} onChange={({ target }) => shown.onMetric(target.value)}>
            {charts.map((one) => (
              <option key={one.key} value={one.key}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
      </Row>
      <FigureCard of={document} chart={key} />
    </Stack>
  )
}

/** MovementResult shows the result of a movement run. */
export const MovementResult = ({
  document,
  shown
}: {
  readonly document: ResultDocument
  readonly shown: Shown
}) => {
  const { project } = useProject()
  const table = tableOf(document, "summary")!
  const { chosen, cursor, onChoose, period, runId } = shown
  const subject = document.subjects.find(({ id }) => id === chosen)
  const asked = subject === undefined ? {} : { chosen: { id: subject.id, label: subject.name } }
  return (
    <>
      <div className={look["pair"]}>
        <ResultMap
          title={words.results.movement.ranges}
          runId={runId}
          document={document}
          period={period}
          chosen={chosen}
          onChoose={onChoose}
          choice={shown.map}
          cursor={cursor}
        />
        <MetricTable
          title={words.results.movement.bySubject({ one: entityWord(project).one })}
          of={table}
          rows={rowsOf(table, period, ["subject_id", "subject"])}
          names="subject"
          first={FIRST}
          choice={shown.tableChoice(table.key)}
          onTable={(choice) => shown.onTable(table.key, choice)}
          chosen={chosen}
          idOf={({ of }) => {
            const id = of("subject_id")
            return typeof id === "string" ? id : null
          }}
          onChoose={onChoose}
          below={<OfSubject document={document} shown={shown} />}
        />
      </div>
      <div className={look["charts"]}>
        {CHARTS.map((key) => (
          <FigureCard key={key} of={document} chart={key} period={period} cursor={cursor} {...asked} />
        ))}
      </div>
      <BothPeriods document={document} shown={shown} />
    </>
  )
}
