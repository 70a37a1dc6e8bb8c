// What of the service's health is told to those who look at one project.
import { assert, describe, it } from "@effect/vitest"
import { statusOf } from "../../../src/domain/system/ProjectStatus.ts"
import { beatingRoles, queueNames, type SystemFacts } from "../../../src/domain/system/SystemFacts.ts"

const well: SystemFacts = {
  at: "2026-05-01T00:00:00.000Z",
  workers: beatingRoles.map((role) => ({ role, heartbeat_age_seconds: 3, workers: [] })),
  engines: [],
  partitions: [
    {
      partition: 0,
      owner: "here",
      owner_alive: true,
      epoch: 1,
      claimed_at: "2026-05-01T00:00:00.000Z",
      unread: 10,
      lag_seconds: 0.2
    }
  ],
  rule_lag_seconds: 0.2,
  project_lanes: [],
  queues: queueNames.map((name) => ({ name, depth: 1, oldest_seconds: 1 })),
  failed_traces_last_hour: 3,
  data_sources: { connected: 2, disconnected: 0 },
  database: { version: "18.4", size_bytes: 1e9, connections: 20, max_connections: 100 },
  versions: { postgresql: "18.4", schema_step: 44, schema_applied_at: "2026-05-01T00:00:00.000Z" },
  disk: { path: "/data", free_bytes: 5e10, total_bytes: 1e11 }
}
const limits = { maxUnreadRows: 1000, maxUnreadRowsPerProject: 500, analyses: true }
const lane: SystemFacts["project_lanes"][number] = {
  project_id: "one",
  project_name: "North",
  partitions: 16,
  unread: 501,
  lag_seconds: 90,
  opened_at: "2026-04-30T23:59:00.000Z",
  rule_id: null,
  rule_name: null
}

describe("the status of a project", () => {
  it("is ok where all is, with the lag that everybody has", () => {
    assert.deepStrictEqual(statusOf(well, limits, "one", 2), {
      status: "ok",
      rule_lag_seconds: 0.2,
      silent_roles: [],
      analyses: { heartbeat_age_seconds: 3, queued: 2 }
    })
  })

  it("has the lag of a project that is judged apart, and is no worse for others of which one is", () => {
    const facts = { ...well, project_lanes: [lane] }
    const own = statusOf(facts, limits, "one", 0)
    assert.deepStrictEqual([own.status, own.rule_lag_seconds], ["degraded", 90])
    const other = statusOf(facts, limits, "two", 0)
    assert.deepStrictEqual([other.status, other.rule_lag_seconds], ["ok", 0.2])
  })

  it("names who is silent; nobody misses analyses where there are none", () => {
    const workers = well.workers.map((worker) =>
      ["engine", "analyse"].includes(worker.role) ? { ...worker, heartbeat_age_seconds: null } : worker
    )
    const told = statusOf({ ...well, workers }, limits, "one", null)
    assert.deepStrictEqual(told, {
      status: "failing",
      rule_lag_seconds: 0.2,
      silent_roles: ["engine", "analyse"],
      analyses: { heartbeat_age_seconds: null, queued: null }
    })
    const without = statusOf({ ...well, workers }, { ...limits, analyses: false }, "one", null)
    assert.deepStrictEqual(without.silent_roles, ["engine"])
  })
})
