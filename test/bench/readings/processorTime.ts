// Processor time of the server, by thread, and of the database, by role, where the system tells (Linux): a figure
// that holds on a machine that others use too, where a rate does not.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import {
  DATABASE_ROLES,
  type DatabaseRole,
  parseStat,
  roleOfProcess,
  SERVER_THREADS,
  type ServerThread,
  threadsByKind
} from "./procFiles.ts"

/** ProcessorTime is what has been spent so far, or between two readings, in seconds. */
export interface ProcessorTime {
  readonly server: number
  /** of `server`, by kind of thread */
  readonly threads: Readonly<Record<ServerThread, number>>
  readonly database: number
  /** of `database`, by role of the process */
  readonly roles: Readonly<Record<DatabaseRole, number>>
  /** the bench itself, which sends and listens */
  readonly sender: number
}

const combineEach = <K extends string>(
  keys: ReadonlyArray<K>,
  combine: (key: K) => number
): Readonly<Record<K, number>> =>
  Object.fromEntries(keys.map((key) => [key, combine(key)])) as Record<K, number>

/** Returns the text of a file; null if the process or thread has ended. */
const read = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

const timesOf = (path: string) => {
  const text = read(path)
  return text === null ? null : parseStat(text)
}

/** Returns the seconds of each kind of thread; threads that have ended count in `server` alone. */
const serverTime = (pid: number): Pick<ProcessorTime, "server" | "threads"> => {
  const tasks = `/proc/${pid}/task`
  const ids = (existsSync(tasks) ? readdirSync(tasks) : []).map(Number)
  const kinds = threadsByKind(
    pid,
    ids.map((id) => ({ id, name: read(`${tasks}/${id}/comm`)?.trim() ?? "" }))
  )
  return {
    server: timesOf(`/proc/${pid}/stat`)?.own ?? Number.NaN,
    threads: combineEach(SERVER_THREADS, (kind) =>
      kinds[kind].reduce((sum, id) => sum + (timesOf(`${tasks}/${id}/stat`)?.own ?? 0), 0)
    )
  }
}

/**
 * Returns the seconds of each role; processes that have ended count as "background", as autovacuum workers
 * do.
 */
const databaseTime = (postmaster: number): Pick<ProcessorTime, "database" | "roles"> => {
  const main = timesOf(`/proc/${postmaster}/stat`)
  const roles: Record<DatabaseRole, number> = {
    ingest: 0,
    engine: 0,
    others: 0,
    background: main === null ? Number.NaN : main.own + main.dead
  }
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const times = timesOf(`/proc/${pid}/stat`)
    if (times?.parent === postmaster) roles[roleOfProcess(read(`/proc/${pid}/cmdline`) ?? "")] += times.own
  }
  return { roles, database: DATABASE_ROLES.reduce((sum, role) => sum + roles[role], 0) }
}

/**
 * Reads the time of a server's process and of the cluster in a directory; null where the system does not
 * tell.
 */
export const readProcessorTime = (server: number, cluster: string): ProcessorTime | null => {
  const pidFile = join(cluster, "postmaster.pid")
  if (!existsSync("/proc/self/stat") || !existsSync(pidFile)) return null
  const postmaster = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0])
  const { system, user } = process.cpuUsage()
  return { ...serverTime(server), ...databaseTime(postmaster), sender: (user + system) / 1e6 }
}

const combined = (
  a: ProcessorTime,
  b: ProcessorTime,
  combine: (a: number, b: number) => number
): ProcessorTime => ({
  server: combine(a.server, b.server),
  threads: combineEach(SERVER_THREADS, (kind) => combine(a.threads[kind], b.threads[kind])),
  database: combine(a.database, b.database),
  roles: combineEach(DATABASE_ROLES, (role) => combine(a.roles[role], b.roles[role])),
  sender: combine(a.sender, b.sender)
})

/** Returns what was spent between two readings; null where the system does not tell. */
export const spentBetween = (from: ProcessorTime | null, to: ProcessorTime | null): ProcessorTime | null =>
  from === null || to === null ? null : combined(to, from, (later, earlier) => later - earlier)

/** Returns the sum of several times; null where the system does not tell, or there is none. */
export const sumOfTimes = (times: ReadonlyArray<ProcessorTime | null>): ProcessorTime | null =>
  times.length === 0
    ? null
    : times.reduce((sum, time) =>
        sum === null || time === null ? null : combined(sum, time, (a, b) => a + b)
      )
