// A matter in words for people: how bad it is, what is the matter, and what to do about it. Paths of the API are
// not among them: they stand beside.
import { MAX_RULES } from "../rule/limits.ts"
import { type Attention, type AttentionCode, type Matter, RECENT_HOURS, STUCK_MINUTES } from "./Attention.ts"
import { actionOf, apiOf } from "./remediation.ts"

interface Words {
  readonly severity: Attention["severity"]
  readonly detail: (matter: Matter) => string
  /** of what is over */
  readonly was: (matter: Matter) => string
  readonly remedy: string
}

const times = (n: number): string => (n === 1 ? "once" : `${n} times`)
/** `90 minutes`, `24 hours`, `12.5 hours`. */
const hours = (n: number): string => {
  const [size, unit] = n < 2 ? [Math.round(n * 60), "minute"] : [Math.round(n * 10) / 10, "hour"]
  return `${size} ${unit}${size === 1 ? "" : "s"}`
}
const positions = (n: number): string => (n === 1 ? "1 position" : `${n} positions`)
/** Returns the error of a clock in words, if it is known: `360 s ahead of its arrival`. */
const clock = (matter: Matter): string =>
  matter.said === null
    ? `Records of ${name(matter)} were refused ${times(matter.count)} for their time.`
    : `The clock of ${name(matter)} was wrong, ${times(matter.count)}; its last record was ${matter.said}.`
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
    was: (m) => `The rule ${name(m)} failed to evaluate: ${m.said ?? "no reason was kept"}`,
    remedy:
      "Read the newest failed trace of the rule, and correct the rule or the data it names. It goes on by " +
      "itself, and the error is cleared."
  },
  DEVICE_SILENT: {
    severity: "warning",
    detail: (m) =>
      m.said === "never"
        ? `${name(m)} has never reported since it was assigned.`
        : `${name(m)} has not reported for more than ${hours(m.silent_hours)}.`,
    was: (m) =>
      m.said === "never"
        ? `${name(m)} had never reported since it was assigned.`
        : `${name(m)} had not reported for more than ${hours(m.silent_hours)}.`,
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
    was: (m) =>
      `${m.count} ${m.count === 1 ? "device" : "devices"} that reported through ${name(m)} ` +
      `${m.count === 1 ? "was" : "were"} not registered.`,
    remedy: "Create devices for them, which processes what they sent so far, or ignore them."
  },
  METRIC_UNDEFINED: {
    severity: "info",
    detail: (m) => `The metric ${m.object_id} arrived and is stored; nobody has said what it is.`,
    was: (m) => `Nobody had said what the metric ${m.object_id} is.`,
    remedy: "Give it a label, a unit and a category."
  },
  METRIC_LIMIT: {
    severity: "warning",
    detail: (m) =>
      `Values of new metrics of ${name(m)} were not stored, ${times(m.count)}; the last ` +
      `time: ${m.said ?? "nobody said why"}`,
    was: (m) => `Values of new metrics of ${name(m)} were not stored, ${times(m.count)}.`,
    remedy:
      "Send values under names that stay the same: what changes from message to message (a time, a serial " +
      "number) is a value and no name. Which members become values is set at the data source. A metric that " +
      "a server admin defines for all projects does not count."
  },
  CLOCK_WRONG: {
    severity: "warning",
    detail: clock,
    was: clock,
    remedy:
      "Set the device's clock, or let it wait for GNSS time before it records; one that is 19.6 years behind " +
      "counts the weeks of GNSS from a wrong beginning and needs new firmware. The payloads of what was refused " +
      "are in its traces."
  },
  POSITIONS_WITHOUT_FIX: {
    severity: "warning",
    detail: (m) =>
      `${name(m)} sent ${positions(m.count)} without a fix in ${RECENT_HOURS} hours: at latitude 0, ` +
      "longitude 0, of no satellite, or repeated from before. They are kept and used by nothing.",
    was: (m) => `${name(m)} sent ${positions(m.count)} without a fix; they were kept and used by nothing.`,
    remedy:
      "Look at the traffic of the data source for NULL_ISLAND and NO_FIX: give those devices a clear view of the " +
      "sky, or have them leave the position out while they have none. A position that was right after all is " +
      "marked so by a curation."
  },
  PAYLOADS_REFUSED: {
    severity: "warning",
    detail: (m) => `${name(m)} sent what could not be read, ${times(m.count)}.`,
    was: (m) => `${name(m)} sent what could not be read, ${times(m.count)}.`,
    remedy:
      "Look at the payload in the traffic of the data source: check the adapter, the device type, its " +
      "port and its firmware."
  },
  SOURCE_DISCONNECTED: {
    severity: "critical",
    detail: (m) =>
      `${name(m)} is not connected: ${m.said ?? "no reason was kept."} What reports by it alone is not told ` +
      `to be silent meanwhile.`,
    was: (m) => `${name(m)} was not connected: ${m.said ?? "no reason was kept."}`,
    remedy:
      "Test the data source: that says what stands in the way. The connection is tried again by itself; what " +
      "the broker keeps is not lost."
  },
  JOB_STUCK: {
    severity: "warning",
    detail: (m) =>
      `A job (${m.said ?? "of an unknown kind"}) of ${name(m)} has not moved for ${STUCK_MINUTES} minutes.`,
    was: (m) =>
      `A job (${m.said ?? "of an unknown kind"}) of ${name(m)} had not moved for ${STUCK_MINUTES} minutes.`,
    remedy:
      "See whether a worker is alive: it takes the job up where it stopped. Whoever runs the service starts " +
      "one with: node src/main.ts work."
  },
  JOB_FAILED: {
    severity: "warning",
    detail: (m) => `A job of ${name(m)} failed: ${m.said ?? "no reason was kept"}`,
    was: (m) => `A job of ${name(m)} failed: ${m.said ?? "no reason was kept"}`,
    remedy:
      "Read its trace, remove the cause and ask for the job again: what it did is kept, and it does " +
      "nothing twice."
  },
  DELIVERIES_FAILED: {
    severity: "critical",
    detail: (m) =>
      `Messages of ${name(m)} did not arrive, ${times(m.count)}; the last error: ${m.said ?? "none was kept"}`,
    was: (m) =>
      `Messages of ${name(m)} did not arrive, ${times(m.count)}; the last error: ${m.said ?? "none was kept"}`,
    remedy: "Correct the address, secret or settings that the error names, then send them again."
  },
  RULES_OVER_LIMIT: {
    severity: "warning",
    detail: (m) =>
      `${name(m)} has ${m.count} rules, and ${MAX_RULES} may be. All of them go on; no new one can be made.`,
    was: (m) => `${name(m)} had ${m.count} rules, and ${MAX_RULES} may be.`,
    remedy:
      "Archive rules that are no longer needed; one rule with a scope or several features can often replace " +
      "many."
  },
  RULE_SET_UNUSABLE: {
    severity: "critical",
    detail: (m) =>
      `No rule of ${name(m)} is evaluated: its rules and features cannot be loaded. ${m.said ?? ""}`.trimEnd(),
    was: (m) => `The rules and features of ${name(m)} did not load, and no rule was evaluated.`,
    remedy:
      "Change or remove the feature or the rule that the reason names: the rules are loaded again within a " +
      "second. Records wait meanwhile and none is lost: they are judged as soon as the rules can be loaded. " +
      "Other projects are not affected."
  },
  RULE_STORM: {
    severity: "warning",
    detail: storm,
    was: (m) =>
      `${m.type === "rule" ? `The rule ${name(m)}` : name(m)} asked for more than the project's share of the ` +
      "rules' time.",
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

/** Returns a matter of a project in words, with where it is mended. */
export const inWords = (projectId: string, matter: Matter): Attention => {
  const { detail, remedy, severity, was } = words[matter.code]
  const isOver = matter.ended_at !== null
  return {
    id: matter.id,
    code: matter.code,
    severity,
    since: matter.since,
    ended_at: matter.ended_at,
    object: { type: matter.type, id: matter.object_id, name: matter.name },
    count: matter.count,
    detail: isOver ? was(matter) : detail(matter),
    remedy,
    action: isOver ? null : actionOf(matter),
    api: isOver ? null : apiOf(projectId, matter)
  }
}
