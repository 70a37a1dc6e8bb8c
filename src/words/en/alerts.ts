// English words of the alert inbox.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** alerts are the words of the alert inbox and of the actions on an alert. */
export const alerts = {
  title: "Alerts",
  alerts: "alerts",
  inbox: "Inbox",
  noneMatch: "No alerts match.",
  empty: {
    open: { title: "No open alerts.", hint: "When a rule fires with an alert, it is listed here." },
    acknowledged: {
      title: "No alerts are being handled.",
      hint: "An alert that a person acknowledges stays here until it is resolved."
    },
    resolved: { title: "No resolved alerts yet.", hint: "Each is kept here, with what was done about it." }
  },
  noRuleOn: "No rule is on: no animal is watched.",
  watched: (p: { rules: number; animals: number; one: string; many: string }) =>
    `${counts(p.rules, { one: "# rule watches", other: "# rules watch" })} ` +
    `${counts(p.animals, { one: `# ${p.one}`, other: `# ${p.many}` })}.`,
  switchOnRule: "Switch on a rule",
  seeRules: "See the rules",
  all: "All",
  in30Days: (p: { count: number }) => counts(p.count, { other: "# in 30 days" }),
  keys: {
    move: "move",
    acknowledge: "acknowledge",
    resolve: "resolve",
    undo: "undo",
    trace: "trace"
  },
  statuses: { open: "Open", acknowledged: "Acknowledged", resolved: "Resolved" },
  tabs: { label: "Which alerts", resolvedHint: "The number is of the last 30 days" },
  grouping: {
    label: "Group",
    byTime: "By time",
    byAnimal: (p: { one: string }) => `By ${p.one}`,
    byRule: "By rule",
    newestFirst: "newest first",
    inHand: "being handled",
    noSubject: "No animal or device",
    noRule: "Without a rule",
    count: (p: { count: number }) => counts(p.count, { one: "# alert", other: "# alerts" })
  },
  severity: {
    label: "Severity",
    all: "All severities",
    critical: "Critical",
    warning: "Warnings",
    info: "Information"
  },
  rule: { label: "Rule", all: "All rules" },
  arrived: (p: { count: number; critical: number }) =>
    `${counts(p.count, { other: "# new" })}${
      p.critical > 0 ? `, ${counts(p.critical, { other: "# critical" })}` : ""
    }`,
  newest: {
    /** `total` is null where it is not known. */
    count: (p: { shown: string; total: string | null; status: "open" | "acknowledged" | "resolved" }) =>
      p.total === null
        ? `The newest ${p.shown} that are ${p.status}; there are more.`
        : `The newest ${p.shown} of ${p.total} that are ${p.status}.`,
    showMore: "Show more"
  },
  summary: {
    oldestOpen: <P>(p: { age: P }) => parts<P>`oldest open ${p.age}`,
    median: (p: { time: string }) => `median to acknowledge, 30 days: ${p.time}`
  },
  age: {
    late: (p: { time: string }) => `reached us ${p.time} late`,
    sample: (p: { time: string }) => `sample ${p.time} old`
  },
  acts: {
    acknowledge: "Acknowledge",
    resolve: "Resolve…",
    reopen: "Reopen…",
    undo: "Undo",
    replay: "Replay 12 h",
    openPage: "Open page",
    /** begins the sentence that names the permission it needs */
    answering: "Answering"
  },
  row: {
    whyFired: "Why this fired",
    reportedByPerson: "Reported by a person",
    reminders: (p: { count: number }) => counts(p.count, { one: "# reminder", other: "# reminders" })
  },
  evidence: {
    label: "Evidence",
    happened: (p: { time: string; age: string }) => `${p.time}, ${p.age} ago`,
    whatHappened: "What happened",
    whenJudged: (p: { label: string }) => `${p.label}, when judged`,
    from: <P>(p: { area: P }) => parts<P>`From ${p.area}`,
    inside: (p: { distance: string }) => `${p.distance} inside`,
    outside: (p: { distance: string }) => `${p.distance} outside`,
    sampleAge: "Sample age",
    cameLate: (p: { age: string }) => `${p.age}, came late`,
    device: "Device"
  },
  dialog: {
    resolve: "Resolve",
    resolveAlert: (p: { title: string }) => `Resolve: ${p.title}`,
    note: "What was it? (optional)",
    reopen: "Reopen",
    reopenAlert: (p: { title: string }) => `Reopen: ${p.title}`,
    reason: "Why? It was resolved.",
    cancel: "Cancel"
  },
  onPhone: {
    fromYou: "Distance from you",
    show: "Show",
    asking: "Looking",
    /** ends the sentence that says why the browser gives no position */
    lookAtMap: "look at the map",
    away: (p: { distance: string; wind: string }) => `${p.distance}, ${p.wind}`,
    winds: { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" },
    fixAge: <P>(p: { age: P }) => parts<P>`fix ${p.age} old`,
    battery: "Battery",
    ago: <P>(p: { age: P }) => parts<P>`${p.age} ago`
  },
  waitsToBeSent: (p: { title: string }) => `Waits to be sent: ${p.title}`,
  call: {
    name: (p: { name: string }) => `Call ${p.name}`,
    shortName: <P>(p: { name: P }) => parts<P>`Call ${p.name}`,
    another: "Call another person",
    people: "Who can be called",
    noName: "No name given",
    isHandling: "is handling it",
    away: (p: { distance: string; seen: string }) => `${p.distance} away, seen ${p.seen} ago`,
    nearest: <P>(p: { name: P; distance: P; seen: P }) =>
      parts<P>`${p.name} is nearest: ${p.distance}, last seen ${p.seen} ago.`,
    close: "Close"
  },
  snooze: {
    open: "Snooze…",
    by: (p: { who: string; note: string | null }) =>
      p.note === null ? `by ${p.who}` : `by ${p.who}: ${p.note}`,
    until: (p: { time: string }) => `snoozed until ${p.time}`,
    end: "End",
    endSnooze: "End the snooze",
    title: <P>(p: { rule: P; subject: P }) => parts<P>`Snooze ${p.rule} for ${p.subject}`,
    effect: <P>(p: { subject: P }) =>
      parts<P>`The rule makes no alerts about ${p.subject} until then. Its events are kept, marked as snoozed.`,
    current: (p: { time: string }) => `It is snoozed until ${p.time} now.`,
    reason: "Why? (optional)",
    ownTime: "Or until, in project time",
    confirm: "Snooze",
    cancel: "Cancel",
    times: {
      hour: "For an hour",
      fourHours: "For four hours",
      tomorrow: "Until tomorrow morning",
      monday: "Until Monday morning",
      week: "For a week"
    },
    /** stand for a name that is not known */
    it: "it",
    theRule: "the rule",
    done: (p: { rule: string; subject: string; time: string }) =>
      `No alerts of ${p.rule} about ${p.subject} until ${p.time}.`,
    ended: (p: { rule: string; subject: string }) => `${p.rule} makes alerts about ${p.subject} again.`,
    takenBack: "Taken back."
  },
  superseded: "did not happen",
  supersededHint: "Superseded: records that came in later say that this was not so.",
  /** Another member, or the user elsewhere, made the step first. */
  wasFirst: (p: { who: string | null; step: "acknowledge" | "resolve" | "reopen"; isNoteLost: boolean }) => {
    const did = { acknowledge: "has it already", resolve: "resolved it first", reopen: "reopened it first" }
    return `${p.who ?? "You"} ${did[p.step]}${p.isNoteLost ? "; your note was not kept" : ""}.`
  }
}
