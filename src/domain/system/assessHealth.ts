// What the facts mean: which are problems, how severe, and what to do about them.
import { backlogs } from "./backlogHealth.ts"
import { silentRoles, differingClocks, differingServes } from "./roleHealth.ts"
import type { SystemFacts } from "./SystemFacts.ts"
import type { HealthLine, HealthAssessment } from "./SystemHealth.ts"
import {
  connectionsAllowed,
  diskNeeded,
  MAX_FAILED_TRACES_PER_HOUR,
  type HealthLimits,
  limitsOf
} from "./SystemLimits.ts"

const MIB_BYTES = 1024 * 1024

/** Returns the shortages and lost connections of the service. */
const shortages = (facts: SystemFacts): ReadonlyArray<HealthLine> => {
  const attention: Array<HealthLine> = []
  if (facts.data_sources.disconnected > 0) {
    attention.push({
      code: "SOURCES_DISCONNECTED",
      severity: "warning",
      subject: "data_sources",
      detail:
        facts.data_sources.disconnected === 1
          ? "One source is not connected."
          : `${facts.data_sources.disconnected} sources are not connected.`,
      remedy: "Open the sources: each says why, and can be tested there."
    })
  }
  if (facts.failed_traces_last_hour > MAX_FAILED_TRACES_PER_HOUR) {
    attention.push({
      code: "TRACES_FAILING",
      severity: "warning",
      subject: "traces",
      detail: `${facts.failed_traces_last_hour} traces failed in the last hour.`,
      remedy: "Needs attention sums them up for each project; the traces show them one by one."
    })
  }
  const { connections, max_connections } = facts.database
  if (connections > connectionsAllowed(max_connections)) {
    attention.push({
      code: "CONNECTIONS_SHORT",
      severity: "warning",
      subject: "database",
      detail: `${connections} of ${max_connections} connections of the database are taken.`,
      remedy:
        "Raise max_connections of the PostgreSQL, or stop what else uses it: a role of Pugmark takes " +
        "at most 20."
    })
  }
  if (facts.disk !== null && facts.disk.free_bytes < diskNeeded(facts.disk.total_bytes)) {
    const { free_bytes, path } = facts.disk
    attention.push({
      code: "DISK_SHORT",
      severity: free_bytes < 256 * MIB_BYTES ? "critical" : "warning",
      subject: "disk",
      detail: `${Math.round(free_bytes / MIB_BYTES)} MiB are free at ${path}.`,
      remedy:
        "Free or add disk: when it is full, nothing is accepted until there is room again. DATA_DIR/log may " +
        "be emptied."
    })
  }
  return attention
}

/**
 * Returns the problems in the facts, the worst first. Nothing that a start explains is critical while the
 * service has just started.
 */
export const assessHealth = (facts: SystemFacts, limits: HealthLimits): HealthAssessment => {
  const attention = [
    ...silentRoles(facts, limits.analyses),
    ...backlogs(facts, limits),
    ...shortages(facts),
    ...differingClocks(facts),
    ...differingServes(facts)
  ]
  attention.sort((a, b) => Number(b.severity === "critical") - Number(a.severity === "critical"))
  return {
    status: attention.some((line) => line.severity === "critical")
      ? "failing"
      : attention.length > 0
        ? "degraded"
        : "ok",
    attention,
    limits: limitsOf(facts, limits),
    ...facts
  }
}
