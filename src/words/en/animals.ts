// English words of the animals and one animal.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** animals are the words of the animals and one animal. */
export const animals = {
  tabs: { label: "Herd", list: "List", addMany: "Add many", groups: "Groups and types" },
  tracked: (p: { total: number; reporting: number }) =>
    `${counts(p.total, { other: "# tracked" })}, ${counts(p.reporting, { other: "# reporting" })}`,
  late: (p: { count: number }) => counts(p.count, { other: "# late" }),
  silent: (p: { count: number }) => counts(p.count, { other: "# silent" }),
  shown: (p: { count: number }) => counts(p.count, { other: "# shown" }),
  analyseThese: "Analyse these",
  importTracks: "Import tracks",
  noneMatch: (p: { animals: string }) => `No ${p.animals} match.`,
  noneYet: (p: { animals: string }) => `No ${p.animals} yet.`,
  bringIn: "Bring in the first ones",
  keys: { move: "move", open: "open", map: "show on the map" },
  heads: {
    name: "Name",
    alert: "Alert",
    lastFix: "Last fix",
    area: "Area",
    since: "Since",
    speed: "Speed",
    battery: "Battery",
    lastDayOf: (p: { metric: string }) => `${p.metric}, 24 h`,
    today: "Today",
    device: "Device"
  },
  never: "never",
  outside: "outside",
  filters: {
    find: "Find by name, device or attribute",
    findExample: "Name, device, attribute",
    type: "Type",
    allTypes: "All",
    group: "Group",
    allGroups: "All groups",
    area: "Area",
    anyArea: "Any area",
    reporting: "Reporting",
    anyReporting: "All states",
    reportings: { on_time: "Reporting", late: "Late", silent: "Silent", never: "Never reported" },
    status: "Status",
    statuses: { active: "Active", inactive: "Inactive", archived: "Archived", all: "Any status" }
  },
  loadingOne: (p: { animal: string }) => `the ${p.animal}`,
  status: { active: "active", inactive: "inactive", archived: "archived" },
  reporting: {
    on_time: "reporting",
    late: "late: it usually reports more often",
    silent: "silent",
    never: "never reported"
  },
  acts: {
    replay: "Replay 24 h",
    map: "Map",
    analyse: "Analyse movement",
    correct: "Correct fixes"
  },
  map: {
    noFix: "No fix yet.",
    noDevice: "It wears no device. Put one on it to see its position here.",
    wait: "Its position appears here when its device sends one.",
    lastDay: "last 24 h",
    lastDayBefore: (p: { age: string }) => `the 24 h up to its last fix, ${p.age} ago`
  },
  facts: {
    lastFix: "Last fix",
    noFix: "no fix yet",
    never: "never",
    ago: <P>(p: { age: P }) => parts<P>`${p.age} ago`,
    area: "Area",
    since: (p: { moment: string; more: number }) =>
      `since ${p.moment}${p.more === 0 ? "" : `, and ${counts(p.more, { other: "# more" })}`}`,
    outside: "outside",
    speed: "Speed",
    still: (p: { time: string }) => `still for ${p.time} at least`,
    today: "Today",
    battery: "Battery",
    wears: "Wears",
    noDevice: "no device"
  },
  alerts: {
    title: "Alerts",
    open: (p: { count: number }) => (p.count === 0 ? "no open alerts" : counts(p.count, { other: "# open" })),
    status: { open: "open", acknowledged: "acknowledged", resolved: "resolved" }
  },
  days: {
    label: "Days",
    title: (p: { days: number }) => counts(p.days, { one: "# day", other: "# days" }),
    hint: "click a day to replay it",
    list: (p: { days: number }) => counts(p.days, { one: "The last day", other: "The last # days" }),
    wears: "Wears",
    fixes: "Fixes",
    distance: "Distance",
    events: "Events",
    upTo: (p: { most: string }) => `0 to ${p.most}`,
    noDevice: "no device in these days",
    today: "today",
    /** `day`: null is today; `fixes`: null is more than are counted */
    replay: (p: { day: string | null; fixes: number | null; distance: string; events: number }) => {
      const fixes = p.fixes === null ? "very many fixes" : counts(p.fixes, { one: "# fix", other: "# fixes" })
      const reports = p.fixes === 0 ? "no fix" : `${fixes}, ${p.distance}`
      const events = p.events === 0 ? "no event" : counts(p.events, { one: "# event", other: "# events" })
      return `${p.day ?? "today"}: ${reports}, ${events}. Replay`
    }
  },
  measured: {
    title: "Measured",
    none: "nothing yet",
    yes: "yes",
    no: "no",
    limit: (p: { limit: string }) => `limit ${p.limit}`,
    chart: (p: {
      metric: string
      span: string
      range: { low: string; high: string; unit: string } | null
      limit: string | null
    }) => {
      const range = p.range === null ? "no values" : `${p.range.low} to ${p.range.high} ${p.range.unit}`
      return `${p.metric}, ${p.span}: ${range}${p.limit === null ? "" : `, limit ${p.limit}`}`
    },
    thinned: (p: { shown: string; total: string }) => `${p.shown} of ${p.total} values`,
    spans: "How far back",
    noneIn: (p: { span: string }) => `No values in ${p.span}.`,
    table: "Show as table"
  },
  worn: {
    title: "Devices",
    none: "no device yet",
    hidden: "a device that you may not see",
    /** `from`: null is an unknown start; `to`: null is now */
    time: (p: { from: string | null; to: string | null }) =>
      `${p.from ?? "always"}${p.to === null ? ", until now" : ` to ${p.to}`}`,
    neverSeen: "never seen on it",
    seen: (p: { age: string }) => `seen ${p.age} ago`,
    lastSeen: (p: { day: string }) => `last seen ${p.day}`,
    replay: (p: { moment: string }) => `${p.moment}: replay the day before`
  }
}
