// In what condition the machine was: figures of a browser mean little without it.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { availableParallelism, cpus, loadavg } from "node:os"

/** Clock ticks a second: the kernel's answer to programs is always this. */
const TICKS = 100

/** Seconds of all processors since the machine started: busy, and of any kind; null where nobody tells. */
const processors = () => {
  if (!existsSync("/proc/stat")) return null
  const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!.trim().split(/\s+/)
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] =
    fields.map((ticks) => Number(ticks) / TICKS)
  const busy = user + nice + system + interrupts + soft + stolen
  return { busy, all: busy + idle + waiting }
}

/** How busy the machine is from now on: the answer gives the processors in use since, by everybody. */
export const watchMachine = (): (() => number) => {
  const began = processors()
  return () => {
    const now = processors()
    if (began === null || now === null) return Number.NaN
    return ((now.busy - began.busy) / (now.all - began.all)) * availableParallelism()
  }
}

/** The machine in one sentence. */
export const describeMachine = (): string =>
  `${availableParallelism()} processors (${cpus()[0]?.model ?? "unknown"}), ` +
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`

/**
 * Seconds that threads have had a processor, of processes (by id) and of threads whose name begins so. 0
 * where the system does not tell.
 */
export const threadSeconds = (pids: ReadonlyArray<number>, name: string): number => {
  let seconds = 0
  for (const pid of pids) {
    const tasks = `/proc/${pid}/task`
    if (!existsSync(tasks)) continue
    for (const task of readdirSync(tasks)) {
      try {
        const text = readFileSync(`${tasks}/${task}/stat`, "utf8")
        const end = text.lastIndexOf(")")
        if (!text.slice(text.indexOf("(") + 1, end).startsWith(name)) continue
        const fields = text.slice(end + 2).split(" ")
        seconds += (Number(fields[11]) + Number(fields[12])) / TICKS
      } catch {
        // it has ended meanwhile
      }
    }
  }
  return seconds
}
