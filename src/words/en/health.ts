// English words of the page of the service's health.
import { countsIn, listsIn } from "../tools.ts"

const counts = countsIn("en-GB")
const and = listsIn("en-GB", "conjunction")

const partitions = (p: { count: number }) => counts(p.count, { one: "# partition", other: "# partitions" })

/** health are the words of the page of the service's health. */
export const health = {
  title: "Health",
  waiting: "the service",
  howFarBack: "How far back",
  spans: { hour: "last hour", day: "last 24 h" },
  limited: {
    title: "The rest is for server admins",
    about:
      "Workers, queues, disk, database and versions concern all projects, so only server admins see them. " +
      "The part that concerns this project is above. If something there stays wrong, tell a server admin."
  },
  issues: {
    title: "Problems",
    copyCommand: (p: { command: string }) => `Copy the command ${p.command}`,
    commandCopied: "The command is on the clipboard."
  },
  partitions,
  none: "none",
  trendUnknown: (p: { label: string }) => `${p.label}: no data`,
  beats: {
    of: (p: { role: string }) => `Beats of ${p.role}`,
    none: (p: { label: string }) => `${p.label}: no beat`,
    missed: (p: { label: string; count: number }) =>
      p.count === 0
        ? `${p.label}: none missed`
        : counts(p.count, { one: `${p.label}: missed once`, other: `${p.label}: missed # times` })
  },
  workers: {
    title: "Workers",
    about: (p: { seconds: number; span: string }) => `a beat every ${p.seconds} s, ${p.span}`,
    silentAfter: (p: { seconds: number }) => `silent after ${p.seconds} s`,
    head: { part: "Part", process: "Process", beats: "Beats", work: "At work on", lastBeat: "Last beat" },
    notSeen: "none in the last day",
    waiting: (p: { count: number }) => counts(p.count, { one: "# waits", other: "# wait" }),
    noJobs: "no jobs",
    nothingWaits: "none waits",
    noBrokers: "no broker",
    brokers: (p: { connected: number; count: number }) =>
      counts(p.count, { one: `${p.connected} of # broker`, other: `${p.connected} of # brokers` })
  },
  engines: {
    title: "Engines",
    sharing: (p: { running: number; owned: number; partitions: number }) => {
      if (p.running === 0) return "none runs: records wait"
      const who = counts(p.running, { one: "one has", other: "# share" })
      const what = p.owned === p.partitions ? `all ${p.partitions}` : `${p.owned} of ${p.partitions}`
      return `${who} ${what} partitions of the log`
    },
    head: {
      process: "Process",
      partitions: "Partitions",
      share: "of all",
      unread: "Unread",
      behind: "Behind",
      claimed: "Last claim",
      runs: "Runs for"
    },
    silent: "silent",
    claimed: (p: { span: string }) => `${p.span} ago`,
    unclaimed: (p: { count: number }) => `${partitions(p)} that no engine has claimed`
  },
  rules: {
    title: "Rules, by partition",
    about: (p: { worst: number | null }) =>
      `age of the oldest record that no rule has read${p.worst === null ? "" : `; the worst ${p.worst}`}`,
    atWorst: (p: { lag: string; limit: string }) => `${p.lag} at worst, limit ${p.limit}`,
    worst: (p: { count: number }) => counts(p.count, { other: "The worst #" }),
    all: (p: { count: number }) => counts(p.count, { other: "All #" }),
    head: {
      partition: "Partition",
      engine: "Engine",
      since: "Since",
      unread: "Unread",
      behind: (p: { span: string }) => `Behind, ${p.span}`,
      now: "Now",
      most: "Most in 24 h"
    },
    noEngine: "No engine",
    trend: (p: { partition: number; span: string; most: string }) =>
      `Partition ${p.partition}, ${p.span}: ${p.most} behind at most`,
    most: (p: { lag: string; time: string }) => `${p.lag}, ${p.time}`
  },
  queues: {
    title: "Queues",
    about: "how long the oldest item waits, and its limit",
    head: {
      queue: "Queue",
      waiting: "Waiting",
      oldest: (p: { span: string }) => `Oldest, ${p.span}`,
      now: "Now",
      share: "of the limit",
      limit: "Limit"
    },
    names: {
      observation_log: "Records for the rules",
      project_lanes: "Projects evaluated apart",
      late_spans: "Late records",
      automation_outbox: "Events to send",
      deliveries: "Messages",
      jobs: "Jobs",
      analyses: "Analyses"
    },
    unknown: "not known",
    trend: (p: { queue: string; span: string; most: string }) =>
      `${p.queue}, ${p.span}: the oldest waited ${p.most} at most`
  },
  resources: {
    title: "Resources",
    about: "used, and the limit",
    bytes: "bytes",
    disk: "Disk",
    diskUnknown: "cannot be read",
    diskFree: (p: { free: string; total: string }) => `${p.free} free of ${p.total}`,
    diskTrend: (p: { span: string }) => `Free, ${p.span}`,
    database: "Database",
    databaseTrend: (p: { span: string }) => `Size of the database, ${p.span}`,
    connections: "Connections",
    connectionsTrend: (p: { span: string }) => `Connections, ${p.span}`,
    connectionsUsed: (p: { count: number; total: number; limit: number }) =>
      `${p.count} of ${p.total}, limit ${p.limit}`,
    unreadRows: "Unread rows",
    unreadRowsUsed: (p: { count: string; limit: string }) => `${p.count} of ${p.limit}`,
    failedTraces: "Failed traces",
    failedTracesUsed: (p: { count: string; limit: string }) => `${p.count} in an hour, limit ${p.limit}`
  },
  versions: {
    title: "Versions",
    equal: "all the same",
    different: "not all the same",
    copy: "Copy for a report",
    copied: "Versions and problems are on the clipboard.",
    another: "another version",
    runsOn: (p: { version: string; machines: ReadonlyArray<string> }) => `${p.version} on ${and(p.machines)}`,
    database: "Database",
    databaseStep: (p: { step: number; date: string }) => `step ${p.step}, since ${p.date}`,
    clocks: "Clocks",
    clocksAgree: "all agree with the database’s",
    clock: (p: { machine: string; span: string; isAhead: boolean }) =>
      `${p.machine} ${p.span} ${p.isAhead ? "ahead" : "behind"}`,
    clients: "AI clients",
    clientsConnect: (p: { address: string }) => `connect at ${p.address}`,
    status: "Status",
    brokers: "Brokers",
    noBrokers: "no source connects to one",
    brokersConnected: (p: { connected: number; count: number }) => `${p.connected} of ${p.count} connected`,
    seeSources: "See the sources"
  }
}
