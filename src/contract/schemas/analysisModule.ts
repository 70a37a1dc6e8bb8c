// A module of analyses, as the API describes it.
import * as Schema from "effect/Schema"
import { moduleKeys } from "../../domain/analysis/catalogue.ts"
import { comparisonKinds } from "../../domain/analysis/describeModule.ts"

/** Module is the key of a module. */
export const Module = Schema.Literals(moduleKeys)

/** ModuleInfo is what a module computes, by which method, which parameters it takes, and the limits of a run. */
export const ModuleInfo = Schema.Struct({
  key: Module,
  label: Schema.String,
  summary: Schema.String.annotate({ description: "What it computes, in a sentence" }),
  version: Schema.String.annotate({ description: "method_version of its runs" }),
  limits: Schema.Record(Schema.String, Schema.Finite),
  options: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "JSON Schema (draft 2020-12) of the options. Beside its own words each has `x-unit`; where there is one, " +
      "`x-automatic` (what null stands for), `x-presets` (label and value), `x-labels` (of the values of an " +
      "enum), `x-attribute` (the value names an attribute of the subjects), `x-needed-when` (values of another " +
      "option), and `x-warning`: code and sentence of the quality warning that the value decides on"
  }),
  comparisons: Schema.Array(Schema.Literals(comparisonKinds)).annotate({
    description:
      "What a run can be compared with, one at a time: `comparison`, `seasons`, `herd_b_entity_ids`"
  }),
  asks_about_areas: Schema.Boolean.annotate({ description: "A run needs `feature_ids`" })
}).annotate({ identifier: "AnalysisModule" })
