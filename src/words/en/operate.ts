// English words of the pages of the operator.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** operate are the words of the pages of the operator: its tabs, issues, and the status of the service. */
export const operate = {
  title: "Operate",
  tabs: {
    attention: "Needs attention",
    health: "Health",
    traffic: "Traffic",
    traces: "Traces",
    sources: "Sources",
    devices: "Devices",
    identities: "New devices",
    metrics: "Metrics"
  },
  issues: {
    title: "Needs attention",
    about: "needs you, most severe first",
    waiting: "what needs attention",
    none: { title: "Nothing needs you.", hint: "A problem appears here within a minute, with what to do." },
    since: (p: { time: string; zone: string }) => `since ${p.time} ${p.zone}`,
    /** of an action in the row */
    result: (p: { text: string; time: string }) => `${p.time}: ${p.text}`,
    keys: { move: "move", solve: "solve" },
    /** the accessible name of a button */
    actionOn: (p: { action: string; object: string }) => `${p.action}: ${p.object}`
  },
  ended: {
    title: "Ended by itself",
    about: (p: { hours: number }) => `last ${p.hours} h`,
    waiting: "what ended",
    none: "Nothing ended in this time.",
    lasted: (p: { span: string }) => `for ${p.span}`,
    endedAt: (p: { time: string; zone: string }) => `ended ${p.time} ${p.zone}`
  },
  actions: {
    openRule: "Open the rule",
    openRules: "Open the rules",
    openEntity: (p: { one: string }) => `Open the ${p.one}`,
    openSources: "Open the sources",
    openHealth: "Open the workers",
    openTraces: "Open the traces",
    openDevice: "Open the device",
    createDevices: "Create devices",
    defineMetric: "Define it",
    testSource: "Test connection",
    redeliver: (p: { count: number }) => counts(p.count, { other: "Redeliver #" })
  },
  sourceWorks: (p: { name: string }) => `${p.name}: the connection works.`,
  redelivered: (p: { count: number; name: string }) =>
    p.count === 0
      ? `Nothing of ${p.name} is left to be sent again.`
      : `${counts(p.count, { one: "# message", other: "# messages" })} of ${p.name} will be sent again.`,
  sources: {
    title: "Data sources",
    about: "what comes in through them",
    all: "All of them",
    waiting: "the data sources",
    empty: "No source sends to this project yet.",
    head: { source: "Source", lastRecord: "Last record", in24Hours: "In 24 h", lastError: "Last error" },
    none: "none",
    refused: "refused",
    spark: (p: { taken: number; refused: number }) => {
      const taken = counts(p.taken, { one: "# item", other: "# items" })
      return `In 24 h ${taken} taken, ${counts(p.refused, { other: "# refused" })}`
    },
    hidden: "not shown",
    hiddenHint: "It serves other projects too, which you do not see"
  },
  service: {
    title: "The service",
    rulesBehind: "Rules behind",
    rulesBehindAbout: "with what came in for this project",
    parts: "Parts of the service",
    allRun: "All running",
    allRunAbout: "each was seen in the last half minute",
    silent: (p: { roles: ReadonlyArray<string> }) => `silent: ${p.roles.join(", ")}`,
    silentAbout: "for more than half a minute",
    analyses: "Analyses",
    queueUnknown: "not known",
    waiting: (p: { count: number }) =>
      p.count === 0 ? "none waits" : counts(p.count, { one: "# waits", other: "# wait" }),
    workerSeen: (p: { span: string }) => `worker seen ${p.span} ago`,
    workerNotSeen: "no worker in the last day",
    status: { ok: "service well", degraded: "service degraded", failing: "service failing" },
    looked: (p: { span: string }) => `checked ${p.span} ago`
  }
}
