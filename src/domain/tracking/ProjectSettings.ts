// Settings of a project: labels, limits and places that the console uses. Known members are checked; programs may
// keep others of their own beside them.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { moduleKeys } from "../analysis/catalogue.ts"
import { MAX_SEASONS, Season } from "../analysis/Season.ts"
import { languageCodes } from "../access/Preferences.ts"
import { HISTORY_AFTER_HOURS, MAX_HISTORY_HOURS } from "../event/history.ts"
import { withinAttributesBytes } from "../schemas.ts"
import { MetricKey } from "./MetricRecord.ts"

/** A word on a button or in a heading. */
const Word = Schema.String.check(
  Schema.isMaxLength(40),
  Schema.isPattern(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, { expected: "a word that is not blank, on one line" })
)

const degrees = (limit: number) => Schema.Finite.check(Schema.isBetween({ minimum: -limit, maximum: limit }))

const known = Schema.Struct({
  entity_word: Schema.Struct({ one: Word, many: Word }).annotate({
    description: "What the entities are called: cow and cows"
  }),
  language: Schema.Literals(languageCodes).annotate({
    description:
      "The language (ISO 639) of mails and chat messages to receivers who have not chosen one in their account; en " +
      "unless said"
  }),
  silent_after_hours: Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 8784 })).annotate({
    description: "Without a fix for so long somebody is silent; 24 unless said"
  }),
  history_after_hours: Schema.Finite.check(
    Schema.isBetween({ minimum: 0.01, maximum: MAX_HISTORY_HOURS })
  ).annotate({
    description:
      "Alerts that are known longer after they happened are resolved when they are made, tell nobody and " +
      `count in no badge; ${HISTORY_AFTER_HOURS} unless said`
  }),
  gap_hours: Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 8784 })).annotate({
    description:
      "A step between two fixes that takes longer is a gap: it adds nothing to a day that begins in it; 4 unless " +
      "said"
  }),
  seasons: Schema.Array(Season).check(Schema.isMaxLength(MAX_SEASONS)).annotate({
    description: "Parts of the year by name, in the project's calendar, offered for comparisons"
  }),
  spark_metric: MetricKey.annotate({ description: "The metric that lists draw a small line of" }),
  map: Schema.Struct({
    centre: Schema.Tuple([degrees(180), degrees(90)]).annotate({ description: "Longitude and latitude" }),
    zoom: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 22 }))
  }).annotate({ description: "Where a map opens while there is nobody to show" }),
  analysis_modules: Schema.Array(Schema.Literals(moduleKeys)).annotate({
    description: "The analyses that the project offers; all of the deployment's unless said"
  }),
  landscape: Schema.Literal("demo").annotate({
    description: "The ground of the map is invented: for the demo farm, whose animals are too"
  })
})

/** ProjectSettings are the settings as requests send them: the whole object, which replaces the previous one. */
export const ProjectSettings = Schema.StructWithRest(known.mapFields(Struct.map(Schema.optionalKey)), [
  Schema.Record(Schema.String, Schema.Json)
])
  .check(withinAttributesBytes)
  .annotate({
    identifier: "ProjectSettings",
    description: "Members not named here are kept as they are.",
    examples: [
      {
        entity_word: { one: "cow", many: "cows" },
        silent_after_hours: 12,
        seasons: [{ name: "Summer", from: "06-01", to: "09-30" }]
      }
    ]
  })
export type ProjectSettings = typeof ProjectSettings.Type
