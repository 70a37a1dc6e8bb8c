// English words of the backtest of a rule: what a draft would have done on the project's own past.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const FIRED_FORMS = {
  alerts: { one: "alert", other: "alerts" },
  events: { one: "event", other: "events" }
}

/** backtest are the words of the backtest of a rule. */
export const backtest = {
  label: "What it would have done",
  period: "How much of the past",
  lastDays: (p: { count: number }) => counts(p.count, { one: "the last day", other: "the last # days" }),
  inWindow: (p: { aggregate: string; span: string }) => `${p.aggregate} in ${p.span}`,
  headline: {
    /** follows the number, which is shown large */
    fired: <P>(p: { count: number; kind: keyof typeof FIRED_FORMS; name: P; reminders: number }) => {
      const reminders = counts(p.reminders, { one: "# reminder", other: "# reminders" })
      const what = counts(p.count, FIRED_FORMS[p.kind])
      return [...parts<P | string>`${what} with ${p.name}`, ...(p.reminders === 0 ? [] : [`, ${reminders}`])]
    },
    estimated: (p: { count: number; kind: keyof typeof FIRED_FORMS }) =>
      `${counts(p.count, FIRED_FORMS[p.kind])}, estimated from the chart`,
    /** follows the number of the version to compare with */
    other: (p: { version: number }) => `with v${p.version}`
  },
  legend: {
    label: "Signs",
    fires: "fires",
    only: (p: { version: number }) => `only v${p.version}`,
    holds: "holds",
    noData: "no data"
  },
  history: {
    label: "The past under this rule",
    progress: "Progress of the test",
    empty: "No data in this time: choose a longer one.",
    lanes: "Animals and devices tested"
  },
  lane: (p: {
    name: string
    fired: number
    against: { version: number; more: number; fewer: number } | null
  }) => {
    const fires = `${p.name}: fires ${counts(p.fired, { one: "# time", other: "# times" })}`
    if (p.against === null) return fires
    const { fewer, more, version } = p.against
    return `${fires}, ${counts(more, { other: "# more" })} and ${counts(fewer, { other: "# fewer" })} than v${version}`
  },
  map: {
    label: (p: { name: string }) => `Map of ${p.name}`,
    before: <P>(p: { name: P; hours: number; hasFixes: boolean }) =>
      p.hasFixes
        ? parts<P | number>`${p.name}, ${p.hours} h before`
        : parts<P | number>`${p.name}, ${p.hours} h before: no position`
  },
  plot: {
    limit: (p: { of: string }) => `Limit of ${p.of}`,
    empty: (p: { figure: string; name: string }) => `${p.figure} of ${p.name}: no values`,
    range: (p: { figure: string; name: string; from: string; to: string; limit: string }) =>
      `${p.figure} of ${p.name}, ${p.from} to ${p.to}, limit ${p.limit}`
  },
  moment: {
    label: "At this moment",
    reminder: (p: { time: string }) => `${p.time}, a reminder`,
    /** only the other version fires */
    onlyOther: (p: { time: string; version: number | null }) => `${p.time}, with v${p.version} alone`,
    window: (p: { metric: string; aggregate: string; span: string }) =>
      `${p.metric}, ${p.aggregate} in ${p.span}`,
    samples: "Values in it",
    lastHeard: "last heard",
    truth: { true: "true", false: "not true", null: "not known" },
    withVersion: (p: { version: number | null }) => `With v${p.version}`,
    other: {
      both: "fires too",
      only: "only it fires",
      none: "does not fire",
      earlier: (p: { span: string }) => `fired ${p.span} earlier`
    },
    previous: "Previous",
    next: "Next",
    nothingCreated: "nothing is created"
  },
  remarks: {
    label: "Notes on this test",
    stopped: (p: { by: "rows" | "events" | "steps"; until: string }) => {
      const at = { rows: "50,000 rows", events: "500 events", steps: "5,000 ticks of the schedule" }
      return `The test stopped at ${at[p.by]}, up to ${p.until}. Choose a shorter time.`
    },
    cuts: {
      points: "Series are thinned further than usual.",
      spans: "The ends of some lanes are missing.",
      subjects: "Only the first 50 are drawn; all were tested.",
      traces: "Later events come without the values that were read."
    }
  },
  tolerance: {
    title: "Tolerance",
    hint: "Late, doubled, out of order, clocks and places a bit wrong: does it still fire alike?",
    run: "Try it with disturbed records",
    running: "Trying",
    progress: "How much of the tolerance test is done",
    same: "Its events stay the same, however the records come.",
    depends: "Some events depend on how the records come.",
    first: <P>(p: { event: P; time: string }) => parts<P | string>`First: ${p.event}, ${p.time}.`,
    basis: (p: { events: number; rows: number; until: string | null }) => {
      const events = counts(p.events, { one: "# event", other: "# events" })
      const rows = counts(p.rows, { one: "# row", other: "# rows" })
      return `${events} on ${rows}${p.until === null ? "" : `, tested up to ${p.until}`}. Nothing is created.`
    }
  }
}
