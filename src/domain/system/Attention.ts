// What an operator should look at, each line with what to do about it: a line without a remedy only
// frightens.
import * as Schema from "effect/Schema"
import { Instant } from "../fields.ts"
import { FEWER_RULES, MAX_RULES } from "../rule/limits.ts"
import { FEWER_METRICS } from "../tracking/Metric.ts"

export const attentionCodes = [
  "RULE_FAILING",
  "DEVICE_SILENT",
  "UNKNOWN_IDENTITIES",
  "METRIC_UNDEFINED",
  "CLOCK_WRONG",
  "PAYLOADS_REFUSED",
  "SOURCE_DISCONNECTED",
  "JOB_STUCK",
  "JOB_FAILED",
  "DELIVERIES_FAILED",
  "RULES_OVER_LIMIT",
  "RULE_STORM",
  "METRIC_LIMIT"
] as const
export type AttentionCode = (typeof attentionCodes)[number]

/** Hours without any record after which somebody counts as silent, where their project says nothing else. */
export const SILENT_HOURS = 24
/** Hours that refusals, failed jobs and failed deliveries are shown. */
export const RECENT_HOURS = 24
/** Minutes after which what waits, waits too long. */
export const STUCK_MINUTES = 10

export const Attention = Schema.Struct({
  id: Schema.String.annotate({ description: "The same as long as the matter is the same" }),
  code: Schema.Literals(attentionCodes),
  severity: Schema.Literals(["info", "warning", "critical"]),
  since: Instant,
  object: Schema.Struct({ type: Schema.String, id: Schema.String, name: Schema.NullOr(Schema.String) }),
  count: Schema.Int.annotate({ description: "How often, or how many" }),
  detail: Schema.String.annotate({ description: "What is the matter" }),
  remedy: Schema.String.annotate({ description: "What to do about it" })
}).annotate({ identifier: "Attention" })
export type Attention = typeof Attention.Type

/** A matter as it is found. */
export interface Matter {
  readonly id: string
  readonly code: AttentionCode
  readonly since: string
  readonly type: string
  readonly object_id: string
  readonly name: string | null
  readonly count: number
  /** what was said about it, where somebody did */
  readonly said: string | null
  /** hours after which the project counts somebody as silent */
  readonly silent_hours: number
}

interface Words {
  readonly severity: Attention["severity"]
  readonly detail: (matter: Matter) => string
  readonly remedy: string
}

const times = (n: number): string => (n === 1 ? "once" : `${n} times`)
/** `90 minutes`, `24 hours`, `12.5 hours`. */
const hours = (n: number): string => {
  const [size, unit] = n < 2 ? [Math.round(n * 60), "minute"] : [Math.round(n * 10) / 10, "hour"]
  return `${size} ${unit}${size === 1 ? "" : "s"}`
}
const name = (matter: Matter): string => matter.name ?? matter.object_id

const storm = (matter: Matter): string => {
  const { count, said, type } = matter
  const cause =
    type === "rule"
      ? `The rule ${name(matter)}${said === null ? "" : ` (${said} by now)`} makes most of the events ` +
        `of a storm`
      : `${name(matter)} asks for more than its share of the rules' time, and no single rule makes most ` +
        `of the events`
  return (
    `${cause}: the project is judged apart, and ${count} log ${count === 1 ? "row waits" : "rows wait"} ` +
    `for it.`
  )
}

const words: Readonly<Record<AttentionCode, Words>> = {
  RULE_FAILING: {
    severity: "critical",
    detail: (m) => `The rule ${name(m)} fails to evaluate: ${m.said ?? "no reason was kept"}`,
    remedy:
      "Read the newest failed trace of the rule (traces?rule_id=…&status=failed), and correct the " +
      "rule or the data it names. It goes on by itself, and the error is cleared."
  },
  DEVICE_SILENT: {
    severity: "warning",
    detail: (m) =>
      m.said === "never"
        ? `${name(m)} has never reported since it was assigned.`
        : `${name(m)} has not reported for more than ${hours(m.silent_hours)}.`,
    remedy:
      "Look at the traffic of its data source for its external id: where there is none, check " +
      "battery, cover and SIM or gateway; where it is refused, the trace says why. One that is out of " +
      "use gets the status inactive or retired."
  },
  UNKNOWN_IDENTITIES: {
    severity: "warning",
    detail: (m) =>
      `${m.count} ${m.count === 1 ? "device reports" : "devices report"} through ${name(m)} ` +
      `and ${m.count === 1 ? "is" : "are"} not registered.`,
    remedy:
      "Open /unknown-identities: create devices for them, which processes what they sent so far, or " +
      "ignore them."
  },
  METRIC_UNDEFINED: {
    severity: "info",
    detail: (m) => `The metric ${m.object_id} arrived and is stored; nobody has said what it is.`,
    remedy: "Give it a label, a unit and a category: PATCH /projects/{id}/metrics/{key}."
  },
  METRIC_LIMIT: {
    severity: "warning",
    detail: (m) =>
      `Values of new metrics of ${name(m)} were not stored, ${times(m.count)}; the last ` +
      `time: ${m.said ?? "nobody said why"}`,
    remedy: FEWER_METRICS
  },
  CLOCK_WRONG: {
    severity: "warning",
    detail: (m) => `Records of ${name(m)} were refused ${times(m.count)} for their time.`,
    remedy:
      "Set the device's clock, or let it wait for GNSS time before it records. The payloads are in " +
      "the traces (code TIMESTAMP_INVALID)."
  },
  PAYLOADS_REFUSED: {
    severity: "warning",
    detail: (m) => `${name(m)} sent what could not be read, ${times(m.count)}.`,
    remedy:
      "Look at the payload in the traffic of the data source: check the adapter, the device type, its " +
      "port and its firmware."
  },
  SOURCE_DISCONNECTED: {
    severity: "critical",
    detail: (m) => `${name(m)} is not connected to its broker: ${m.said ?? "no reason was kept"}`,
    remedy:
      "POST /data-sources/{id}/test says what stands in the way. The connection is tried again by " +
      "itself; what the broker keeps is not lost."
  },
  JOB_STUCK: {
    severity: "warning",
    detail: (m) =>
      `A job (${m.said ?? "of an unknown kind"}) of ${name(m)} has not moved for ${STUCK_MINUTES} minutes.`,
    remedy:
      "Check in GET /system/health that a worker (role work) is alive; it takes the job up where it " +
      "stopped. Start one: node src/main.ts work."
  },
  JOB_FAILED: {
    severity: "warning",
    detail: (m) => `A job of ${name(m)} failed: ${m.said ?? "no reason was kept"}`,
    remedy:
      "Read its trace, remove the cause and ask for the job again: what it did is kept, and it does " +
      "nothing twice."
  },
  DELIVERIES_FAILED: {
    severity: "critical",
    detail: (m) =>
      `Messages of ${name(m)} did not arrive, ${times(m.count)}; the last error: ${m.said ?? "none was kept"}`,
    remedy:
      "Correct the address, secret or settings that the error names, then send them again: POST " +
      "…/deliveries/{id}/redeliver."
  },
  RULES_OVER_LIMIT: {
    severity: "warning",
    detail: (m) =>
      `${name(m)} has ${m.count} rules, and ${MAX_RULES} may be. All of them go on; no new one can be made.`,
    remedy: FEWER_RULES
  },
  RULE_STORM: {
    severity: "warning",
    detail: storm,
    remedy:
      "A storm is work beyond the project's share of a turn, mostly a rule that fires at nearly every " +
      "record. Records are judged in order and none is lost, but events come late; other projects are " +
      "not " +
      "affected. Disable or archive the rule: that counts at once, for what waits too. Or let it fire " +
      "less: a hold (for_seconds), a longer cooldown_seconds, a limit that is crossed less often. The " +
      "line " +
      "goes when the project has caught up; beyond MAX_UNREAD_ROWS_PER_PROJECT what has records of " +
      "the project is answered 503 until it follows."
  }
}

/** A matter in words. */
export const inWords = (matter: Matter): Attention => {
  const { detail, remedy, severity } = words[matter.code]
  return {
    id: matter.id,
    code: matter.code,
    severity,
    since: matter.since,
    object: { type: matter.type, id: matter.object_id, name: matter.name },
    count: matter.count,
    detail: detail(matter),
    remedy
  }
}
