// The grazing module: what it may be asked, with its defaults and limits. Specification 2.6, 8.
import * as Schema from "effect/Schema"
import { defineModule } from "../AnalysisModule.ts"
import { MAX_FIXES_PER_SUBJECT } from "../bounds.ts"
import { comparison, herd_b_entity_ids, sharedOptions } from "../members.ts"
import { option } from "../option.ts"
import type { Plan } from "../Plan.ts"
import { MAX_SEASONS, Season } from "../Season.ts"
import type { LoadedTracks, SandboxJob } from "../SandboxJob.ts"
import type { ChosenArea } from "../Tracks.ts"

/** weightings are the ways to weigh the animals of a herd. */
export const weightings = ["equal", "attribute", "metabolic"] as const
/** Weighting is the way to weigh the animals of a herd. */
export type Weighting = (typeof weightings)[number]

const hours = (maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum }))

/** Weightings that count an animal by a number of its own. */
const byAttribute: ReadonlyArray<Weighting> = ["attribute", "metabolic"]

/** options are the schemas of the module's options. */
export const options = {
  ...sharedOptions,
  min_absence_hours: option(hours(8784), {
    title: "A visit ends after",
    unit: "h",
    description: "A longer absence from the area ends a visit"
  }),
  rest_threshold_hours: option(hours(24_000), {
    title: "A day of rest has at most",
    unit: "animal-hours",
    description: "A day with at most so many animal-hours is a day of rest"
  }),
  weighting: option(Schema.Literals(weightings), {
    title: "An animal counts",
    description: "What each animal counts in weighted figures",
    labels: { equal: "One", attribute: "A number of its own", metabolic: "Its metabolic mass" }
  }),
  weight_key: option(Schema.String.check(Schema.isMaxLength(100), Schema.isMinLength(1)), {
    title: "Weighed by",
    description: "The numeric attribute of the animals that weighs them",
    isAttribute: true,
    neededWhen: { weighting: byAttribute },
    warning: {
      code: "weight_missing",
      text: "Animals without the number count one, and a warning names them."
    }
  })
}

/** Asked at most one: another period, parts of the year, or another herd. */
export const comparisons = {
  comparison,
  seasons: Schema.Array(Season).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_SEASONS)),
  herd_b_entity_ids
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

/** defaults are the options where a request names none. */
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

/** GrazingJob is the job of a grazing thread. */
export interface GrazingJob extends SandboxJob {
  readonly module: "grazing"
  readonly parameters: GrazingParameters
  readonly areas: ReadonlyArray<ChosenArea>
  /** how many animals the chosen herd has, with or without fixes: the N of "n of N animals tracked" */
  readonly herdSize: number
  /** subjects (indices) of the second herd; they have tracks of `comparison` only */
  readonly herdB: ReadonlyArray<number>
}

const more = ({ subjects }: Plan, { areas }: LoadedTracks): Omit<GrazingJob, keyof SandboxJob> => {
  const herdB = subjects.flatMap(({ periods }, index) => (periods.includes("main") ? [] : [index]))
  return { areas, herdSize: subjects.length - herdB.length, herdB }
}

/** grazing is the definition of the module. */
export const grazing = defineModule({
  key: "grazing",
  label: "Grazing and pasture use",
  summary: "Animal-days by area, relative pressure, days of rest, and when an area was used.",
  version: "grazing/3",
  // specification 8
  limits: { subjects: 100, areas: 50, days: 366, fixes_per_subject: MAX_FIXES_PER_SUBJECT },
  options,
  comparisons,
  defaults,
  check: ({ weight_key, weighting }: GrazingParameters) =>
    !byAttribute.includes(weighting) || weight_key !== null
      ? []
      : [
          {
            pointer: "/weight_key",
            code: "WEIGHT_KEY_MISSING",
            detail: `The weighting ${weighting} needs the attribute that weighs.`
          }
        ],
  more,
  command: {
    summary: "how a herd used its pastures, from a file",
    example:
      "pugmark analyse grazing --csv cows.csv --areas pastures.geojson --out use --timezone Europe/Madrid " +
      "--entity-type cow",
    description: `Computes what the service computes for a run of its grazing module, from files and without a server:
  animal-hours and animal-days per hectare, visits, rest days, relative pressure, a timeline of daily use.
  Needs --csv FILE, --areas FILE.geojson and --out DIR. The areas are the polygons of a GeoJSON file. Writes
  report.html to look at, document.json with everything, tables/*.csv and geometries.geojson.`,
    title: "Use of the pastures",
    entityType: "livestock",
    flags: {
      areas: {
        value: "FILE",
        says: "the pastures: GeoJSON, KML or KMZ polygons, each with a `name`; `carrying_capacity` in animals, if known"
      },
      "areas-crs": {
        value: "SYSTEM",
        says:
          "the coordinate system of the areas where the file names none or a wrong one: EPSG:32630, or WKT or " +
          "PROJ text"
      },
      circles: {
        value: "M|NAME",
        says: "make a circle of each point of the areas: a radius in metres, or the attribute that holds it"
      },
      "herd-b": { value: "A,B", says: "another herd to compare with: these animals, over the same dates" },
      animals: {
        value: "FILE",
        says:
          "a table of the animals with numbers to weigh them by: individual_id and a column named as " +
          "--weight-key"
      },
      seasons: {
        value: "N:A:B,..",
        says: "parts of the year: spring:03-01:05-31,autumn:09-01:11-30"
      }
    }
  }
})
