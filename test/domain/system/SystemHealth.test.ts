// What the facts of a service mean: when somebody is needed, and that no line comes without its remedy.
import { assert, describe, it } from "@effect/vitest"
import { beatingRoles, queueNames, type SystemFacts } from "../../../src/domain/system/SystemFacts.ts"
import { healthCodes } from "../../../src/domain/system/SystemHealth.ts"
import { assessHealth } from "../../../src/domain/system/assessHealth.ts"
import { startedAgo, STARTING_SECONDS } from "../../../src/domain/system/roleHealth.ts"

const GIB = 1024 ** 3

const owned = { owner: "here", owner_alive: true, epoch: 1, claimed_at: "2026-05-01T00:00:00.000Z" }

const well: SystemFacts = {
  at: "2026-05-01T00:00:00.000Z",
  workers: beatingRoles.map((role) => ({ role, heartbeat_age_seconds: 3, workers: [] })),
  engines: [],
  partitions: [
    { ...owned, partition: 0, unread: 10, lag_seconds: 0.2 },
    { ...owned, partition: 1, unread: 0, lag_seconds: 0 }
  ],
  rule_lag_seconds: 0.2,
  project_lanes: [],
  queues: queueNames.map((name) => ({ name, depth: 1, oldest_seconds: 1 })),
  failed_traces_last_hour: 3,
  data_sources: { connected: 2, disconnected: 0 },
  database: { version: "18.4", size_bytes: GIB, connections: 20, max_connections: 100 },
  versions: { postgresql: "18.4", schema_step: 44, schema_applied_at: "2026-05-01T00:00:00.000Z" },
  disk: { path: "/data", free_bytes: 50 * GIB, total_bytes: 100 * GIB }
}

const worker = (name: string, clock_ahead_seconds: number, heartbeat_age_seconds = 3) => ({
  worker: name,
  pid: 1,
  started_at: well.at,
  heartbeat_age_seconds,
  clock_ahead_seconds,
  version: "0.1.0",
  detail: {}
})

const limits = { maxUnreadRows: 1000, maxUnreadRowsPerProject: 500, analyses: true }
const judge = (facts: Partial<SystemFacts>, more: Partial<typeof limits> = {}) =>
  assessHealth({ ...well, ...facts }, { ...limits, ...more })
const silent = (...roles: ReadonlyArray<string>): Partial<SystemFacts> => ({
  workers: well.workers.map((w) => (roles.includes(w.role) ? { ...w, heartbeat_age_seconds: 31 } : w))
})
/** A project that is judged apart for so many minutes, with so many rows unread. */
const lane = (
  minutes: number,
  rows: number,
  rule_name: string | null = "Fast"
): SystemFacts["project_lanes"][number] => ({
  project_id: "0190-p",
  project_name: "North",
  partitions: 16,
  unread: rows,
  lag_seconds: 90,
  opened_at: new Date(Date.parse(well.at) - minutes * 60_000).toISOString(),
  rule_id: "0190-r",
  rule_name
})
const unread = (n: number): Partial<SystemFacts> => ({ partitions: [{ ...well.partitions[0]!, unread: n }] })

describe("the service", () => {
  it("is ok where everybody is alive and nothing waits or runs out", () => {
    const { attention, status } = judge({})
    assert.deepStrictEqual([status, attention], ["ok", []])
  })

  it.each<[string, Partial<SystemFacts>, status: string, code: (typeof healthCodes)[number]]>([
    ["nobody judges rules", silent("engine"), "failing", "ROLE_SILENT"],
    ["nobody listens to brokers", silent("listen"), "degraded", "ROLE_SILENT"],
    [
      "a role was never there",
      { workers: well.workers.map((w) => (w.role === "work" ? { ...w, heartbeat_age_seconds: null } : w)) },
      "failing",
      "ROLE_SILENT"
    ],
    ["rules are half a minute behind", { rule_lag_seconds: 31 }, "degraded", "RULES_BEHIND"],
    ["rules are five minutes behind", { rule_lag_seconds: 301 }, "failing", "RULES_BEHIND"],
    [
      "records wait for a quarter of a minute in a partition that no engine owns",
      { partitions: [{ ...well.partitions[0]!, owner_alive: false, lag_seconds: 16 }] },
      "failing",
      "PARTITIONS_UNOWNED"
    ],
    [
      "a project is judged apart for more than ten minutes",
      { project_lanes: [lane(11, 40)] },
      "degraded",
      "PROJECT_BEHIND"
    ],
    [
      "the backlog that a project may have is there",
      { project_lanes: [lane(1, 501)] },
      "degraded",
      "PROJECT_BEHIND"
    ],
    ["half of the backlog that ingest allows is there", unread(501), "degraded", "INGEST_SHEDS"],
    ["all of it is there", unread(1001), "failing", "INGEST_SHEDS"],
    [
      "deliveries wait",
      { queues: [{ name: "deliveries", depth: 4, oldest_seconds: 601 }] },
      "degraded",
      "QUEUE_WAITS"
    ],
    [
      "a broker is lost",
      { data_sources: { connected: 1, disconnected: 1 } },
      "degraded",
      "SOURCES_DISCONNECTED"
    ],
    ["much fails", { failed_traces_last_hour: 101 }, "degraded", "TRACES_FAILING"],
    [
      "connections run out",
      { database: { ...well.database, connections: 91 } },
      "degraded",
      "CONNECTIONS_SHORT"
    ],
    [
      "disk runs short",
      { disk: { path: "/data", free_bytes: 0.9 * GIB, total_bytes: 10 * GIB } },
      "degraded",
      "DISK_SHORT"
    ],
    [
      "a machine's clock is not the database's",
      {
        workers: well.workers.map((w) => ({
          ...w,
          workers: [worker(`here:1/${w.role}`, 3600), worker(`gone:1/${w.role}`, -60, 31)]
        }))
      },
      "degraded",
      "CLOCK_DIFFERS"
    ],
    [
      "disk runs out",
      { disk: { path: "/data", free_bytes: 0.1 * GIB, total_bytes: 10 * GIB } },
      "failing",
      "DISK_SHORT"
    ]
  ])("%s", (_, facts, status, code) => {
    const judged = judge(facts)
    assert.deepStrictEqual([judged.status, judged.attention.map((line) => line.code)], [status, [code]])
    for (const { detail, remedy } of judged.attention)
      assert.isAbove(Math.min(detail.length, remedy.length), 20)
  })

  it("is ok while a project is judged apart for a while; then it names the project and the rule, and never fails for it", () => {
    assert.deepStrictEqual(judge({ project_lanes: [lane(10, 500)] }).attention, [])
    const {
      attention: [line],
      status
    } = judge({ project_lanes: [lane(60 * 24, 1_000_000)] })
    assert.strictEqual(status, "degraded")
    assert.strictEqual(line!.subject, "0190-p")
    for (const word of ["North", "Fast", "90 s", "1000000 log rows", "24 h", "503"])
      assert.include(line!.detail, word)
    assert.notMatch(judge({ project_lanes: [lane(11, 40, null)] }).attention[0]!.detail, /null|503/)
  })

  it("says of a queue of projects that are judged apart nothing besides", () => {
    assert.deepStrictEqual(
      judge({ queues: [{ name: "project_lanes", depth: 4, oldest_seconds: 100_000 }] }).attention,
      []
    )
  })

  it("does without analyses where the deployment has none, and without a look at the disk where there is none", () => {
    assert.strictEqual(judge({ ...silent("analyse"), disk: null }, { analyses: false }).status, "ok")
    assert.strictEqual(judge(silent("analyse")).status, "degraded")
  })

  describe("knows that it has just started", () => {
    /** Workers of these roles that were started so many seconds ago, and no others. */
    const since = (seconds: number, ...roles: ReadonlyArray<string>): Partial<SystemFacts> => ({
      workers: well.workers.map((w) =>
        roles.includes(w.role)
          ? {
              ...w,
              workers: [
                {
                  ...worker(`here:1/${w.role}`, 0),
                  started_at: new Date(Date.parse(well.at) - seconds * 1000).toISOString()
                }
              ]
            }
          : { ...w, heartbeat_age_seconds: null }
      )
    })

    it("a role that has not said yet that it is alive is no fault, and is named with what to do if it stays so", () => {
      const { attention, status } = judge(since(4, "serve", "engine"))
      assert.deepStrictEqual(
        [status, attention.map((line) => line.subject)],
        ["degraded", ["work", "delivery", "listen", "analyse"]]
      )
      for (const { detail, remedy, severity, subject } of attention) {
        assert.strictEqual(severity, "warning")
        assert.include(detail, `just started (4 s ago), and no worker of the role ${subject}`)
        assert.match(remedy, /Look again in a minute[\s\S]*node src\/main\.ts/)
      }
    })

    it("rules that are far behind after a rest catch up: no fault either", () => {
      const [line] = judge({ ...since(4, ...beatingRoles), rule_lag_seconds: 7200 }).attention
      assert.deepInclude(line, { code: "RULES_BEHIND", severity: "warning" })
      assert.match(line!.detail, /2 h behind.*just started \(4 s ago\), and catches up/)
    })

    it("for a minute from its first role's start, and not where one has run for longer", () => {
      assert.strictEqual(judge(since(STARTING_SECONDS, "serve")).status, "failing")
      const [serve, engine] = [since(STARTING_SECONDS + 1, "serve"), since(1, "engine")].map((facts) =>
        facts.workers!.filter((w) => w.workers.length > 0)
      )
      const both = [...serve!, ...engine!],
        rest = well.workers
          .filter((w) => !both.some((b) => b.role === w.role))
          .map((w) => ({ ...w, heartbeat_age_seconds: null }))
      assert.strictEqual(judge({ workers: [...both, ...rest] }).status, "failing")
    })

    it("nobody who is alive has started", () => assert.isNull(startedAgo(well)))
  })

  describe("several serve", () => {
    const serves = (...details: ReadonlyArray<Record<string, string | null>>): Partial<SystemFacts> => ({
      workers: well.workers.map((w) =>
        w.role === "serve"
          ? {
              ...w,
              workers: details.map((detail, n) => ({ ...worker(`host-${n}:1/serve`, 0), detail }))
            }
          : w
      )
    })

    it("are well where they say the same of themselves, or nothing, as those of an older release", () => {
      const same = { public_url: "https://farm.example", basemap: null }
      assert.deepStrictEqual(judge(serves(same, same, {})).attention, [])
    })

    it("are named with what each has, and with the remedy, where one lacks the map or has another address", () => {
      const { attention, status } = judge(
        serves(
          { public_url: "https://farm.example", basemap: "abc-1" },
          { public_url: "https://other.example", basemap: null }
        )
      )
      assert.strictEqual(status, "degraded")
      assert.deepStrictEqual(
        attention.map(({ code, subject }) => [code, subject]),
        [
          ["SERVES_DIFFER", "PUBLIC_URL"],
          ["SERVES_DIFFER", "basemap.pmtiles"]
        ]
      )
      assert.include(attention[1]!.detail, "host-0:1/serve has abc-1, host-1:1/serve has none")
      assert.include(attention[1]!.remedy, "rsync --times")
    })

    it("that were killed are not compared", () => {
      const facts = serves({ basemap: "abc-1" }, { basemap: "abc-2" })
      const workers = facts.workers!.map((w) => ({
        ...w,
        workers: w.workers.map((one, n) => (n === 0 ? { ...one, heartbeat_age_seconds: 31 } : one))
      }))
      assert.deepStrictEqual(judge({ workers }).attention, [])
    })
  })

  it("tells the worst first", () => {
    assert.deepStrictEqual(
      judge({ ...silent("listen", "engine"), failed_traces_last_hour: 1000 }).attention.map(
        (line) => line.severity
      ),
      ["critical", "warning", "warning"]
    )
  })
})
