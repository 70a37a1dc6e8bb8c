// English words of the list of rules and of their templates.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** rules are the words of the list of rules and of their templates. */
export const rules = {
  title: "Rules",
  theRules: "the rules",
  newRule: "New rule",
  noneMatch: "No rules match.",
  empty: {
    title: "No rules yet.",
    hint: "A rule says what to watch for. Choose one below, see what it would have done, and switch it on.",
    archived: "Show archived rules"
  },
  tabs: { label: "Rules and automations", rules: "Rules", automations: "Automations" },
  /** What a member may not do; begins a sentence that names the permission. */
  denied: {
    make: "A new rule",
    change: "Changing rules",
    trace: "Its trace",
    permission: (p: { permission: string }) => `Needs the permission ${p.permission}`
  },
  counts: {
    on: (p: { count: number }) => counts(p.count, { other: "# on" }),
    failed: (p: { count: number }) => counts(p.count, { other: "# failed" }),
    snoozes: (p: { count: number }) => counts(p.count, { one: "# snooze", other: "# snoozes" })
  },
  columns: {
    on: "On",
    rule: "Rule, as a sentence",
    covers: "Covers",
    lastFired: "Last fired",
    state: "State"
  },
  filter: {
    find: "Find a rule, a metric, a fence",
    placeholder: "Rule, metric, fence",
    covering: "Which rules cover",
    any: (p: { entity: string }) => `any ${p.entity}`,
    unknown: "unknown",
    remove: "Remove the filter"
  },
  views: { all: "All", on: "On", off: "Off", failing: "Failing", active: "Active now", archived: "Archived" },
  switched: {
    on: (p: { name: string }) => `On: ${p.name}`,
    off: (p: { name: string }) => `Off: ${p.name}`
  },
  row: {
    newerDraft: (p: { version: number }) => `v${p.version} is a draft`,
    covered: "covered",
    inSevenDays: "in seven days",
    neverFired: "never fired",
    failed: "failed",
    active: (p: { count: number }) => counts(p.count, { other: "# active" }),
    noAlerts: "no alerts",
    off: "off",
    archived: "archived",
    snoozed: (p: { name: string; until: string }) => `${p.name} until ${p.until}`,
    snoozes: (p: { count: number; first: { name: string; until: string } | null }) => {
      if (p.first === null) return counts(p.count, { other: "snoozed: #" })
      const what = p.count === 1 ? p.first.name : counts(p.count, { other: "#" })
      return `snoozed: ${what}, until ${p.first.until}`
    },
    loadingTrace: "Loading the trace",
    openTrace: "Open trace",
    closeTrace: "Close trace"
  },
  spark: {
    alerts: (p: { days: string }) => `Alerts of seven days, ${p.days}`,
    events: (p: { days: string }) => `Events of seven days, ${p.days}`
  },
  templates: {
    title: "Begin with a template",
    testing: "each is tested on your last 7 days; nothing is created",
    tested: "each tested on your last 7 days, with its own values; nothing was created",
    blank: "Blank rule",
    pasteJson: "Paste JSON",
    use: "Use",
    result: (p: { count: number; kind: "alerts" | "events"; isCut: boolean }) => {
      if (p.count === 0) return p.isCut ? "too much data to test it on all" : "nothing in the last 7 days"
      const forms = {
        alerts: { one: "# alert", other: "# alerts" },
        events: { one: "# event", other: "# events" }
      }
      return `${p.isCut ? "at least " : ""}${counts(p.count, forms[p.kind])} in the last 7 days`
    }
  }
}
