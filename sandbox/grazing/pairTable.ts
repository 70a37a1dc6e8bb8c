// Areas by animal: how long, how often and how late each animal used each area.
import type { Cell } from "../../src/domain/analysis/Result.ts"
import { instantName } from "../../src/domain/zone.ts"
import { column, known, type ResultBuilder, weighted } from "../result/ResultBuilder.ts"
import type { Findings, Side } from "./Findings.ts"
import { animalColumns, areaColumns, periodColumn } from "./tableColumns.ts"

/**
 * MAX_PAIR_ROWS is how many rows of area and animal a large run lists, those with the most hours; a small run
 * lists all.
 */
const MAX_PAIR_ROWS = 5000

const pairRows = ({
  figures,
  herd,
  key
}: Side): ReadonlyArray<{ readonly hours: number; readonly row: ReadonlyArray<Cell> }> =>
  figures.flatMap(({ pasture, use }) =>
    use.animals.flatMap((own, i) => {
      if (own.fixes === 0) return []
      const { subject } = herd.herd[i]!
      return [
        {
          hours: own.hours,
          row: [
            key,
            pasture.id,
            pasture.name,
            subject.id,
            subject.name,
            known(own.hours),
            known(own.weightedHours),
            own.visits,
            known(own.hours / own.visits),
            own.daysUsed,
            instantName(own.firstUse),
            instantName(own.lastUse),
            own.fixes
          ]
        }
      ]
    })
  )

/** Adds the table; a large run gets only the rows with the most hours. */
export const addPairs = (builder: ResultBuilder, { sides, weighting }: Findings): void => {
  const pairs = sides.flatMap(pairRows)
  const least =
    pairs.length <= MAX_PAIR_ROWS ? -1 : pairs.map(({ hours }) => hours).sort((a, b) => b - a)[MAX_PAIR_ROWS]!
  builder.table(
    "area_animals",
    `Areas by animal${least < 0 ? "" : `, the ${MAX_PAIR_ROWS} rows with the most hours`}`,
    [
      periodColumn,
      ...areaColumns,
      ...animalColumns,
      column("hours", "Hours", "h"),
      weighted(weighting, "weighted_animal_hours", "Weighted animal-hours", "h"),
      column("visits", "Visits"),
      column("mean_visit_hours", "Mean visit", "h"),
      column("days_used", "Days used", "d"),
      column("first_use", "First use", null, "time"),
      column("last_use", "Last use", null, "time"),
      column("fixes", "Fixes")
    ],
    pairs.filter(({ hours }) => hours > least).map(({ row }) => row)
  )
}
