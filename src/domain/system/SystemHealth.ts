// The health of the service as the API returns it: the facts, and the problems that need an operator.
import * as Schema from "effect/Schema"
import { Reach } from "./Reach.ts"
import { SystemLimits } from "./SystemLimits.ts"
import { SystemFacts } from "./SystemFacts.ts"

/** healthCodes are the kinds of problems of the service. */
export const healthCodes = [
  "ROLE_SILENT",
  "RULES_BEHIND",
  "PARTITIONS_UNOWNED",
  "PROJECT_BEHIND",
  "INGEST_SHEDS",
  "QUEUE_WAITS",
  "SOURCES_DISCONNECTED",
  "TRACES_FAILING",
  "CONNECTIONS_SHORT",
  "DISK_SHORT",
  "CLOCK_DIFFERS",
  "SERVES_DIFFER"
] as const

/** HealthLine is one problem with its remedy. */
export const HealthLine = Schema.Struct({
  code: Schema.Literals(healthCodes),
  severity: Schema.Literals(["warning", "critical"]),
  subject: Schema.String,
  detail: Schema.String.annotate({ description: "What is the matter" }),
  remedy: Schema.String.annotate({ description: "What to do about it" })
}).annotate({ identifier: "HealthLine" })
export type HealthLine = typeof HealthLine.Type

/** SystemHealth is the facts, their assessment and the versions. */
export const SystemHealth = Schema.Struct({
  status: Schema.Literals(["ok", "degraded", "failing"]).annotate({
    description: "failing: something critical needs somebody now"
  }),
  attention: Schema.Array(HealthLine),
  limits: SystemLimits,
  ...SystemFacts.fields,
  versions: Schema.Struct({
    pugmark: Schema.String.annotate({ description: "Of the process that answers" }),
    node: Schema.String,
    ...SystemFacts.fields.versions.fields
  }),
  reach: Reach
}).annotate({ identifier: "SystemHealth" })
export type SystemHealth = typeof SystemHealth.Type

/** HealthAssessment is the facts and what they mean, without the process that answers. */
export type HealthAssessment = Pick<SystemHealth, "status" | "attention" | "limits"> & SystemFacts
