// English words of the received items.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** traffic are the words of the received items: their charts, their list, and what became of each. */
export const traffic = {
  title: "Traffic",
  what: "traffic",
  pause: "Pause",
  resume: "Resume",
  /** In filters, and in lists. */
  outcomes: {
    accepted: "Accepted",
    duplicate: "Duplicate",
    rejected: "Rejected",
    unassigned: "Unassigned"
  },
  outcome: {
    accepted: "accepted",
    duplicate: "duplicate",
    rejected: "rejected",
    unassigned: "unassigned"
  },
  contents: {
    position: "position",
    values: (p: { count: number }) => counts(p.count, { one: "# value", other: "# values" }),
    states: (p: { count: number }) => counts(p.count, { one: "# state", other: "# states" }),
    events: (p: { count: number }) => counts(p.count, { one: "# event", other: "# events" })
  },
  list: {
    title: "Received items",
    about: "newest first, kept for two days; of a busy source a part of it",
    noneMatch: "No items match.",
    empty: "No items for two days.",
    unassigned: "unassigned",
    columns: {
      time: "Time",
      outcome: "Outcome",
      sender: "From",
      externalId: "External ID",
      contents: "Contents",
      source: "Source",
      code: "Code"
    }
  },
  filters: {
    outcome: "Outcome",
    oneDevice: "of one device",
    span: (p: { from: string; to: string }) => `${p.from} to ${p.to}`,
    externalId: "External ID of a device, complete",
    externalIdShort: "External ID, complete",
    source: "Source",
    allSources: "All sources"
  },
  item: {
    label: "The chosen item",
    expired:
      "The message of that record has expired. Messages are kept for two days: all of a quiet source, a part of " +
      "a busy one.",
    open: (p: { name: string }) => `Open ${p.name}`,
    openEntity: "Open its page",
    openDevice: "Open the device",
    openTrace: "Open trace"
  },
  chart: {
    byMinute: "Minute by minute",
    overDay: "Over the day",
    ofLast: (p: { span: string }) => `items of the last ${p.span}`,
    howFar: "Time span",
    what: "received items",
    duplicates: "duplicate or unassigned",
    rejected: "rejected",
    otherSources: (p: { count: number }) => counts(p.count, { one: "# other", other: "# others" }),
    bins: "Received items over time; Enter filters the list by the chosen time",
    bin: (p: { at: string; accepted: number; others: number; rejected: number }) => {
      const outcomes = [
        counts(p.accepted, { other: "# accepted" }),
        ...(p.others > 0 ? [counts(p.others, { other: "# duplicate or unassigned" })] : []),
        ...(p.rejected > 0 ? [counts(p.rejected, { other: "# rejected" })] : [])
      ]
      return `${p.at}: ${outcomes.join(", ")}`
    }
  },
  bySource: {
    title: "By source",
    all: "Show all",
    source: "Source",
    items: "Items",
    within95: "95 % within",
    filter: "Show only items of this source",
    incomplete: "Only a part is counted: the source is busy and serves other projects too",
    empty: "No items."
  },
  delay: {
    title: "Delay",
    about: "from the device to the server",
    label: (p: { half: string; most: string }) =>
      `Delay. Half of the items arrived within ${p.half}, 95 % within ${p.most}.`,
    none: "Delay. No items.",
    half: (p: { delay: string }) => `half ${p.delay}`,
    most: (p: { delay: string }) => `95 % ${p.delay}`
  }
}
