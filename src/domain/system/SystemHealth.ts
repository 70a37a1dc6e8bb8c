// How the service as a whole is, as it is told: the facts, and what of them needs somebody.
import * as Schema from "effect/Schema"
import { Reach } from "./Reach.ts"
import { SystemLimits } from "./SystemLimits.ts"
import { SystemFacts } from "./SystemFacts.ts"

export const healthCodes = [
  "ROLE_SILENT",
  "RULES_BEHIND",
  "PROJECT_BEHIND",
  "INGEST_SHEDS",
  "QUEUE_WAITS",
  "SOURCES_DISCONNECTED",
  "TRACES_FAILING",
  "CONNECTIONS_SHORT",
  "DISK_SHORT",
  "CLOCK_DIFFERS"
] as const

export const HealthLine = Schema.Struct({
  code: Schema.Literals(healthCodes),
  severity: Schema.Literals(["warning", "critical"]),
  subject: Schema.String,
  detail: Schema.String.annotate({ description: "What is the matter" }),
  remedy: Schema.String.annotate({ description: "What to do about it" })
}).annotate({ identifier: "HealthLine" })
export type HealthLine = typeof HealthLine.Type

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

/** The facts, and what they mean; which program answers is not among them. */
export type HealthAssessment = Pick<SystemHealth, "status" | "attention" | "limits"> & SystemFacts
