// English words of the page of an event.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** Comparisons of a value with its limit. */
const comparisons: Readonly<Record<string, string>> = {
  "<": "below",
  "<=": "at most",
  ">": "above",
  ">=": "at least",
  "==": "just",
  "!=": "not"
}

interface Reading {
  readonly label: string
  readonly value: string
  readonly op: string
  readonly limit: string
}

/** event are the words of the page of an event. */
export const event = {
  theEvent: "the event",
  /** the status of an alert, on a chip */
  status: { open: "open", acknowledged: "acknowledged", resolved: "resolved" },
  stillHolds: <P>(p: { strong: (text: string) => P; time: P }) =>
    parts<P>`${p.strong("Still holds")} after ${p.time}.`,
  ended: (p: { time: string; lasted: string }) => `It ended ${p.time}, after ${p.lasted}.`,
  time: (p: { time: string }) => `${p.time}, project time.`,
  sampleAge: <P>(p: { age: P }) => parts<P>`The deciding sample was ${p.age} old.`,
  late: "Found late, when older records came in.",
  snoozed: (p: { one: string }) => `The rule was snoozed for this ${p.one}: no alert was made.`,
  reminder: "A reminder: it still held after the cooldown.",
  limit: (p: { unit: string; limit: string }) => `${p.unit}, limit ${p.limit}`,
  /** the link to an animal whose name is not known */
  itsPage: "Its page",
  /** the column with the handling and the deliveries */
  outcome: "What was done",
  heading: {
    titleAt: (p: { title: string; time: string }) => `${p.title} at ${p.time}`,
    value: (p: Reading) => `${p.label} was ${p.value}, ${comparisons[p.op] ?? p.op} ${p.limit}`,
    duration: (p: Reading) => `${p.label} for ${p.value}, ${comparisons[p.op] ?? p.op} ${p.limit}`
  },
  map: {
    of: (p: { name: string }) => `Map of ${p.name}`,
    aroundEvent: (p: { time: string }) => `${p.time} before and since`,
    noPlace: "It has no place."
  },
  why: {
    fired: "Why this fired",
    reported: "What was reported",
    recordsGone: "The records that the rule read are no longer stored.",
    openRule: "Open rule",
    fix: "The deciding fix",
    accuracy: "Accuracy of the fix",
    satellites: "Satellites",
    fromFixBefore: "From the fix before",
    step: (p: { distance: string; time: string; speed: string }) =>
      `${p.distance} in ${p.time}, ${p.speed} km/h`
  },
  context: {
    label: "Context",
    more: (p: { count: number }) => counts(p.count, { other: "# more, which the API shows." }),
    unknown: "not known",
    yes: "yes",
    no: "no",
    empty: "empty",
    none: "none"
  },
  reporters: {
    ai: "an AI client",
    device: "a device",
    integration: "an integration",
    user: "a person"
  },
  noTrace: {
    reported: (p: { reporter: string }) =>
      `This event has no trace: ${p.reporter} reported it, and no rule judged it.`,
    notStored: "This event was stored without a trace.",
    expired: "The trace of this event has expired and was removed.",
    denied: "You do not have permission to read traces (traces:read). An admin of the project can grant it."
  },
  deliveries: {
    title: "Deliveries",
    none: "none",
    queued: (p: { count: number }) => counts(p.count, { other: "# queued" }),
    sent: (p: { count: number }) => counts(p.count, { other: "# sent" }),
    failed: (p: { count: number }) => counts(p.count, { other: "# failed" }),
    skipped: (p: { count: number }) => counts(p.count, { other: "# skipped" }),
    status: { queued: "queued", sent: "sent", failed: "failed", skipped: "skipped" },
    by: <P>(p: { automation: P }) => parts<P>`by ${p.automation}`,
    redeliver: "Redeliver",
    sentAgain: (p: { target: string }) => `Sent again to ${p.target}.`,
    noAutomation: "No message was sent: there is no automation yet.",
    allOff: "No message was sent. All automations are off now.",
    noneMatched: "No message was sent: no automation was about such an event when it came.",
    addAutomation: "Say who is told",
    automations: "Automations"
  },
  handling: {
    title: "Handling",
    notAcknowledged: "not acknowledged",
    wait: (p: { time: string }) => `open ${p.time}, then acknowledged`,
    opened: <P>(p: { strong: (text: string) => P; opener: P }) =>
      parts<P>`${p.strong("Opened")} by ${p.opener}`,
    aReport: "a report",
    steps: {
      open: <P>(p: { strong: (text: string) => P; who: P }) => parts<P>`${p.strong("Reopened")} by ${p.who}`,
      acknowledged: <P>(p: { strong: (text: string) => P; who: P }) =>
        parts<P>`${p.strong("Acknowledged")} by ${p.who}`,
      resolved: <P>(p: { strong: (text: string) => P; who: P }) =>
        parts<P>`${p.strong("Resolved")} by ${p.who}`,
      takenBack: <P>(p: { strong: (text: string) => P; who: P }) =>
        parts<P>`${p.strong("Taken back")} by ${p.who}`,
      noted: <P>(p: { strong: (text: string) => P; who: P }) => parts<P>`${p.strong("Noted")} by ${p.who}`
    },
    note: (p: { note: string }) => `“${p.note}”`,
    next: { open: "Not acknowledged yet", acknowledged: "Resolve, with a note" },
    /** `names` is null where no message was sent. */
    told: <P>(p: { names: P | null; waiting: number; unsent: number; soft: (text: string) => P }) => {
      const rest = [
        ...(p.waiting === 0 ? [] : [counts(p.waiting, { other: "# being sent" })]),
        ...(p.unsent === 0 ? [] : [counts(p.unsent, { other: "# not sent" })])
      ].join(", ")
      return p.names === null
        ? [p.soft(rest)]
        : [...parts<P>`Told ${p.names}`, ...(rest === "" ? [] : [p.soft(`; ${rest}`)])]
    }
  },
  neighbours: {
    open: (p: { at: string; count: string }) => `${p.at} of ${p.count} open`,
    acknowledged: (p: { at: string; count: string }) => `${p.at} of ${p.count} acknowledged`,
    resolved: (p: { at: string; count: string }) => `${p.at} of ${p.count} resolved`,
    previous: "Previous",
    next: "Next"
  },
  sameRule: {
    title: "Same rule, 30 days",
    first: "the first",
    before: (p: { count: number }) => counts(p.count, { other: "# before it" })
  },
  steps: {
    title: "Step by step",
    fromPayload: "From payload to alert",
    judgedIn: (p: { time: string }) => `judged in ${p.time}`,
    openTrace: "Open trace",
    skipped: "skipped",
    failed: "failed",
    taken: (p: { device: string | null }) =>
      p.device === null ? "Sample taken" : `Sample taken by ${p.device}`,
    received: <P>(p: { source: P | null; record: P }) =>
      p.source === null ? parts<P>`Received, ${p.record}` : parts<P>`Received by ${p.source}, ${p.record}`,
    record: (p: { id: string }) => `record ${p.id}`
  },
  verify: {
    title: "Would it fire again?",
    verify: "Verify",
    again: "Verify again",
    nothing: "nothing",
    match: {
      answer: "Yes, the same.",
      detail: "Judged again from the same version and records: nothing differs."
    },
    data_changed: {
      answer: "Not quite: what is stored has changed since.",
      detail: "What is not as it was:"
    },
    not_reproducible: { answer: "It cannot be judged again.", detail: "What is missing:" }
  }
}
