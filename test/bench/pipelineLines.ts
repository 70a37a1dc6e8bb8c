// What the full pipeline did, as lines: where the processors' time went, and what was written.
import type { Singles, Throughput } from "./measures.ts"
import { DATABASE_ROLES, SERVER_THREADS } from "./readings/procFiles.ts"
import { sumOfTimes } from "./readings/processorTime.ts"
import type { Cost } from "./readings/readings.ts"
import type { Storage } from "./readings/storage.ts"
import type { Line } from "./report.ts"

const sum = (list: ReadonlyArray<number>) => list.reduce((total, x) => total + x, 0)
const mean = (list: ReadonlyArray<number>) => sum(list) / list.length

const THREAD_LABELS = {
  main: "main thread",
  engine: "engine's thread",
  v8: "helpers of V8",
  libuv: "helpers of libuv",
  other: "other threads"
}
const ROLE_LABELS = {
  ingest: "connections of ingest",
  engine: "connections of the engine",
  others: "other connections",
  background: "processes without a connection"
}
const STORAGE_LABELS = {
  wal: "WAL",
  table: "table of positions",
  indexes: "its indexes",
  log: "observation log"
} satisfies Partial<Record<keyof Storage, string>>

/** The processors' time for each thousand of what was sent; nothing where the system does not tell. */
export const processorLines = (
  prefix: string,
  sent: number,
  what: string,
  costs: ReadonlyArray<Cost>
): ReadonlyArray<Line> => {
  const spent = sumOfTimes(costs.map((cost) => cost.spent))
  if (spent === null) return []
  const line = (key: string, label: string, seconds: number): Line => ({
    key: `${prefix}processor_${key}`,
    label,
    value: (seconds / sent) * 1e6,
    unit: `ms per 1,000 ${what}`,
    digits: 1
  })
  return [
    line("all", "  processor time of server and database", spent.server + spent.database),
    line("server", "  processor time of the server", spent.server),
    ...SERVER_THREADS.map((kind) =>
      line(`server_${kind}`, `    ${THREAD_LABELS[kind]}`, spent.threads[kind])
    ),
    line("database", "  processor time of the database", spent.database),
    ...DATABASE_ROLES.map((role) => line(`database_${role}`, `    ${ROLE_LABELS[role]}`, spent.roles[role])),
    line("sender", "  processor time of the sender", spent.sender)
  ]
}

/** What was written for each of what was sent. */
export const storageLines = (
  prefix: string,
  sent: number,
  what: string,
  costs: ReadonlyArray<Cost>
): ReadonlyArray<Line> =>
  (["wal", "table", "indexes", "log"] as const).map((part) => ({
    key: `${prefix}bytes_${part}`,
    label: `  ${STORAGE_LABELS[part]}`,
    value: sum(costs.map(({ written }) => written[part])) / sent,
    unit: `bytes per ${what}`
  }))

/** The cost of some runs and the events they caused. `prefix`: of the keys. */
export const costLines = (prefix: string, runs: ReadonlyArray<Throughput>): ReadonlyArray<Line> => {
  const events = sum(runs.map((r) => r.events)),
    positions = sum(runs.map((r) => r.positions)),
    costs = runs.map((r) => r.cost)
  return [
    {
      key: `${prefix}events_per_1000`,
      label: "  events fired",
      value: (events / positions) * 1000,
      unit: "per 1,000 positions",
      digits: 1
    },
    {
      key: `${prefix}events`,
      label: "  events",
      value: mean(runs.map((r) => r.eventRate)),
      unit: "events/s"
    },
    ...processorLines(prefix, positions, "positions", costs),
    ...storageLines(prefix, positions, "position", costs)
  ]
}

const ratioLines = (
  key: string,
  label: string,
  rate: number,
  raws: ReadonlyArray<number>,
  atLeast?: number
): ReadonlyArray<Line> =>
  raws.length === 0
    ? []
    : [
        {
          key,
          label,
          value: rate / mean(raws),
          unit: "",
          digits: 2,
          ...(atLeast === undefined ? {} : { target: { atLeast } })
        }
      ]

/** RawRates are the rows per second of the raw inserts beside the runs, by way. */
export interface RawRates {
  readonly unnest: ReadonlyArray<number>
  readonly copy: ReadonlyArray<number>
}

/** The lines of some runs under rules that fire often. */
export const pipelineLines = (runs: ReadonlyArray<Throughput>, raws: RawRates): ReadonlyArray<Line> => {
  const rate = mean(runs.map((r) => r.rate))
  return [
    {
      key: "pipeline",
      label: "full pipeline over HTTP, 50 rules, 1,000 fences, 1,000 subjects",
      value: rate,
      unit: "positions/s",
      target: { atLeast: 25_000 }
    },
    ...ratioLines("ratio", "  of the raw insert by unnest", rate, raws.unnest, 0.35),
    ...ratioLines("ratio_copy", "  of the raw insert by COPY", rate, raws.copy),
    ...costLines("", runs)
  ]
}

/** The lines of some runs under rules that fire once in a thousand positions. */
export const calmLines = (runs: ReadonlyArray<Throughput>): ReadonlyArray<Line> => [
  {
    key: "calm",
    label: "the same with rules that seldom fire",
    value: mean(runs.map((r) => r.rate)),
    unit: "positions/s"
  },
  ...costLines("calm_", runs)
]

/**
 * What an event costs in processor time: runs under rules that fire often beside runs under rules that seldom
 * do.
 */
export const eventCostLines = (
  stormy: ReadonlyArray<Throughput>,
  calm: ReadonlyArray<Throughput>
): ReadonlyArray<Line> => {
  const perPosition = (runs: ReadonlyArray<Throughput>, who: "server" | "database") =>
    (sumOfTimes(runs.map((r) => r.cost.spent))?.[who] ?? Number.NaN) / sum(runs.map((r) => r.positions))
  const eventsPerPosition = (runs: ReadonlyArray<Throughput>) =>
    sum(runs.map((r) => r.events)) / sum(runs.map((r) => r.positions))
  const events = eventsPerPosition(stormy) - eventsPerPosition(calm)
  const ms = (who: "server" | "database") =>
    ((perPosition(stormy, who) - perPosition(calm, who)) / events) * 1000
  const lines = [
    { key: "event_processor", label: "processor time of an event", value: ms("server") + ms("database") },
    { key: "event_processor_server", label: "  of it the server", value: ms("server") },
    { key: "event_processor_database", label: "  of it the database", value: ms("database") }
  ]
  return lines
    .filter(({ value }) => Number.isFinite(value))
    .map((line) => ({ ...line, unit: "ms per event", digits: 2 }))
}

/** The lines of single fixes. */
export const singleLines = ({ cost, p99, rate, requests }: Singles): ReadonlyArray<Line> => [
  {
    key: "single",
    label: "one fix a request, 64 connections, answered after commit",
    value: rate,
    unit: "requests/s",
    target: { atLeast: 4000 }
  },
  { key: "single_p99", label: "  p99 of an answer", value: p99, unit: "ms" },
  ...processorLines("single_", requests, "requests", [cost]),
  ...storageLines("single_", requests, "request", [cost])
]
