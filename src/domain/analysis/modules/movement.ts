// The movement module: what it may be asked, with its defaults and limits. Specification 2.6, 8.
import * as Schema from "effect/Schema"
import { defineModule } from "../AnalysisModule.ts"
import { FIXES_PER_SUBJECT } from "../bounds.ts"
import { above, between, comparison, sharedOptions } from "../members.ts"
import type { SandboxJob } from "../SandboxJob.ts"

/** Specification 8. */
const limits = { subjects: 25, days: 366, fixes_per_subject: FIXES_PER_SUBJECT, kde_grid: 250 } as const

export const methods = ["mcp", "kde", "clusters"] as const
export type Method = (typeof methods)[number]

export const options = {
  ...sharedOptions,
  stationary_speed_mps: above(0, 100).annotate({ description: "Slower steps are stationary. Default 0.05" }),
  stationary_min_minutes: between(0, 525_600).annotate({
    description: "Shorter runs of stationary steps are moving. Default 30"
  }),
  revisit_hours: between(0, 8784).annotate({
    description: "A longer absence makes the return a new visit. Default 12"
  }),
  methods: Schema.Array(Schema.Literals(methods)).annotate({
    description: "Each home range method, and clusters, on or off. Default: all"
  }),
  mcp_percent: above(0, 100).annotate({
    description: "Share of the fixes nearest to their centre that the convex polygon holds. Default 95"
  }),
  kde_bandwidth_m: Schema.NullOr(between(1, 1_000_000)).annotate({
    description: "Default: by the reference rule"
  }),
  kde_grid: Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: limits.kde_grid })).annotate({
    description: "Cells on the longer side of the kernel grid. Default 250"
  })
}

/** The options of a run, complete. Units are in the names; `null`: by the data. */
export interface MovementParameters {
  readonly gap_hours: number
  readonly max_speed_mps: number | null
  readonly cell_m: number
  readonly stationary_speed_mps: number
  readonly stationary_min_minutes: number
  readonly revisit_hours: number
  readonly methods: ReadonlyArray<Method>
  readonly mcp_percent: number
  readonly kde_bandwidth_m: number | null
  readonly kde_grid: number
}

export const defaults: MovementParameters = {
  gap_hours: 4,
  max_speed_mps: null,
  cell_m: 100,
  stationary_speed_mps: 0.05,
  stationary_min_minutes: 30,
  revisit_hours: 12,
  methods,
  mcp_percent: 95,
  kde_bandwidth_m: null,
  kde_grid: limits.kde_grid
}

export interface MovementJob extends SandboxJob {
  readonly module: "movement"
  readonly parameters: MovementParameters
}

export const movement = defineModule({
  key: "movement",
  label: "Movement ecology",
  version: "movement/3",
  limits,
  options,
  comparisons: { comparison },
  defaults,
  docs:
    "Movement adds `stationary_speed_mps` 0.05, `stationary_min_minutes` 30, `revisit_hours` 12, `methods` " +
    "(`mcp`, `kde`, `clusters`), `mcp_percent` 95, `kde_bandwidth_m`, `kde_grid` 250, `comparison " +
    "{time_from, time_to}`.",
  command: {
    summary: "movement ecology of a file: distances, home ranges, hotspots",
    example: "pugmark analyse movement --csv buffalo.csv --out buffalo --timezone Africa/Johannesburg",
    description: `Computes what the service computes for a run of its movement module, from a file and without a server:
  steps, speeds, turning angles, day and night, residence and revisits, hotspots, clusters, home ranges (MCP,
  kernel density). Needs --csv FILE and --out DIR. Reads a Movebank download or a table of individual_id,
  timestamp, lon, lat; times that name no zone (Movebank's are UTC) need --times-in ZONE. Writes report.html to
  look at, document.json with everything, tables/*.csv and geometries.geojson.`,
    title: "Movement",
    entityType: "wildlife",
    flags: {
      "stationary-speed-mps": { value: "M/S", says: "slower steps are stationary, 0.05 unless said" },
      "stationary-min-minutes": {
        value: "MIN",
        says: "shorter runs of them are moving, 30 unless said"
      },
      "revisit-hours": {
        value: "H",
        says: "a longer absence makes the return a new visit, 12 unless said"
      },
      methods: { value: "A,B", says: "of mcp, kde and clusters; all unless said" },
      "mcp-percent": {
        value: "P",
        says: "share of the fixes that the convex polygon holds, 95 unless said"
      },
      "kde-bandwidth-m": {
        value: "M",
        says: "bandwidth of the kernel; by the reference rule unless said"
      },
      "kde-grid": {
        value: "N",
        says: "cells on the longer side of the kernel grid, 250 unless said"
      }
    }
  }
})
