// The tables of movement beside those that compare: light, data quality, residence, clusters, home range,
// days. Specification 2.7.
import type { Cell, Column } from "../../src/domain/analysis/Result.ts"
import { instantName } from "../../src/domain/zone.ts"
import { labelsOf } from "../result/labels.ts"
import { column, known, type ResultBuilder, rounded } from "../result/ResultBuilder.ts"
import { lights } from "../../src/domain/geo/sun.ts"
import { qualityCounts } from "../track/qualityCounts.ts"
import type { Measured } from "./measure.ts"

/** MAX_CLUSTER_ROWS is how many clusters of a track the table lists; a metric has their number. */
const MAX_CLUSTER_ROWS = 50

const head = [
  column("subject_id", "Subject id", null, "text"),
  column("subject", "Subject", null, "text"),
  column("period", "Period", null, "text")
]

interface Draft {
  readonly key: string
  readonly title: string
  readonly columns: ReadonlyArray<Column>
  readonly rows: (measured: Measured) => ReadonlyArray<ReadonlyArray<Cell>>
}

const drafts: ReadonlyArray<Draft> = [
  {
    key: "light",
    title: "Day, twilight and night",
    columns: [
      column("light", "Light", null, "text"),
      column("distance_km", "Distance", "km"),
      column("hours", "Hours covered", "h"),
      column("mean_speed_mps", "Distance over time", "m/s"),
      column("stationary_share", "Stationary share"),
      column("fixes", "Fixes")
    ],
    rows: ({ light }) =>
      lights.map((key) => {
        const { distance, fixes, hours, stationaryHours } = light[key]
        return [
          key,
          hours === 0 ? null : distance / 1000,
          hours,
          known(distance / (hours * 3600)),
          known(stationaryHours / hours),
          fixes
        ]
      })
  },
  {
    key: "quality",
    title: "Data quality",
    columns: [
      column("records", "Records read"),
      column("invalid", "Invalid"),
      column("duplicates", "Same time as another"),
      column("conflicting", "Of these, at another place"),
      column("too_fast", "Left out as too fast"),
      column("max_speed_mps", "Plausible speed", "m/s"),
      column("fixes", "Fixes used"),
      column("poor_accuracy", "Accuracy worse than 100 m"),
      column("few_satellites", "Fewer than 4 satellites"),
      column("median_accuracy_m", "Median accuracy", "m")
    ],
    rows: (measured) => {
      const counts = qualityCounts(measured)
      return [
        [
          counts.records,
          counts.invalid,
          counts.duplicates,
          counts.conflicting,
          counts.tooFast,
          measured.maxSpeed,
          counts.fixes,
          counts.poorAccuracy,
          counts.fewSatellites,
          known(counts.medianAccuracy)
        ]
      ]
    }
  },
  {
    key: "home_range",
    title: "Home range estimates",
    columns: [
      column("method", "Method", null, "text"),
      column("level", "Level"),
      column("hectares", "Area", "ha"),
      column("ci_low", "Lower limit", "ha"),
      column("ci_high", "Upper limit", "ha"),
      column("bandwidth_m", "Bandwidth", "m"),
      column("parts", "Parts"),
      column("cells", "Grid cells"),
      column("cell_m", "Grid cell", "m"),
      column("fixes", "Fixes")
    ],
    rows: ({ cleaned, homeRange }) => [
      ...(homeRange === null || homeRange.mcp === null
        ? []
        : [
            [
              "mcp",
              homeRange.mcp.kept / cleaned.fixes.time.length,
              homeRange.mcp.areaM2 / 10_000,
              null,
              null,
              null,
              null,
              null,
              null,
              homeRange.mcp.kept
            ]
          ]),
      ...(homeRange?.kernel?.isopleths ?? []).map(({ areaM2, cells, level, parts }) => [
        "kde",
        level,
        areaM2 / 10_000,
        null,
        null,
        homeRange!.kernel!.bandwidthM,
        parts,
        cells,
        homeRange!.kernel!.side,
        cleaned.fixes.time.length
      ])
    ]
  },
  {
    key: "residence",
    title: "Cells with the most time",
    columns: [
      column("rank", "Rank"),
      column("cell_x", "Cell east"),
      column("cell_y", "Cell north"),
      column("lon", "Longitude of its middle", "°"),
      column("lat", "Latitude of its middle", "°"),
      column("hours", "Hours", "h"),
      column("share", "Share of the time"),
      column("visits", "Visits"),
      column("fixes", "Fixes")
    ],
    rows: ({ residence }) =>
      residence.top.map(({ fixes, hours, ix, iy, lat, lon, visits }, i) => [
        i + 1,
        ix,
        iy,
        lon,
        lat,
        hours,
        known(hours / residence.hours),
        visits,
        fixes
      ])
  },
  {
    key: "clusters",
    title: "Clusters with the most time",
    columns: [
      column("rank", "Rank"),
      column("fixes", "Fixes"),
      column("hours", "Hours", "h"),
      column("share", "Share of the time"),
      column("hectares", "Area of its outline", "ha"),
      column("first_at", "First fix", null, "time"),
      column("last_at", "Last fix", null, "time")
    ],
    rows: ({ places, residence }) =>
      (places?.places ?? [])
        .slice(0, MAX_CLUSTER_ROWS)
        .map(({ areaM2, firstAt, fixes, hours, lastAt }, i) => [
          i + 1,
          fixes,
          hours,
          known(hours / residence.hours),
          areaM2 / 10_000,
          instantName(firstAt),
          instantName(lastAt)
        ])
  }
]

/**
 * Adds a column for each subject, a row for each local day of each period: by rows of their own the days of a
 * large run would not fit.
 */
const addTimeline = (builder: ResultBuilder, all: ReadonlyArray<Measured>): void => {
  const subjects = [...new Set(all.map((m) => m.subject))]
  const labels = labelsOf(subjects)
  const cellOf = (measured: Measured, day: number): Cell =>
    measured.calendar.steps[day] === 0 ? null : rounded(measured.calendar.distance[day]! / 1000, 9)
  builder.table(
    "timeline",
    "Distance by local day",
    [
      column("period", "Period", null, "text"),
      column("day", "Day", null, "date"),
      ...subjects.map(({ id }) => column(id, labels.get(id)!, "km"))
    ],
    [...new Set(all.map((m) => m.period))].flatMap((period) => {
      const of = all.filter((m) => m.period === period)
      return of[0]!.days.names.map((name, day) => [
        period.key,
        name,
        ...subjects.map((subject) =>
          cellOf(
            of.find((m) => m.subject === subject)!,
            day
          )
        )
      ])
    })
  )
}

/** The table of data quality says how many sentinels were left out, where that was asked for. */
const withSentinels = (draft: Draft): Draft =>
  draft.key !== "quality"
    ? draft
    : {
        ...draft,
        columns: [...draft.columns, column("sentinels", "Left out as a far position that is repeated")],
        rows: (measured) => draft.rows(measured).map((row) => [...row, measured.cleaned.sentinels])
      }

/** Adds every table of single tracks. */
export const addTables = (
  builder: ResultBuilder,
  all: ReadonlyArray<Measured>,
  isWithoutSentinels: boolean
): void => {
  addTimeline(builder, all)
  for (const { columns, key, rows, title } of isWithoutSentinels ? drafts.map(withSentinels) : drafts) {
    builder.table(
      key,
      title,
      [...head, ...columns],
      all.flatMap((measured) =>
        rows(measured).map((row) => [measured.subject.id, measured.subject.name, measured.period.key, ...row])
      )
    )
  }
}
