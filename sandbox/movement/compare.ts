// Subjects beside each other, and two periods beside each other: tables with the mean and the spread of the
// group. Specification 2.8, rule 15.
import { changeOf, spreadOfCells } from "../../src/domain/analysis/compare/changes.ts"
import type { Column, Metrics } from "../../src/domain/analysis/Result.ts"
import type { PeriodKey, Subject } from "../../src/domain/analysis/Tracks.ts"
import { labelsOf } from "../result/labels.ts"
import { column, type ResultBuilder } from "../result/ResultBuilder.ts"

/** One subject's metrics in one period. */
interface Row {
  readonly subject: Subject
  readonly period: PeriodKey
  readonly metrics: Metrics
}

const head = [
  column("row_kind", "Row", null, "text"),
  column("subject_id", "Subject id", null, "text"),
  column("subject", "Subject", null, "text")
]

/**
 * Returns every metric by subject and period, then mean and standard deviation of each period that has more
 * than one subject.
 */
const subjectTable = (
  builder: ResultBuilder,
  rows: ReadonlyArray<Row>,
  metricColumns: ReadonlyArray<Column>
): void => {
  const periods = [...new Set(rows.map((row) => row.period))]
  builder.table(
    "summary",
    "Metrics by subject and period",
    [...head, column("period", "Period", null, "text"), ...metricColumns],
    periods.flatMap((period) => {
      const of = rows.filter((row) => row.period === period)
      const groups = metricColumns.map(({ key }) => spreadOfCells(of.map(({ metrics }) => metrics[key]!)))
      return [
        ...of.map(({ metrics, subject }) => [
          "subject",
          subject.id,
          subject.name,
          period,
          ...metricColumns.map(({ key }) => metrics[key]!)
        ]),
        ...(of.length < 2
          ? []
          : [
              ["mean", null, `Mean of ${of.length}`, period, ...groups.map(([mean]) => mean)],
              ["sd", null, `Standard deviation of ${of.length}`, period, ...groups.map(([, sd]) => sd)]
            ])
      ]
    })
  )
}

/**
 * Returns a row for each metric of each subject: main, comparison, and the change from the one to the other;
 * then mean and standard deviation.
 */
const periodTable = (
  builder: ResultBuilder,
  rows: ReadonlyArray<Row>,
  metricColumns: ReadonlyArray<Column>
): void => {
  const comparisons = rows.filter((row) => row.period === "comparison")
  const pairs = comparisons.map((comparison) => ({
    comparison,
    main: rows.find((row) => row.period === "main" && row.subject === comparison.subject)!
  }))
  const columns = [
    ...head,
    column("metric", "Metric", null, "text"),
    column("label", "What", null, "text"),
    column("unit", "Unit", null, "text"),
    column("main", "Main period"),
    column("comparison", "Comparison period"),
    column("change", "Main minus comparison"),
    column("change_share", "Change as a share of the comparison")
  ]
  builder.table("comparison", "Both periods by subject and metric", columns, [
    ...pairs.flatMap(({ comparison, main }) =>
      metricColumns.map(({ key, label, unit }) => [
        "subject",
        main.subject.id,
        main.subject.name,
        key,
        label,
        unit,
        main.metrics[key]!,
        comparison.metrics[key]!,
        ...changeOf(main.metrics[key]!, comparison.metrics[key]!)
      ])
    ),
    ...(pairs.length < 2
      ? []
      : metricColumns.flatMap(({ key, label, unit }) => {
          const values = pairs.map(({ comparison, main }) => [
            main.metrics[key]!,
            comparison.metrics[key]!,
            ...changeOf(main.metrics[key]!, comparison.metrics[key]!)
          ])
          const groups = [0, 1, 2, 3].map((at) => spreadOfCells(values.map((row) => row[at]!)))
          return [
            ["mean", null, `Mean of ${pairs.length}`, key, label, unit, ...groups.map(([mean]) => mean)],
            [
              "sd",
              null,
              `Standard deviation of ${pairs.length}`,
              key,
              label,
              unit,
              ...groups.map(([, sd]) => sd)
            ]
          ]
        }))
  ])
}

/** The metrics that a comparison is drawn of; the page offers a choice of these charts. */
const isDrawn = (key: string): boolean =>
  /^mcp.*_ha$/u.test(key) ||
  [
    "distance_km",
    "daily_distance_km",
    "mean_speed_mps",
    "stationary_share",
    "max_displacement_km",
    "kde50_ha",
    "kde95_ha",
    "hotspot_count",
    "cluster_count"
  ].includes(key)

const periodCharts = (
  builder: ResultBuilder,
  rows: ReadonlyArray<Row>,
  metricColumns: ReadonlyArray<Column>
): void => {
  const names = [...labelsOf(rows.filter((row) => row.period === "main").map((row) => row.subject)).values()]
  for (const { key, label, unit } of metricColumns.filter((c) => isDrawn(c.key))) {
    builder.chart({
      key: `comparison_${key}`,
      title: `${label} by subject and period`,
      kind: "bar",
      unit,
      x_type: "category",
      x_label: "Subject",
      series: (["main", "comparison"] as const).map((period) => ({
        key: period,
        label: period === "main" ? "Main period" : "Comparison period",
        subject_id: null,
        period,
        x: names,
        y: rows
          .filter((row) => row.period === period)
          .map(({ metrics }) => {
            const value = metrics[key]!
            return typeof value === "number" ? value : null
          })
      }))
    })
  }
}

/**
 * Adds the tables and charts that put subjects and periods side by side. `rows`: every subject in the order
 * of the job, in each period.
 */
export const addComparison = (
  builder: ResultBuilder,
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column>
): void => {
  subjectTable(builder, rows, columns)
  if (!rows.some((row) => row.period === "comparison")) return
  periodTable(builder, rows, columns)
  periodCharts(builder, rows, columns)
}
