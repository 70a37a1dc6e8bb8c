// Backlogs that are too old: rows for the engine, projects in lanes of their own, queues.
import { roundSeconds } from "./roundSeconds.ts"
import { startedAgo } from "./roleHealth.ts"
import type { QueueName, SystemFacts } from "./SystemFacts.ts"
import type { HealthLine } from "./SystemHealth.ts"
import { type HealthLimits, MAX_QUEUE_WAIT_SECONDS, MAX_RULE_LAG_SECONDS } from "./SystemLimits.ts"

/** Seconds that a project may be judged apart before it is a problem. */
const LANE_SECONDS = 600

/** Seconds that a record may wait in a partition that no engine owns: three times what a takeover lasts. */
const UNOWNED_SECONDS = 15

/** Why each would wait for longer than it may, and what to do. */
const remedies: Readonly<Partial<Record<QueueName, string>>> = {
  observation_log: "Look at the engine's log (DATA_DIR/log/engine.jsonl) for what it waits for.",
  late_spans:
    "Late data is judged beside the rest: look at the engine's log, and whether a rule reads very far back.",
  automation_outbox: "Look at the log of the role work for what its delivery waits for.",
  deliveries: "Receivers are slow or refuse: the last deliveries of each automation name them and the error.",
  jobs: "Look at the log of the role work; a job that runs long shows its progress on the page of its device.",
  analyses: "Start another analysis worker, or raise ANALYSIS_CONCURRENCY where there is memory."
}

/** Returns the problems of the log, lanes and queues. */
export const backlogs = (facts: SystemFacts, limits: HealthLimits): ReadonlyArray<HealthLine> => {
  const attention: Array<HealthLine> = []
  const started = startedAgo(facts)
  const unread = facts.partitions.reduce((n, p) => n + p.unread, 0)
  if (facts.rule_lag_seconds > MAX_RULE_LAG_SECONDS) {
    attention.push({
      code: "RULES_BEHIND",
      severity: facts.rule_lag_seconds > 300 && started === null ? "critical" : "warning",
      subject: "engine",
      detail:
        `Rules are ${roundSeconds(facts.rule_lag_seconds)} behind, by ${unread} log ` +
        (started === null
          ? "rows."
          : `rows: the service has just started (${roundSeconds(started)} ago), and catches up.`),
      remedy:
        "Events come late, none is lost. See whether the engine is alive and owns the partitions; if " +
        "it is busy, look for a rule that reads much (windows over days, many features), or for a " +
        "machine that is too small."
    })
  }
  const unowned = facts.partitions.filter(
    ({ lag_seconds, owner_alive, unread }) => !owner_alive && unread > 0 && lag_seconds > UNOWNED_SECONDS
  )
  if (unowned.length > 0 && started === null)
    attention.push({
      code: "PARTITIONS_UNOWNED",
      severity: "critical",
      subject: "engine",
      detail:
        `No engine has claimed ${unowned.length} of ${facts.partitions.length} partitions of the log, whose ` +
        `records wait for up to ${roundSeconds(Math.max(...unowned.map((p) => p.lag_seconds)))}.`,
      remedy:
        "Start an engine (`node src/main.ts engine`), or look at the log of those that run: it says why " +
        "they claim nothing. Partitions of an engine that died are claimed by another after 5 seconds."
    })
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
        `The rules of the project ${project_name} are ${roundSeconds(lag_seconds)} behind, by ${lane.unread} ` +
        `log rows, and are judged apart since ${roundSeconds(open)}` +
        (rule_name === null ? "" : `; most events are of the rule ${rule_name}`) +
        (full
          ? `. Above ${limits.maxUnreadRowsPerProject} rows what has records of the project is answered ` +
            `503, as it is now.`
          : "."),
      remedy:
        "Other projects are not affected, and nothing is lost. Needs attention of the project names the " +
        "rule and says what to do: disable or archive it, or give it a hold. " +
        "MAX_UNREAD_ROWS_PER_PROJECT may be raised while there is disk."
    })
  }
  for (const { depth, name, oldest_seconds } of facts.queues) {
    if (oldest_seconds !== null && oldest_seconds > (MAX_QUEUE_WAIT_SECONDS[name] ?? Infinity))
      attention.push({
        code: "QUEUE_WAITS",
        severity: "warning",
        subject: name,
        detail: `${depth} wait in ${name}, the oldest for ${roundSeconds(oldest_seconds)}.`,
        remedy: remedies[name] ?? ""
      })
  }
  return attention
}
