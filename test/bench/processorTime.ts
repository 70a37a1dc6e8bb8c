// How long processes have had a processor, where the system tells (Linux). What a rate cannot say on a
// machine that others use too.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Clock ticks a second: the kernel's answer to programs is always this. */
const TICKS = 100

interface Times {
  readonly parent: number
  /** its own and its dead children's, in seconds */
  readonly own: number
  readonly dead: number
}

const timesOf = (pid: string): Times | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    return {
      parent: fields[1]!,
      own: (fields[11]! + fields[12]!) / TICKS,
      dead: (fields[13]! + fields[14]!) / TICKS
    }
  } catch {
    return null // it has ended meanwhile
  }
}

export interface ProcessorTime {
  /** seconds */
  readonly server: number
  readonly database: number
  /** the bench itself, which sends and listens */
  readonly sender: number
}

/** null where the system does not tell. */
export const processorTime = (server: number, cluster: string): ProcessorTime | null => {
  const pidFile = join(cluster, "postmaster.pid")
  if (!existsSync("/proc/self/stat") || !existsSync(pidFile)) return null
  const postmaster = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0])
  const backends = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((t) => t?.parent === postmaster)
  const main = timesOf(String(postmaster))
  const { system, user } = process.cpuUsage()
  return {
    server: timesOf(String(server))?.own ?? Number.NaN,
    database:
      (main === null ? Number.NaN : main.own + main.dead) +
      backends.reduce((sum, t) => sum + (t?.own ?? 0), 0),
    sender: (user + system) / 1e6
  }
}
