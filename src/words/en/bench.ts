// English words of the rule bench: the rule as sentence, form and JSON, its versions and how it is saved.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** bench are the words of the rule bench. */
export const bench = {
  newRule: "New rule",
  thisRule: "this rule",
  theTemplates: "the templates",
  theRule: "the rule",
  rules: "Rules",
  gone: {
    hint: "This rule is archived. To open it, restore it in the list of archived rules. Its events stay.",
    toArchive: "To the archived rules"
  },
  head: {
    name: "Name of the rule",
    notSavedYet: "not saved yet",
    sameName: "Another rule has this name",
    state: (p: { version: number; isOn: boolean }) => `v${p.version} ${p.isOn ? "on" : "off"}`,
    draft: (p: { version: string; isSaved: boolean }) => `${p.version} ${p.isSaved ? "draft" : "not saved"}`,
    discard: "discard",
    /** `isNow`: `when` says "now", and no time since then */
    changed: <P>(p: { when: P; isNow: boolean; who: P | null; events: number | null }) => [
      ...(p.isNow ? parts<P>`changed ${p.when}` : parts<P>`changed ${p.when} ago`),
      ...(p.who === null ? [] : parts<P>` by ${p.who}`),
      ...(p.events === null ? [] : [`, ${counts(p.events, { one: "# event", other: "# events" })}`])
    ],
    testing: "Testing",
    read: (p: { rows: number }) =>
      counts(p.rows, { one: "Testing: # row read", other: "Testing: # rows read" }),
    tested: (p: { rows: number; seconds: string | null }) => {
      const read = counts(p.rows, { other: "Tested on # of 50,000 rows" })
      return p.seconds === null ? read : `${read}, ${p.seconds} s`
    },
    denied: "Saving rules",
    saveDraft: "Save draft",
    switchOff: "Switch off",
    enable: "Enable",
    enableVersion: (p: { version: number }) => `Enable v${p.version}`,
    resets: (p: { active: number; pending: number }) =>
      [
        ...(p.active === 0
          ? []
          : [
              counts(p.active, {
                one: "# active is reset and may fire again",
                other: "# active are reset and may fire again"
              })
            ]),
        ...(p.pending === 0
          ? []
          : [counts(p.pending, { one: "# that waits starts over", other: "# that wait start over" })])
      ].join(", ")
  },
  copyOf: (p: { name: string }) => `${p.name} (copy)`,
  saved: {
    draft: (p: { latest: number; current: number }) => `Saved as v${p.latest}; v${p.current} stays in force`,
    off: "Saved, not on yet",
    on: (p: { version: number; name: string }) => `v${p.version} is on: ${p.name}`,
    switchedOff: (p: { name: string }) => `Off: ${p.name}`,
    rolledBack: (p: { version: number }) => `v${p.version} is in force again`,
    renamed: (p: { name: string }) => `Renamed: ${p.name}`,
    takenBack: (p: { name: string }) => `Taken back: ${p.name}`
  },
  conflict: {
    /** `ago`: the time since then; null: unknown. `isNow`: it was just now. */
    saved: <P>(p: { version: P; ago: string | null; isNow: boolean; who: P | null }) => {
      const when = p.isNow ? " just now" : p.ago === null ? "" : ` ${p.ago} ago`
      return parts<
        P | string
      >`${p.version} was saved${when} by ${p.who ?? "another member"}. Yours is not saved yet.`
    },
    see: "See the difference",
    keep: (p: { version: number }) => `Keep mine as v${p.version}`,
    take: (p: { version: number }) => `Take v${p.version}`
  },
  side: {
    label: "The rule",
    shownAs: "Shown as",
    form: "Form",
    json: "JSON",
    diff: (p: { version: number }) => `Diff v${p.version}`,
    sentenceBefore: "This is the rule before the last error."
  },
  obstacle: {
    json: "This is not valid JSON yet.",
    reserved: "It can be saved but not switched on: a kind of condition in it is not supported yet.",
    mistakes: "It has errors: see the marked fields."
  },
  form: {
    trigger: "Trigger",
    startsWith: "What starts it",
    triggers: {
      position: "Position",
      measurement: "Measurement",
      state: "State",
      schedule: "Schedule"
    },
    every: "Every",
    ofMetric: "Of which metric",
    anyMetric: "any metric",
    appliesTo: "Applies to",
    covers: (p: { count: number; one: string; many: string }) =>
      counts(p.count, { one: `# ${p.one}`, other: `# ${p.many}` }),
    all: (p: { entities: string }) => `all ${p.entities}`,
    types: "Types",
    addType: "type",
    groups: "Groups",
    addGroup: "group",
    noAccess: "one you may not see",
    clearNamed: (p: { count: number }) => counts(p.count, { other: "# by name, clear" }),
    clearDevices: (p: { count: number }) =>
      counts(p.count, { one: "# device, clear", other: "# devices, clear" }),
    conditions: "Conditions",
    thisHolds: "This holds",
    allHold: "All of these hold",
    addCondition: "Add condition",
    kinds: {
      threshold: "a figure now",
      window: "a figure over time",
      spatial: "a fence or area",
      no_data: "silence"
    },
    nested: "Its conditions are nested, with any or not.",
    editJson: "Edit them as JSON",
    timing: "Timing",
    timingLine: <P>(p: { hold: P; remind: P }) => parts<P>`hold for ${p.hold} remind after ${p.remind}`,
    holdFor: "Hold for",
    remindAfter: "Remind after",
    event: "Event",
    severity: "Severity",
    severities: { info: "Info", warning: "Warning", critical: "Critical" },
    createAlert: "Create an alert",
    title: "Title",
    insert: (p: { name: string }) => `Insert ${p.name} into the title`,
    type: "Type, for lists and automations",
    truth: <P>(p: { share: string | null; name: P }) =>
      p.share === null
        ? parts<P>`never known for ${p.name}`
        : parts<P | string>`true ${p.share} % of the time for ${p.name}`
  },
  condition: {
    metric: "Metric",
    comparison: "Comparison",
    comparisons: {
      "<": "is below",
      "<=": "is at most",
      ">": "is above",
      ">=": "is at least",
      "==": "equals",
      "!=": "differs from"
    },
    limit: "Limit",
    fixMetrics: { speed_kmh: "Speed", speed_mps: "Speed, m/s", altitude_m: "Altitude" },
    windowLine: <P>(p: { aggregate: P; metric: P; span: P; limit: P; samples: P }) =>
      parts<P>`${p.aggregate} of ${p.metric} over ${p.span} ${p.limit} from at least ${p.samples}`,
    aggregate: "Aggregate",
    aggregates: { max: "highest", min: "lowest", avg: "average", sum: "sum", count: "number" },
    over: "Over",
    minSamples: "Fewest values",
    samples: (p: { count: number }) => counts(p.count, { one: "value", other: "values" }),
    areaLine: <P>(p: { relation: P; areas: P; buffer: P; fixes: P }) =>
      parts<P>`${p.relation} ${p.areas} only if over ${p.buffer} outside, for ${p.fixes}`,
    relation: "Relation",
    relations: { enter: "enters", exit: "leaves", inside: "is inside", outside: "is outside" },
    whichAreas: "Which areas",
    anyOf: {
      any: "any fence or area",
      geofence: "any fence",
      zone: "any area",
      site: "any site",
      route: "any route"
    },
    areas: "Areas",
    addArea: "a certain area",
    removedArea: "a removed area",
    exitBuffer: "Exit buffer",
    confirmFixes: "Positions to confirm",
    fixes: (p: { count: number }) => counts(p.count, { one: "position", other: "positions" }),
    silenceLine: <P>(p: { span: P }) => parts<P>`nothing was heard for ${p.span}`,
    silence: "Silence",
    reserved: <P>(p: { type: P }) =>
      parts<P>`${p.type} is not supported yet: it is kept as it is, and the rule cannot be switched on with it.`,
    remove: "Remove this condition"
  },
  field: {
    number: "A number, like 3.2 or 3,2",
    unitOf: (p: { name: string }) => `Unit of ${p.name}`,
    remove: (p: { name: string }) => `Remove ${p.name}`,
    add: (p: { list: string; what: string }) => `${p.list}: ${p.what}`
  },
  json: {
    label: "The rule as JSON",
    mistakes: "Errors",
    hint: <P>(p: { complete: P; escape: P; tab: P }) =>
      parts<P>`${p.complete} suggests what fits here. ${p.escape} then ${p.tab} leaves the editor.`,
    notJson: "This is not JSON here."
  },
  diff: {
    loading: "Loading the versions",
    version: "Version to compare with",
    /** `day`: when it was saved; `who`: null where the author is unknown */
    saved: (p: { version: number; day: string; who: string | null; events: number }) => {
      const events = counts(p.events, { one: "# event", other: "# events" })
      return `v${p.version}, ${p.day}, ${p.who ?? "unknown author"}, ${events}`
    },
    lines: (p: { count: number }) =>
      p.count === 0
        ? "the draft is the same"
        : counts(p.count, { one: "# line differs", other: "# lines differ" }),
    reserved: (p: { version: number }) => `v${p.version} uses a kind of condition that is not supported yet.`,
    added: "added: ",
    removed: "removed: ",
    makeDraft: (p: { version: number }) => `Make v${p.version} the draft`,
    putInForce: (p: { version: number }) => `Put v${p.version} in force`
  }
}
