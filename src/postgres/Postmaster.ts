// Reads `postmaster.pid` of a cluster, and checks whether its server is alive.
import { readFile, readlink, realpath, rm } from "node:fs/promises"
import { join } from "node:path"

/** Postmaster is a live server. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: "starting" | "ready" | "stopping"
}

const pidFile = (cluster: string) => join(cluster, "postmaster.pid")

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Whether a process is the server of this cluster, whose working directory is the cluster: the number in a
 * pid file may belong to another process by now, or to a zombie.
 */
const isServerOf = async (cluster: string, pid: number): Promise<boolean> => {
  if (process.platform !== "linux") return exists(pid)
  const home = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return home !== null && home === (await realpath(cluster))
}

/** Returns the live server of a cluster, or null. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | null> => {
  const lines = (await readFile(pidFile(cluster), "utf8").catch(() => ""))
    .split("\n")
    .map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0) || !(await isServerOf(cluster, pid))) return null
  const status = lines[7] === "ready" || lines[7] === "stopping" ? lines[7] : "starting"
  return { pid, port: Number(lines[3]), status }
}

/**
 * Removes the pid file of a dead server when its number belongs to another process now, which PostgreSQL
 * would take for the server. Called only when `findPostmaster` returned null.
 */
export const forgetDeadPostmaster = async (cluster: string): Promise<void> => {
  const pid = Number((await readFile(pidFile(cluster), "utf8").catch(() => "")).split("\n")[0])
  if (pid > 0 && exists(pid) && (await findPostmaster(cluster)) === null)
    await rm(pidFile(cluster), { force: true })
}
