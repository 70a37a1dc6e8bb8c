// How many animals stood on each area, beside how many it carries.
import { column, known, type ResultBuilder, weighted } from "../result/ResultBuilder.ts"
import { trackedCount } from "./figures.ts"
import type { Findings } from "./Findings.ts"
import { areaColumns, periodColumn } from "./tableColumns.ts"

/** Adds the table; no rows where no area says what it carries. */
export const addStocking = (
  builder: ResultBuilder,
  { pastures, sides }: Findings,
  tracked: string,
  weighting: string
): void =>
  builder.table(
    "stocking",
    `Stocking beside carrying capacity (${tracked})`,
    [
      periodColumn,
      ...areaColumns,
      column("hectares", "Size", "ha"),
      column("carrying_capacity", "Carrying capacity", "animals"),
      weighted(weighting, "animals_tracked", "Animals there on average, of those tracked", "animals"),
      weighted(weighting, "animals_herd", "Animals there on average, if the others did alike", "animals"),
      weighted(weighting, "stocking_rate", "Stocking rate, if the others did alike", "animals/ha"),
      weighted(weighting, "share_of_capacity", "Share of the carrying capacity")
    ],
    pastures.all.some(({ carryingCapacity }) => carryingCapacity > 0)
      ? sides.flatMap(({ figures, herd, key }) =>
          figures.map(({ pasture, use }) => {
            const present = use.weightedHours / ((herd.period.to - herd.period.from) / 3_600_000)
            const whole = (present * herd.herdSize) / trackedCount(herd)
            return [
              key,
              pasture.id,
              pasture.name,
              pasture.hectares,
              known(pasture.carryingCapacity),
              present,
              known(whole),
              known(whole / pasture.hectares),
              pasture.carryingCapacity > 0 ? known(whole / pasture.carryingCapacity) : null
            ]
          })
        )
      : []
  )
