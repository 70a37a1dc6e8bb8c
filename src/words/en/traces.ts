// English words of the list of traces and of the page of a trace.
import { countsIn, listsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const or = listsIn("en-GB", "disjunction")

/** traces are the words of the list of traces and of the page of a trace. */
export const traces = {
  title: "Traces",
  refresh: "Refresh",
  waiting: "traces",
  waitingOne: "the trace",
  showAll: "Show all",
  empty: {
    all: "There are no traces yet.",
    search: "No traces match.",
    hint: "Traces are kept for 30 days, failed ones for 90, those that explain an event for 400."
  },
  head: { began: "Began", result: "Result", what: "What", why: "Why", took: "Took", kind: "Kind" },
  find: (p: { one: string }) => `Find by device, ${p.one}, rule, event, code or id`,
  findHint: (p: { one: string }) => `Device, ${p.one}, rule, code, id`,
  result: "How it ended",
  kind: "Kind",
  everyKind: "Of every kind",
  ofDevice: "of one device",
  ofEntity: (p: { one: string }) => `of one ${p.one}`,
  ofRule: "of one rule",
  before: (p: { time: string }) => `before ${p.time}`,
  kinds: {
    ingest: "Report",
    rule: "Rule",
    attribution: "Attribution",
    export: "Export",
    curation: "Curation",
    delivery: "Message",
    analysis: "Analysis",
    system: "Service"
  },
  kindsOf: {
    ingest: "Reports",
    rule: "Rules",
    delivery: "Messages",
    attribution: "Attributions",
    curation: "Curations",
    analysis: "Analyses",
    export: "Exports",
    system: "Service"
  },
  statuses: { ok: "OK", failed: "Failed", skipped: "Skipped", duplicate: "Duplicate" },
  status: { ok: "ok", failed: "failed", skipped: "skipped", duplicate: "duplicate" },
  titleOf: (p: { kind: string; of: string }) => `${p.kind} of ${p.of}`,
  titleOfRule: (p: { rule: string | null; of: string | null }) =>
    `Rule ${p.rule ?? "that is removed"}${p.of === null ? "" : ` for ${p.of}`}`,
  steps: {
    receive: "Received",
    accept: "Checked",
    store: "Stored",
    match: "Rule found for it",
    evaluate: "Conditions evaluated",
    event: "Event stored",
    alert: "Alert created",
    actions: "Messages queued",
    attempt: "Tried",
    deliver: "Delivered"
  },
  refused: "Refused",
  failedStep: (p: { step: string }) => `${p.step}, which failed`,
  notReached: "not reached",
  alike: {
    title: "Similar traces",
    around: "The day around it",
    count: (p: { count: number; isMore: boolean }) =>
      counts(p.count, { other: p.isMore ? "# and more like it" : "# like it" }),
    since: (p: { time: string }) => `since ${p.time}`,
    list: "List them",
    chart: "When, and how it ended"
  },
  decoded: {
    title: "As it was read",
    value: "Value",
    from: "From the payload",
    age: <P>(p: { age: P }) => parts<P>`${p.age} ago`,
    refused: "refused",
    notRead: "not read",
    kept: <P>(p: { names: P; count: number }) =>
      p.count === 1
        ? parts<P>`${p.names} is kept with the report`
        : parts<P>`${p.names} are kept with the report`,
    notKept: "not kept",
    counts: (p: { read: number; refused: number }) => `${p.read} read, ${p.refused} refused`,
    position: "position",
    adapter: "the kind of message",
    arrival: "when it came",
    source: "the source’s set-up",
    anyOf: (p: { members: ReadonlyArray<string> }) => or(p.members),
    within: (p: { members: string }) => `in ${p.members}`,
    otherwise: (p: { members: string; otherwise: string }) => `${p.members}, or ${p.otherwise}`
  },
  payload: {
    title: "As it came",
    size: (p: { bytes: number }) => counts(p.bytes, { one: "# byte", other: "# bytes" }),
    copy: "Copy",
    copied: "The payload is on the clipboard.",
    cut: (p: { characters: number }) =>
      counts(p.characters, { other: "It had # characters; its beginning was kept." }),
    lines: "Lines of the payload",
    more: "and more: copy it to read the rest"
  },
  sendAgain: {
    open: "Send again",
    sending: "Sending it again",
    result: {
      accepted: "It was accepted.",
      duplicate: "It is a duplicate: nothing is stored twice.",
      unassigned: "It was kept: its device is not known yet.",
      rejected: "It was refused again. This is the new trace."
    },
    withDetail: (p: { result: string; detail: string }) => `${p.result} ${p.detail}`
  },
  links: {
    event: "Open the event",
    entity: (p: { name: string | null; one: string }) => `Open ${p.name ?? `the ${p.one}`}`,
    device: "Open the device",
    rule: "Open the rule"
  },
  about: {
    title: "About",
    began: "Began",
    took: "Took",
    kind: "Kind",
    source: "Source",
    device: "Device",
    entity: "Animal",
    rule: "Rule",
    ruleVersion: (p: { rule: string; version: string }) => `${p.rule}, v${p.version}`,
    keptUntil: "Kept until"
  },
  step: {
    became: (p: { step: string; status: string }) => `${p.step}: ${p.status}`,
    error: (p: { step: string; error: string }) => `${p.step}: ${p.error}`,
    nothingStored: "Nothing of it was stored.",
    remedy: "What to do.",
    detail: "What the step noted",
    noDetail: "Nothing."
  },
  view: "View",
  viewSteps: "Steps",
  viewJson: "JSON",
  copyId: "Copy id",
  idCopied: "The trace’s id is on the clipboard.",
  earlier: "Earlier",
  later: "Later"
}
