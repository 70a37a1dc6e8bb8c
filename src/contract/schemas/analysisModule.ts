// A module of analyses, as it is told.
import * as Schema from "effect/Schema"
import { moduleKeys } from "../../domain/analysis/catalogue.ts"

/** The key of a module. */
export const Module = Schema.Literals(moduleKeys)

/** What a module computes, by which method, and the limits of a run. */
export const ModuleInfo = Schema.Struct({
  key: Module,
  label: Schema.String,
  version: Schema.String.annotate({ description: "method_version of its runs" }),
  limits: Schema.Record(Schema.String, Schema.Finite)
}).annotate({ identifier: "AnalysisModule" })
