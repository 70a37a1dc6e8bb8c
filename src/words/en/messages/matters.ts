// English texts of what needs a person in a project: what is wrong, what was wrong, and what to do about it.
import { countsIn } from "../../tools.ts"

const counts = countsIn("en-GB")

/** The parameters of a matter; `said`: an error or a state as the service reported it, in English. */
interface Matter {
  readonly name: string
  readonly count: number
  readonly said?: string
  /** of a device: hours after which it counts as silent */
  readonly silentHours: number
  /** hours for which what went wrong is counted */
  readonly recentHours: number
  /** minutes after which a job that waits counts as stuck */
  readonly stuckMinutes: number
  /** whether it is about a rule */
  readonly isRule: 0 | 1
}

const times = (count: number) => counts(count, { one: "once", other: "# times" })

/** `90 minutes`, `24 hours`, `12.5 hours`. */
const hours = (value: number): string =>
  value < 2
    ? counts(Math.round(value * 60), { one: "# minute", other: "# minutes" })
    : counts(Math.round(value * 10) / 10, { one: "# hour", other: "# hours" })

const clock = (p: Matter): string =>
  p.said === undefined
    ? `Records of ${p.name} were refused ${times(p.count)} for their time.`
    : `The clock of ${p.name} was wrong, ${times(p.count)}; its last record was ${p.said}.`

const refused = (p: Matter): string => `${p.name} sent data that could not be read, ${times(p.count)}.`

const undelivered = (p: Matter): string =>
  `Messages of ${p.name} did not arrive, ${times(p.count)}; the last error: ${p.said ?? "none was kept"}`

const failedJob = (p: Matter): string => `A job of ${p.name} failed: ${p.said ?? "no reason was kept"}`

const storm = (p: Matter): string => {
  const state = p.said === undefined ? "" : ` (${p.said} by now)`
  const cause =
    p.isRule === 1
      ? `The rule ${p.name}${state} makes most of the events of a storm`
      : `${p.name} asks for more than its share of the rules' time, and no single rule makes most of the events`
  const rows = counts(p.count, { one: "# log row waits", other: "# log rows wait" })
  return `${cause}: the project is evaluated apart, and ${rows} for it.`
}

/** matters are the texts of what needs a person, by its code. */
export const matters = {
  RULE_FAILING: {
    detail: (p: Matter) => `The rule ${p.name} fails to evaluate: ${p.said ?? "no reason was kept"}`,
    was: (p: Matter) => `The rule ${p.name} failed to evaluate: ${p.said ?? "no reason was kept"}`,
    remedy:
      "Read the newest failed trace of the rule, and correct the rule or the data it names. It then continues by " +
      "itself, and the error is cleared."
  },
  DEVICE_SILENT: {
    detail: (p: Matter) =>
      p.said === "never"
        ? `${p.name} has never reported since it was assigned.`
        : `${p.name} has not reported for more than ${hours(p.silentHours)}.`,
    was: (p: Matter) =>
      p.said === "never"
        ? `${p.name} had never reported since it was assigned.`
        : `${p.name} had not reported for more than ${hours(p.silentHours)}.`,
    remedy:
      "Look at the traffic of its data source for its external id: where there is none, check battery, cover and " +
      "SIM or gateway; where it is refused, the trace says why. Set a device that is out of use to inactive or " +
      "retired."
  },
  UNKNOWN_IDENTITIES: {
    detail: (p: Matter) =>
      counts(p.count, {
        one: `# device reports through ${p.name} and is not registered.`,
        other: `# devices report through ${p.name} and are not registered.`
      }),
    was: (p: Matter) =>
      counts(p.count, {
        one: `# device that reported through ${p.name} was not registered.`,
        other: `# devices that reported through ${p.name} were not registered.`
      }),
    remedy: "Create devices for them, which processes what they sent so far, or ignore them."
  },
  METRIC_UNDEFINED: {
    detail: (p: Matter) => `The metric ${p.name} arrived and is stored, but is not defined yet.`,
    was: (p: Matter) => `The metric ${p.name} was not defined.`,
    remedy: "Give it a label, a unit and a category."
  },
  METRIC_LIMIT: {
    detail: (p: Matter) =>
      `Values of new metrics of ${p.name} were not stored, ${times(p.count)}; the last time: ` +
      (p.said ?? "no reason was kept"),
    was: (p: Matter) => `Values of new metrics of ${p.name} were not stored, ${times(p.count)}.`,
    remedy:
      "Send values under names that stay the same: what changes from message to message (a time, a serial " +
      "number) is a value and no name. Which members become values is set at the data source. A metric that " +
      "a server admin defines for all projects does not count."
  },
  CLOCK_WRONG: {
    detail: clock,
    was: clock,
    remedy:
      "Set the device's clock, or let it wait for GNSS time before it records; one that is 19.6 years behind " +
      "counts the weeks of GNSS from a wrong beginning and needs new firmware. The payloads of refused records " +
      "are in their traces."
  },
  POSITIONS_WITHOUT_FIX: {
    detail: (p: Matter) =>
      `${p.name} sent ${counts(p.count, { one: "# position", other: "# positions" })} without a fix in ` +
      `${hours(p.recentHours)}: at ` +
      "latitude 0, longitude 0, of no satellite, or repeated from before. They are stored, but not used.",
    was: (p: Matter) =>
      `${p.name} sent ` +
      `${counts(p.count, { one: "# position", other: "# positions" })} without a fix; they were stored, ` +
      "but not used.",
    remedy:
      "Look at the traffic of the data source for NULL_ISLAND and NO_FIX: give those devices a clear view of the " +
      "sky, or have them leave the position out while they have none. Restore a position that was right by a " +
      "curation."
  },
  PAYLOADS_REFUSED: {
    detail: refused,
    was: refused,
    remedy:
      "Look at the payload in the traffic of the data source: check the adapter, the device type, its port and its " +
      "firmware."
  },
  SOURCE_DISCONNECTED: {
    detail: (p: Matter) =>
      `${p.name} is not connected: ${p.said ?? "no reason was kept."} Devices that report through it alone are not ` +
      "counted as silent meanwhile.",
    was: (p: Matter) => `${p.name} was not connected: ${p.said ?? "no reason was kept."}`,
    remedy:
      "Test the data source: the test says what is wrong. The connection is retried by itself; what the broker keeps " +
      "is not lost."
  },
  JOB_STUCK: {
    detail: (p: Matter) =>
      `A job (${p.said ?? "of an unknown kind"}) of ${p.name} has not moved for ${hours(p.stuckMinutes / 60)}.`,
    was: (p: Matter) =>
      `A job (${p.said ?? "of an unknown kind"}) of ${p.name} had not moved for ${hours(p.stuckMinutes / 60)}.`,
    remedy:
      "Check that a worker is alive: it continues the job where it stopped. The operator of the service starts one " +
      "with: node src/main.ts work."
  },
  JOB_FAILED: {
    detail: failedJob,
    was: failedJob,
    remedy:
      "Read its trace, remove the cause and ask for the job again: what it did is kept, and it does nothing twice."
  },
  DELIVERIES_FAILED: {
    detail: undelivered,
    was: undelivered,
    remedy: "Correct the address, secret or settings that the error names, then send them again."
  },
  RULES_OVER_LIMIT: {
    detail: (p: Matter & { most: number }) =>
      `${p.name} has ${p.count} rules; at most ${p.most} are allowed. All of them keep working, but no new one ` +
      "can be made.",
    was: (p: Matter & { most: number }) => `${p.name} had ${p.count} rules; at most ${p.most} are allowed.`,
    remedy:
      "Archive rules that are no longer needed; one rule with a scope or several areas can often replace many."
  },
  RULE_SET_UNUSABLE: {
    detail: (p: Matter) =>
      `No rule of ${p.name} is evaluated: its rules and areas cannot be loaded. ${p.said ?? ""}`.trimEnd(),
    was: (p: Matter) => `The rules and areas of ${p.name} did not load, and no rule was evaluated.`,
    remedy:
      "Change or remove the area or the rule that the reason names: the rules are loaded again within a second. " +
      "Records wait meanwhile and none is lost: they are evaluated as soon as the rules can be loaded. Other " +
      "projects " +
      "are not affected."
  },
  RULE_STORM: {
    detail: storm,
    was: (p: Matter) =>
      `${p.isRule === 1 ? `The rule ${p.name}` : p.name} asked for more than the project's share of the rules' time.`,
    remedy:
      "A storm is work beyond the project's share of a turn, mostly a rule that fires at nearly every record. " +
      "Records " +
      "are evaluated in order and none is lost, but events come late; other projects are not affected. Disable or " +
      "archive the rule: that counts at once, for what waits too. Or let it fire less: let the condition hold for " +
      "longer, remind less often, or set a limit that is crossed less often. The line goes when the project has " +
      "caught up; if far too much waits, new records of the project are accepted only then."
  }
}
