// The movement module: what it may be asked, with its defaults and limits. Specification 2.6, 8.
import * as Schema from "effect/Schema"
import { defineModule } from "../AnalysisModule.ts"
import { MAX_FIXES_PER_SUBJECT } from "../bounds.ts"
import { numberAbove, numberBetween, comparison, sharedOptions } from "../members.ts"
import { option } from "../option.ts"
import type { SandboxJob } from "../SandboxJob.ts"

/** Specification 8. */
const limits = { subjects: 25, days: 366, fixes_per_subject: MAX_FIXES_PER_SUBJECT, kde_grid: 250 } as const

/** methods are the optional computations of the module. */
export const methods = ["mcp", "kde", "clusters"] as const
/** Method is an optional computation of the module. */
export type Method = (typeof methods)[number]

/** options are the schemas of the module's options. */
export const options = {
  ...sharedOptions,
  stationary_speed_mps: option(numberAbove(0, 100), {
    title: "Stationary below",
    unit: "m/s",
    description: "Slower steps are stationary"
  }),
  stationary_min_minutes: option(numberBetween(0, 525_600), {
    title: "Stationary for at least",
    unit: "min",
    description: "Shorter runs of stationary steps are moving"
  }),
  revisit_hours: option(numberBetween(0, 8784), {
    title: "A new visit after",
    unit: "h",
    description: "A longer absence makes the return a new visit"
  }),
  mcp_percent: option(numberAbove(0, 100), {
    title: "Convex polygon",
    unit: "% of fixes",
    description: "Share of the fixes nearest to their centre that the convex polygon holds"
  }),
  kde_bandwidth_m: option(Schema.NullOr(numberBetween(1, 1_000_000)), {
    title: "Kernel bandwidth",
    unit: "m",
    description: "How far the kernel of a fix reaches: the wider, the smoother the home range",
    automatic: "the reference rule",
    warning: {
      code: "bandwidth_below_cell",
      text: "A warning is given when the bandwidth is below a cell of the kernel grid."
    }
  }),
  kde_grid: option(Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: limits.kde_grid })), {
    title: "Kernel grid",
    unit: "cells",
    description: "Cells on the longer side of the kernel grid"
  }),
  methods: option(Schema.Array(Schema.Literals(methods)), {
    title: "Compute",
    description: "Which home ranges are computed, and whether clusters are",
    labels: { mcp: "Polygon", kde: "Kernel", clusters: "Clusters" },
    warning: { code: "few_fixes", text: "A subject with few fixes gets no home range and no clusters." }
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

/** defaults are the options where a request names none. */
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

/** MovementJob is the job of a movement thread. */
export interface MovementJob extends SandboxJob {
  readonly module: "movement"
  readonly parameters: MovementParameters
}

/** movement is the definition of the module. */
export const movement = defineModule({
  key: "movement",
  label: "Movement ecology",
  summary: "Distance, speed, rest, turning angles, home ranges, hotspots and clusters of each animal.",
  version: "movement/3",
  limits,
  options,
  comparisons: { comparison },
  defaults,
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
    flags: {}
  }
})
