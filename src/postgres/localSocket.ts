// The server's Unix socket, in its data directory, which is closed to other accounts. The way past the network
// costs both ends a sixth less processor time where statements are small.
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/** The server works in its data directory: named like this, its path is never too long for it. */
export const SOCKET_DIRECTORY = "."

/** What the shortest of the systems has room for, in bytes. */
const LONGEST_PATH = 103

const nameAt = (port: number): string => `.s.PGSQL.${port}`

/** The directory to ask for the socket of the server at `port`; null: none that a program can open. */
export const directoryOfSocket = async (cluster: string, port: number): Promise<string | null> => {
  const path = join(cluster, nameAt(port))
  if (Buffer.byteLength(path) > LONGEST_PATH) return null
  const found = await stat(path).catch(() => null) // a server of an older release has none
  return found?.isSocket() === true ? cluster : null
}

/**
 * Removes what servers that were killed left: each had a port of its own, so it would grow. Call it only
 * while the one server of the cluster is at `port`.
 */
export const removeOtherSockets = async (cluster: string, port: number): Promise<void> => {
  const own = [nameAt(port), `${nameAt(port)}.lock`]
  const left = (await readdir(cluster)).filter((name) => name.startsWith(".s.PGSQL.") && !own.includes(name))
  await Promise.all(left.map((name) => rm(join(cluster, name), { force: true })))
}
