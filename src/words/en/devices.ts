// English words of the list of devices and of the page of a device.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** devices are the words of the list of devices and of the page of a device. */
export const devices = {
  title: "Devices",
  add: "Add device",
  find: "Find a device",
  findHint: "Device, or what a source calls it",
  waiting: "devices",
  empty: {
    all: "There are no devices in the project.",
    search: "No devices match.",
    hint: "Devices that report but are not created yet are under New devices."
  },
  head: { device: "Device", wornBy: "Worn by", type: "Type", status: "Status", since: "Known since" },
  status: { active: "active", inactive: "inactive", retired: "retired" },
  released: "released",
  waitingOne: "the device",
  itsEntity: (p: { one: string }) => `its ${p.one}`,
  noRecord: "no record yet",
  lastRecord: <P>(p: { age: P }) => parts<P>`last record ${p.age} ago`,
  traffic: "Traffic",
  traces: "Traces",
  retire: {
    retire: "Retire",
    restore: "Use again",
    retired: (p: { name: string }) => `Retired: ${p.name}`,
    restored: (p: { name: string }) => `In use again: ${p.name}`,
    undone: (p: { name: string }) => `Taken back: ${p.name}`
  },
  arrivals: {
    title: "Traffic",
    all: "Every report",
    none: "No reports in the last two days."
  },
  values: { title: "Now", none: "no value yet", yes: "yes", no: "no" },
  knownAs: {
    title: "Known as",
    none: "it has no number at any source",
    add: "Number",
    remove: (p: { id: string }) => `Take the number ${p.id} away`,
    removed: (p: { id: string }) => `It is no longer known as ${p.id}.`
  },
  jobs: {
    title: "In the background",
    none: "nothing has been moved yet",
    hint:
      "When you change who wore the device, its records move in the background. " +
      "Their progress is shown here.",
    recheck: "Re-check who wore it, for all records",
    rechecking: "Re-checking who wore it",
    cancel: "Cancel",
    trace: "Trace",
    progress: "How far the records are moved",
    status: {
      queued: "waiting",
      running: "running",
      completed: "completed",
      failed: "failed",
      expired: "expired",
      cancelled: "cancelled"
    },
    reasons: {
      assignment_changed: "an assignment was changed",
      asked_for: "requested",
      device_known: "the device became known"
    },
    cause: (p: { reason: string | null; who: string | null }) =>
      [p.reason, p.who === null ? null : `by ${p.who}`].filter((text) => text !== null).join(", "),
    done: (p: { done: string; total: number | null; left: string | null }) => {
      const records = { one: `${p.done} of # record`, other: `${p.done} of # records` }
      const done = p.total === null ? "waiting for its turn" : counts(p.total, records)
      return p.left === null ? done : `${done}, about ${p.left} left`
    },
    positions: (p: { count: number }) => counts(p.count, { one: "# position", other: "# positions" }),
    measurements: (p: { count: number }) => counts(p.count, { one: "# value", other: "# values" }),
    states: (p: { count: number }) => counts(p.count, { one: "# state", other: "# states" }),
    moved: (p: { what: ReadonlyArray<string> }) =>
      p.what.length === 0 ? "nothing had to be moved" : `${p.what.join(", ")} moved`,
    took: (p: { outcome: string; span: string }) => `${p.outcome}, in ${p.span}`
  },
  worn: {
    title: "Who wore it, when",
    hint: "drag an edge, or type its time",
    changing: "Changing it",
    waiting: "who wore it",
    none: (p: { one: string }) => `No ${p.one} has worn it yet.`,
    shown: "Shown",
    ranges: { day: "1 day", week: "1 week", month: "1 month", quarter: "3 months" },
    now: <P>(p: { name: P }) => parts<P>`${p.name} wears it now`,
    edge: (p: { until: string | null; from: string | null }) =>
      [p.until === null ? null : `${p.until} until`, p.from === null ? null : `${p.from} from`]
        .filter((text) => text !== null)
        .join(", "),
    beyond: "The time is beyond the next edge, or in the future.",
    period: (p: { from: string | null; to: string | null; isShort: boolean }) =>
      (p.from === null ? "" : `from ${p.from} `) +
      (p.to === null ? (p.isShort ? "now" : "until now") : `until ${p.to}`),
    events: "Events",
    eventsAbout: "of these days",
    eventsOf: (p: { count: number }) =>
      counts(p.count, { one: "# event of these days", other: "# events of these days" }),
    records: "Records",
    recordsAbout: (p: { expected: number; isShort: boolean }) =>
      p.isShort
        ? counts(p.expected, { other: "of # a day" })
        : counts(p.expected, { other: "a day, # expected" }),
    recordsOf: (p: { count: number; days: number; expected: number }) =>
      `Records a day: ${counts(p.count, { other: "#" })} on ${counts(p.days, { one: "# day", other: "# days" })}, ` +
      counts(p.expected, { other: "# a day expected" }),
    recordsOn: (p: { date: string; count: number }) =>
      `${p.date}: ${counts(p.count, { one: "# record", other: "# records" })}`
  },
  other: {
    open: (p: { one: string }) => `Another ${p.one} wore it…`,
    which: (p: { one: string }) => `Which ${p.one}`,
    since: "Since",
    apply: "Put on the time line",
    cancel: "Cancel"
  },
  noEntity: (p: { one: string }) => `no ${p.one}`,
  outcome: {
    title: "What that changes",
    checking: "Checking which records move…",
    none: "No record moves.",
    records: (p: { count: number }) => counts(p.count, { one: "# record", other: "# records" }),
    period: (p: { from: string; to: string }) => (p.from === p.to ? p.from : `${p.from} to ${p.to}`),
    moves: <P>(p: { count: number; records: P; period: P; from: P; to: P }) =>
      p.count === 1
        ? parts<P>`${p.records} of ${p.period} moves from ${p.from} to ${p.to}.`
        : parts<P>`${p.records} of ${p.period} move from ${p.from} to ${p.to}.`,
    evaluated: (p: { events: number; rules: number }) =>
      counts(p.events, {
        one: "# event is evaluated again, of ",
        other: "# events are evaluated again, of "
      }) + counts(p.rules, { one: "# rule.", other: "# rules." }),
    takes: (p: { span: string }) => `It takes about ${p.span} in the background, and can be dragged back.`,
    saved: (p: { records: number }) =>
      p.records === 0
        ? "Saved."
        : counts(p.records, {
            one: "Saved; # record follows in the background.",
            other: "Saved; # records follow in the background."
          }),
    restored: "Put back; the records follow.",
    restore: "Put back",
    move: "Move the records",
    save: "Save"
  },
  map: {
    device: "Map of the device",
    moves: "Map of the records that move",
    none: "No position in the last 7 days",
    week: "The last 7 days",
    span: (p: { span: string }) => `The ${p.span} that move`,
    one: "The record that moves",
    stays: "before and after",
    movesFrom: <P>(p: { from: P; to: P }) => parts<P>`moves from ${p.from} to ${p.to}`
  }
}
