// The charts of movement: data only, a series for each subject and period. Specification 2.7.
import type { Chart, Series } from "../../src/domain/analysis/Result.ts"
import { instantName } from "../../src/domain/zone.ts"
import { labelsOf } from "../result/labels.ts"
import { type ResultBuilder, rounded } from "../result/ResultBuilder.ts"
import { roseEdges } from "../stats/rose.ts"
import { nightShares } from "../track/nightHours.ts"
import type { Measured } from "./measure.ts"

interface Draft extends Omit<Chart, "series" | "night"> {
  /** null: the track has nothing to draw; several series of one track have names */
  readonly of: (measured: Measured) => ReadonlyArray<{
    readonly name?: string
    readonly x: ReadonlyArray<number | string>
    readonly y: Iterable<number>
  }>
}

const sums = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)
const directions = roseEdges.slice(0, -1).map((edge, i) => (edge + roseEdges[i + 1]!) / 2)

const drafts = (speedEdges: Float64Array): ReadonlyArray<Draft> => [
  {
    key: "daily_distance",
    title: "Daily distance",
    kind: "line",
    unit: "km",
    x_type: "date",
    x_label: "Local day",
    of: ({ calendar, days }) =>
      sums(calendar.steps) === 0
        ? []
        : [
            {
              x: days.names,
              y: Array.from(calendar.distance, (metres, day) =>
                calendar.steps[day] === 0 ? Number.NaN : metres / 1000
              )
            }
          ]
  },
  {
    key: "speed_histogram",
    title: "Speed of the steps",
    kind: "bar",
    unit: "steps",
    x_type: "number",
    x_label: "Speed (m/s)",
    edges: [...speedEdges].map((edge) => rounded(edge)!),
    of: ({ speedCounts }) =>
      sums(speedCounts) === 0
        ? []
        : [{ x: [...speedEdges.subarray(0, -1)].map((edge) => rounded(edge)!), y: speedCounts }]
  },
  {
    key: "hour_of_day",
    title: "Distance per hour covered, by hour of the day",
    kind: "bar",
    unit: "km/h",
    x_type: "number",
    x_label: "Local hour",
    edges: upTo(25),
    of: ({ calendar }) =>
      sums(calendar.hourCovered) === 0
        ? []
        : [
            {
              x: upTo(24),
              y: calendar.hourDistance.map((metres, hour) => metres / 1000 / calendar.hourCovered[hour]!)
            }
          ]
  },
  {
    key: "turning_angles",
    title: "Turning angles",
    kind: "rose",
    unit: "turns",
    x_type: "number",
    x_label: "Turn to the right (degrees)",
    edges: roseEdges,
    of: ({ turning }) => (turning.all.count === 0 ? [] : [{ x: directions, y: turning.all.counts }])
  },
  {
    key: "turning_angles_moving",
    title: "Turning angles between moving steps",
    kind: "rose",
    unit: "turns",
    x_type: "number",
    x_label: "Turn to the right (degrees)",
    edges: roseEdges,
    of: ({ turning }) => (turning.moving.count === 0 ? [] : [{ x: directions, y: turning.moving.counts }])
  },
  {
    key: "net_squared_displacement",
    title: "Net squared displacement from the first fix",
    kind: "line",
    unit: "km²",
    x_type: "time",
    x_label: "Time",
    of: ({ netSquared }) =>
      netSquared.x.length < 2 ? [] : [{ x: Array.from(netSquared.x, instantName), y: netSquared.y }]
  },
  {
    key: "range_stability",
    title: "Home range by days tracked",
    kind: "line",
    unit: "ha",
    x_type: "number",
    x_label: "Days since the first fix",
    of: ({ stability }) =>
      stability === null
        ? []
        : [
            { name: "MCP", y: stability.mcp },
            { name: "KDE 95%", y: stability.kde95 }
          ]
            .filter(({ y }) => !Number.isNaN(y.at(-1)!))
            .map((line) => ({ ...line, x: stability.days.map((day) => rounded(day)!) }))
  }
]

/**
 * Returns how dark the hours of the main period were: of two periods together it would be the night of
 * neither.
 */
const nightOf = (all: ReadonlyArray<Measured>): ReadonlyArray<number> =>
  nightShares(all.filter(({ period }) => period.key === "main").map(({ nights }) => nights)).map((share) =>
    rounded(share, 4)!
  )

/** Adds every chart of single tracks. */
export const addCharts = (
  builder: ResultBuilder,
  all: ReadonlyArray<Measured>,
  speedEdges: Float64Array,
  isCompared: boolean
): void => {
  const labels = labelsOf([...new Set(all.map((m) => m.subject))])
  for (const { of, ...chart } of drafts(speedEdges)) {
    builder.chart({
      ...chart,
      ...(chart.key === "hour_of_day" ? { night: nightOf(all) } : {}),
      series: all.flatMap((measured) =>
        of(measured).map(({ name, x, y }): Series => ({
          key: [measured.period.key, measured.subject.id, ...(name === undefined ? [] : [name])].join("/"),
          label: [
            labels.get(measured.subject.id)!,
            ...(name === undefined ? [] : [name]),
            ...(isCompared && measured.period.key === "comparison" ? ["comparison"] : [])
          ].join(" · "),
          subject_id: measured.subject.id,
          period: measured.period.key,
          x,
          y: Array.from(y, (value) => rounded(value))
        }))
      )
    })
  }
}
