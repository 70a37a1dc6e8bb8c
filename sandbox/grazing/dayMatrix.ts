// Tables with a row for each day and a column for each area.
import type { Cell } from "../../src/domain/analysis/Result.ts"
import { labelsOf } from "../result/labels.ts"
import { column, type ResultBuilder } from "../result/ResultBuilder.ts"
import type { Findings, Side } from "./Findings.ts"
import { periodColumn } from "./tableColumns.ts"

/** Adds a row for each day with a value for each area; `of` returns the value of an area on a day. */
export const addMatrix = (
  builder: ResultBuilder,
  { pastures, sides }: Findings,
  key: string,
  title: string,
  unit: string | null,
  of: (side: Side, at: number, day: number) => Cell
): void =>
  builder.table(
    key,
    title,
    [
      periodColumn,
      column("day", "Day", null, "date"),
      ...Array.from(labelsOf(pastures.all), ([id, label]) => column(id, label, unit))
    ],
    sides.flatMap((side) =>
      side.herd.days.names.map((name, day) => [
        side.key,
        name,
        ...pastures.all.map((_, at) => of(side, at, day))
      ])
    )
  )
