// The charts of a grazing run: data only. Specification 2.7.
import type { Chart } from "../../src/domain/analysis/Result.ts"
import { labelsOf } from "../result/labels.ts"
import { type ResultBuilder, rounded } from "../result/ResultBuilder.ts"
import type { Figures } from "./figures.ts"
import { type Findings, type Side, sideName, trackedText } from "./Findings.ts"

const bars: ReadonlyArray<{
  readonly key: string
  readonly title: string
  readonly unit: string | null
  readonly of: (figures: Figures) => number
}> = [
  {
    key: "animal_days_per_ha",
    title: "Use",
    unit: "animal-days/ha",
    of: ({ pasture, use }) => use.hours / 24 / pasture.hectares
  },
  {
    key: "relative_pressure",
    title: "Relative pressure (1 is the mean of the areas)",
    unit: null,
    of: ({ pressure }) => pressure.relative
  },
  {
    key: "share_of_herd_time",
    title: "Share of the herd's time",
    unit: null,
    of: ({ herd, use }) => use.hours / herd.hours
  },
  { key: "rest_days", title: "Days of rest", unit: "d", of: ({ rest }) => rest.restDays }
]

/** Adds the charts by area, and those by day. */
export const addCharts = (builder: ResultBuilder, findings: Findings): void => {
  const { job, pastures, sides } = findings
  const tracked = trackedText(findings)
  const isCompared = sides.length > 1
  const labels = labelsOf(pastures.all)
  for (const { key, of, title, unit } of bars) {
    builder.chart({
      key,
      title: `${title} (${tracked})`,
      kind: "bar",
      unit,
      x_type: "category",
      x_label: "Area",
      series: sides.map((side) => ({
        key: side.key,
        label: sideName(job, side.key),
        subject_id: null,
        period: side.key,
        x: [...labels.values()],
        y: side.figures.map((figures) => rounded(of(figures)))
      }))
    })
  }
  const byDay = (
    chart: Omit<Chart, "series" | "x_type" | "x_label">,
    has: (side: Side, at: number) => boolean,
    of: (side: Side, at: number, day: number) => number
  ): void =>
    builder.chart({
      ...chart,
      x_type: "date",
      x_label: "Local day",
      series: sides.flatMap((side) =>
        pastures.all.flatMap(({ id }, at) =>
          !has(side, at)
            ? []
            : [
                {
                  key: `${side.key}/${id}`,
                  label: `${labels.get(id)!}${isCompared ? ` · ${sideName(job, side.key).toLowerCase()}` : ""}`,
                  subject_id: null,
                  period: side.key,
                  x: side.herd.days.names,
                  y: side.herd.days.names.map((_, day) => rounded(of(side, at, day), 4))
                }
              ]
        )
      )
    })
  byDay(
    { key: "timeline", title: `Animal-hours by day (${tracked})`, kind: "line", unit: "h" },
    ({ herd }, at) => herd.areas[at]!.animalsUsed > 0,
    ({ herd }, at, day) => herd.areas[at]!.dailyHours[day]!
  )
  // an area that was never used rests all the time, so its row must be seen
  byDay(
    { key: "rest_calendar", title: "Rest calendar: 1 is a day of rest", kind: "bar", unit: null },
    () => true,
    ({ herd }, at, day) => (herd.areas[at]!.dailyHours[day]! <= job.parameters.rest_threshold_hours ? 1 : 0)
  )
}
