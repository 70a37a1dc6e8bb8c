// The status of the service for members of one project: only what of its health concerns them, and nothing about
// other projects.
import * as Schema from "effect/Schema"
import { assessHealth } from "./assessHealth.ts"
import { type BeatingRole, beatingRoles, type SystemFacts } from "./SystemFacts.ts"
import { SystemHealth } from "./SystemHealth.ts"
import type { HealthLimits } from "./SystemLimits.ts"

/** ProjectStatus is this status. */
export const ProjectStatus = Schema.Struct({
  status: SystemHealth.fields.status,
  rule_lag_seconds: Schema.Finite.annotate({
    description: "How far behind rules are with what came in for the project"
  }),
  silent_roles: Schema.Array(Schema.Literals(beatingRoles)).annotate({
    description: "Parts of the service that have not said for half a minute that they are alive"
  }),
  analyses: Schema.Struct({
    heartbeat_age_seconds: Schema.NullOr(Schema.Finite).annotate({
      description: "Of the youngest worker that computes analyses; null: none in the last day"
    }),
    queued: Schema.NullOr(Schema.Int).annotate({
      description: "Runs of the project that you see and that wait for it; null: their table does not answer"
    })
  })
}).annotate({
  identifier: "ProjectStatus",
  examples: [
    {
      status: "ok",
      rule_lag_seconds: 0.2,
      silent_roles: [],
      analyses: { heartbeat_age_seconds: 3.1, queued: 0 }
    }
  ]
})
export type ProjectStatus = typeof ProjectStatus.Type

/** Rounds to a tenth: finer values are noise. */
const tenths = (seconds: number): number => Math.round(seconds * 10) / 10

const isRole = (text: string): text is BeatingRole => beatingRoles.some((role) => role === text)

/** Returns what the facts mean for a project with `queued` waiting runs. */
export const statusOf = (
  facts: SystemFacts,
  limits: HealthLimits,
  projectId: string,
  queued: number | null
): ProjectStatus => {
  const lanes = facts.project_lanes.filter((lane) => lane.project_id === projectId)
  const { attention, status } = assessHealth({ ...facts, project_lanes: lanes }, limits)
  const age = facts.workers.find(({ role }) => role === "analyse")?.heartbeat_age_seconds ?? null
  return {
    status,
    rule_lag_seconds: tenths(lanes[0]?.lag_seconds ?? facts.rule_lag_seconds),
    silent_roles: attention.flatMap(({ code, subject }) =>
      code === "ROLE_SILENT" && isRole(subject) ? [subject] : []
    ),
    analyses: {
      heartbeat_age_seconds: age === null ? null : tenths(age),
      queued
    }
  }
}
