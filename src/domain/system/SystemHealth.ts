// How the service as a whole is: what is alive, what waits, what is running out; and what of that needs
// somebody. The facts are gathered elsewhere; here is what they mean.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../fields.ts"
import { CLOCK_REMEDY } from "./clocks.ts"

/** Roles that say every five seconds that they are alive. */
export const beatingRoles = ["serve", "engine", "work", "delivery", "listen", "analyse"] as const
export type BeatingRole = (typeof beatingRoles)[number]

/** Seconds without a beat after which nobody is taken to be there. */
export const SILENT_SECONDS = 30

/**
 * Seconds from the start of the first role within which the others may still be on their way: an old machine
 * loads its programs slowly.
 */
export const STARTING_SECONDS = 60

const Seconds = Schema.NullOr(Schema.Finite)

/** Seconds that a project may be judged apart before somebody should know. */
const LANE_SECONDS = 600

const ProjectLane = Schema.Struct({
  project_id: Uuid,
  project_name: Schema.String,
  partitions: Schema.Int.annotate({ description: "In how many of the partitions" }),
  unread: Schema.Int.annotate({
    description: "Log rows with its records that its rules have not seen, counted among the first 200,000"
  }),
  lag_seconds: Schema.Finite.annotate({
    description: "Age of the oldest record that its rules have not seen"
  }),
  opened_at: Instant.annotate({ description: "Since when its work exceeds its share" }),
  rule_id: Schema.NullOr(Uuid).annotate({
    description: "The rule that makes most of the events; null: none does"
  }),
  rule_name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ProjectLane" })

const Worker = Schema.Struct({
  worker: Schema.String,
  pid: Schema.NullOr(Schema.Int),
  started_at: Instant,
  heartbeat_age_seconds: Schema.Finite,
  clock_ahead_seconds: Schema.Finite.annotate({
    description: "How far the clock of its machine is ahead of the database's; 0 where they agree"
  }),
  detail: Schema.Json
})

export const queueNames = [
  "observation_log",
  "project_lanes",
  "late_spans",
  "automation_outbox",
  "deliveries",
  "jobs",
  "analyses"
] as const

export const SystemFacts = Schema.Struct({
  at: Instant,
  workers: Schema.Array(
    Schema.Struct({
      role: Schema.Literals(beatingRoles),
      heartbeat_age_seconds: Seconds.annotate({
        description: "Of the youngest worker; null: none in the last day"
      }),
      workers: Schema.Array(Worker)
    })
  ),
  partitions: Schema.Array(
    Schema.Struct({
      partition: Schema.Int,
      owner: Schema.NullOr(Schema.String),
      lease_seconds: Schema.Finite.annotate({
        description: "What is left of the owner's lease; below 0 nobody owns it"
      }),
      unread: Schema.Int,
      lag_seconds: Schema.Finite.annotate({
        description: "Age of the oldest record that rules have not seen, projects that are judged apart aside"
      })
    })
  ),
  rule_lag_seconds: Schema.Finite.annotate({ description: "The largest of the partitions" }),
  project_lanes: Schema.Array(ProjectLane).annotate({
    description:
      "Projects whose work exceeds their share of a turn: judged apart and in order, so that no other " +
      "project waits for them. The longest first"
  }),
  queues: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(queueNames),
      depth: Schema.NullOr(Schema.Int).annotate({ description: "null: its table does not answer" }),
      oldest_seconds: Seconds.annotate({
        description: "How long the one that is due longest has waited; null: none waits"
      })
    })
  ),
  failed_traces_last_hour: Schema.Int,
  data_sources: Schema.Struct({ connected: Schema.Int, disconnected: Schema.Int }),
  database: Schema.Struct({
    version: Schema.String,
    size_bytes: Schema.Finite,
    connections: Schema.Int,
    max_connections: Schema.Int
  }),
  disk: Schema.NullOr(
    Schema.Struct({ path: Schema.String, free_bytes: Schema.Finite, total_bytes: Schema.Finite })
  ).annotate({ description: "Of the data directory; null: it cannot be looked at" })
})
export type SystemFacts = typeof SystemFacts.Type

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
  ...SystemFacts.fields
}).annotate({ identifier: "SystemHealth" })
export type SystemHealth = typeof SystemHealth.Type

/** What holds for this deployment. */
export interface HealthLimits {
  /** unread rows above which ingest answers 503 */
  readonly maxUnreadRows: number
  /** unread rows of a project above which what feeds it is answered 503 */
  readonly maxUnreadRowsPerProject: number
  /** whether analyses are computed at all */
  readonly analyses: boolean
}

const MIB = 1024 * 1024

const missing: Readonly<
  Record<BeatingRole, readonly [severity: HealthLine["severity"], consequence: string]>
> = {
  serve: ["critical", "Nobody answers."],
  engine: ["critical", "No rule is judged. What comes in is stored and judged later."],
  work: ["critical", "The log is not trimmed, months are not made, jobs wait."],
  delivery: ["critical", "Nobody is told of events. They are kept, and told while they are fresh enough."],
  listen: ["warning", "Brokers are not heard. What they keep comes later."],
  analyse: ["warning", "Analyses wait. Nothing else does."]
}

const commandOf = (role: BeatingRole): string =>
  `node src/main.ts ${role === "delivery" || role === "listen" ? "work" : role}`

/**
 * How long each may wait, in seconds, and why it would; projects that are judged apart have lines of their
 * own.
 */
const patience: Readonly<
  Partial<Record<(typeof queueNames)[number], readonly [seconds: number, remedy: string]>>
> = {
  observation_log: [600, "Look at the engine's log (DATA_DIR/log/engine.jsonl) for what it waits for."],
  late_spans: [
    900,
    "Late data is judged beside the rest: look at the engine's log, and whether a rule reads very far back."
  ],
  automation_outbox: [120, "Look at the log of the role work for what its delivery waits for."],
  deliveries: [
    600,
    "Receivers are slow or refuse: GET /projects/{id}/deliveries?status=queued names them and the error."
  ],
  jobs: [
    1800,
    "Look at the log of the role work; a job that runs long shows its progress under /devices/{id}/jobs."
  ],
  analyses: [1800, "Start another analysis worker, or raise ANALYSIS_CONCURRENCY where there is memory."]
}

const round = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`

/**
 * Seconds since the first of the workers that are alive was started, where that is a moment ago: what is
 * missing may be on its way, and what waited is being caught up with. null: the service runs for longer, or
 * nobody is alive.
 */
export const startedAgo = ({ at, workers }: Pick<SystemFacts, "at" | "workers">): number | null => {
  const alive = workers.flatMap(({ workers: those }) =>
    those.filter((w) => w.heartbeat_age_seconds <= SILENT_SECONDS)
  )
  const ago = Math.max(...alive.map((w) => (Date.parse(at) - Date.parse(w.started_at)) / 1000))
  return ago >= 0 && ago < STARTING_SECONDS ? ago : null
}

/**
 * What of the facts needs somebody, the worst first. Nothing that a start explains is critical while the
 * service has just started.
 */
export const judgeHealth = (facts: SystemFacts, limits: HealthLimits): SystemHealth => {
  const attention: Array<HealthLine> = []
  const started = startedAgo(facts)
  for (const { heartbeat_age_seconds: age, role } of facts.workers) {
    if ((age !== null && age <= SILENT_SECONDS) || (role === "analyse" && !limits.analyses)) continue
    const [severity, consequence] = missing[role]
    if (started !== null) {
      attention.push({
        code: "ROLE_SILENT",
        severity: "warning",
        subject: role,
        detail:
          `The service has just started (${round(started)} ago), and no worker of the role ${role} has ` +
          `said yet that it is alive.`,
        remedy:
          `Look again in a minute. If it is missing then: ${commandOf(role)} starts one, and its log ` +
          `says what holds it (DATA_DIR/log).`
      })
      continue
    }
    attention.push({
      code: "ROLE_SILENT",
      severity,
      subject: role,
      detail: `${age === null ? `No worker of the role ${role} has been seen for a day.` : `The last worker of the role ${role} was seen ${round(age)} ago.`} ${consequence}`,
      remedy:
        `Start one: ${commandOf(role)} (npm start runs all of them). If it runs, its log says what ` +
        `holds it: DATA_DIR/log.`
    })
  }
  const unread = facts.partitions.reduce((n, p) => n + p.unread, 0)
  if (facts.rule_lag_seconds > 30) {
    attention.push({
      code: "RULES_BEHIND",
      severity: facts.rule_lag_seconds > 300 && started === null ? "critical" : "warning",
      subject: "engine",
      detail:
        `Rules are ${round(facts.rule_lag_seconds)} behind, by ${unread} log ` +
        `rows${started === null ? "" : `: the service has just started (${round(started)} ago), and catches up`}.`,
      remedy:
        "Events come late, none is lost. See whether the engine is alive and owns the partitions; if " +
        "it is busy, look for a rule that reads much (windows over days, many features), or for a " +
        "machine that is too small."
    })
  }
  if (unread > limits.maxUnreadRows / 2) {
    const full = unread > limits.maxUnreadRows
    attention.push({
      code: "INGEST_SHEDS",
      severity: full ? "critical" : "warning",
      subject: "ingest",
      detail:
        `${unread} log rows are unread; above ${limits.maxUnreadRows} ingest answers ` +
        `503${full ? ", as it does now" : ""}.`,
      remedy:
        "Get the engine going first. Senders repeat what was answered 503. MAX_UNREAD_ROWS may be " +
        "raised while there is disk."
    })
  }
  for (const lane of facts.project_lanes) {
    const { lag_seconds, project_id, project_name, rule_name } = lane,
      open = (Date.parse(facts.at) - Date.parse(lane.opened_at)) / 1000
    const full = lane.unread > limits.maxUnreadRowsPerProject
    if (open <= LANE_SECONDS && !full) continue
    attention.push({
      code: "PROJECT_BEHIND",
      severity: "warning",
      subject: project_id,
      detail:
        `The rules of the project ${project_name} are ${round(lag_seconds)} behind, by ${lane.unread} ` +
        `log rows, and are judged apart since ${round(open)}` +
        `${rule_name === null ? "" : `; most events are of the rule ${rule_name}`}${full ? `. Above ${limits.maxUnreadRowsPerProject} rows what has records of the project is answered 503, as it is now` : ""}.`,
      remedy:
        "Other projects are not affected, and nothing is lost. GET /projects/{id}/needs-attention " +
        "names the rule and says what to do: disable or archive it, or give it a hold. " +
        "MAX_UNREAD_ROWS_PER_PROJECT may be raised while there is disk."
    })
  }
  for (const { depth, name, oldest_seconds } of facts.queues) {
    const [seconds, remedy] = patience[name] ?? [Infinity, ""]
    if (oldest_seconds !== null && oldest_seconds > seconds)
      attention.push({
        code: "QUEUE_WAITS",
        severity: "warning",
        subject: name,
        detail: `${depth} wait in ${name}, the oldest for ${round(oldest_seconds)}.`,
        remedy
      })
  }
  if (facts.data_sources.disconnected > 0) {
    attention.push({
      code: "SOURCES_DISCONNECTED",
      severity: "warning",
      subject: "data_sources",
      detail: `${facts.data_sources.disconnected} data sources are not connected to their broker.`,
      remedy:
        "GET /data-sources shows which, and why (connection.error); POST /data-sources/{id}/test " +
        "tries again now."
    })
  }
  if (facts.failed_traces_last_hour > 100) {
    attention.push({
      code: "TRACES_FAILING",
      severity: "warning",
      subject: "traces",
      detail: `${facts.failed_traces_last_hour} traces failed in the last hour.`,
      remedy:
        "GET /projects/{id}/needs-attention sums them up; GET /projects/{id}/traces?status=failed " +
        "shows them one by one."
    })
  }
  const { connections, max_connections } = facts.database
  if (connections > max_connections * 0.9) {
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
  if (facts.disk !== null && facts.disk.free_bytes < Math.max(1024 * MIB, facts.disk.total_bytes * 0.05)) {
    const { free_bytes, path } = facts.disk
    attention.push({
      code: "DISK_SHORT",
      severity: free_bytes < 256 * MIB ? "critical" : "warning",
      subject: "disk",
      detail: `${Math.round(free_bytes / MIB)} MiB are free at ${path}.`,
      remedy:
        "Free or add disk: when it is full, ingest answers 503 and goes on by itself when there is " +
        "room again. DATA_DIR/log may be emptied."
    })
  }
  const strange = facts.workers.flatMap(({ workers }) =>
    workers.filter((w) => w.heartbeat_age_seconds <= SILENT_SECONDS && w.clock_ahead_seconds !== 0)
  )
  for (const [machine, seconds] of new Map(
    strange.map((w) => [w.worker.split(":", 1)[0]!, w.clock_ahead_seconds])
  )) {
    attention.push({
      code: "CLOCK_DIFFERS",
      severity: "warning",
      subject: machine,
      detail:
        `The clock of ${machine} is ${round(Math.abs(seconds))} ${seconds > 0 ? "ahead of" : "behind"} ` +
        `the database's.`,
      remedy: CLOCK_REMEDY
    })
  }
  attention.sort((a, b) => Number(b.severity === "critical") - Number(a.severity === "critical"))
  return {
    status: attention.some((line) => line.severity === "critical")
      ? "failing"
      : attention.length > 0
        ? "degraded"
        : "ok",
    attention,
    ...facts
  }
}
