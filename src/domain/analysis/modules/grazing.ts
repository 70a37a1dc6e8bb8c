// The grazing module: what it may be asked, with its defaults and limits. Specification 2.6, 8.
import * as Schema from "effect/Schema"
import { Name, Uuid } from "../../fields.ts"
import { comparison, sharedOptions } from "./movement.ts"

export const METHOD_VERSION = "grazing/3"
export const LABEL = "Grazing and pasture use"

/** Specification 8. */
export const LIMITS = { subjects: 100, areas: 50, days: 366, fixes_per_subject: 200_000 } as const
/** A smaller area is refused. Specification 2.8, rule 20. */
export const MIN_HECTARES = 1

export const weightings = ["equal", "attribute", "metabolic"] as const
export type Weighting = (typeof weightings)[number]

const MonthDay = Schema.String.check(
  Schema.isPattern(
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/u,
    { expected: "a month and day, MM-DD" }
  )
)

/** A part of the year, first and last day included, by the project's calendar; it may cross New Year. */
export const Season = Schema.Struct({ name: Name, from: MonthDay, to: MonthDay })
export type Season = typeof Season.Type

const hours = (maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum }))

export const options = {
  ...sharedOptions,
  weighting: Schema.Literals(weightings).annotate({
    description:
      "Each animal counts one (`equal`), the number of an attribute, or its metabolic mass. Default equal"
  }),
  weight_key: Schema.String.check(Schema.isMaxLength(100), Schema.isMinLength(1)).annotate({
    description: "The numeric attribute of the animals that weighs them"
  }),
  min_absence_hours: hours(8784).annotate({ description: "A longer absence ends a visit. Default 6" }),
  rest_threshold_hours: hours(24_000).annotate({
    description: "A day with at most so many animal-hours is a day of rest. Default 0"
  })
}

/** Asked at most one: another period, parts of the year, or another herd. */
export const comparisons = {
  comparison,
  seasons: Schema.Array(Season).check(Schema.isMinLength(1), Schema.isMaxLength(12)),
  herd_b_entity_ids: Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(1000))
}

/** The options of a run, complete. Units are in the names; `null`: by the data, or not asked for. */
export interface GrazingParameters {
  readonly gap_hours: number
  readonly max_speed_mps: number | null
  readonly cell_m: number
  readonly weighting: Weighting
  readonly weight_key: string | null
  readonly min_absence_hours: number
  readonly rest_threshold_hours: number
  readonly seasons: ReadonlyArray<Season>
}

export const defaults: GrazingParameters = {
  gap_hours: 4,
  max_speed_mps: null,
  cell_m: 100,
  weighting: "equal",
  weight_key: null,
  min_absence_hours: 6,
  rest_threshold_hours: 0,
  seasons: []
}
