// The movement module: what it may be asked, with its defaults and limits. Specification 2.6, 8.
import * as Schema from "effect/Schema"
import { InstantInput, Uuid } from "../../fields.ts"

export const METHOD_VERSION = "movement/3"
export const LABEL = "Movement ecology"

/** Specification 8. */
export const LIMITS = { subjects: 25, days: 366, fixes_per_subject: 200_000, kde_grid: 250 } as const
/** A subject with fewer fixes gets no home range and no clusters. Specification 2.8, rule 14. */
export const MIN_FIXES = 30

export const methods = ["mcp", "kde", "clusters"] as const
export type Method = (typeof methods)[number]

const above = (exclusiveMinimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isGreaterThan(exclusiveMinimum), Schema.isLessThanOrEqualTo(maximum))
const between = (minimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** The members that both modules and their `options` share. */
export const sharedOptions = {
  gap_hours: above(0, 8784).annotate({
    description: "An interval longer than this is a gap, not movement. Default 4"
  }),
  max_speed_mps: Schema.NullOr(above(0, 1000)).annotate({
    description:
      "Fixes that only a faster animal could have sent are left out and counted. Default: 15 for " +
      "wildlife, 5 for livestock"
  }),
  cell_m: between(1, 100_000).annotate({
    description: "Side of the cells of residence and hotspots. Default 100"
  })
}

/** Who an analysis is about; exactly one of the three. */
export const selectors = {
  entity_ids: Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(1000)),
  group_id: Uuid.annotate({ description: "A group, with those below it" }),
  entity_type_id: Uuid
}

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
  kde_grid: Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: LIMITS.kde_grid })).annotate({
    description: "Cells on the longer side of the kernel grid. Default 250"
  })
}

export const comparison = Schema.Struct({ time_from: InstantInput, time_to: InstantInput })

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
  kde_grid: LIMITS.kde_grid
}
