// Explains why the program stopped. Our own errors carry a message that says what to do; errors of the operating
// system are translated here.
import { Cause } from "effect"
import { statfsSync } from "node:fs"
import { resolve } from "node:path"
import { MIN_START_BYTES } from "../store/sql/clusterDisk.ts"

/** `StoragePlace` is the data directory, and whether the embedded database lies in it. */
export interface StoragePlace {
  readonly dataDir: string
  readonly embedded: boolean
}

type SystemError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number }

/** Returns the first error of the operating system in a chain of causes, or null. */
const systemErrorIn = (error: unknown): SystemError | null => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string" && "syscall" in at) return at as SystemError
  return null
}

const MIB_BYTES = 1024 * 1024

/**
 * Returns the free bytes on the disk of a directory, or of its nearest parent that exists; null if the system
 * does not say, or there is no disk, as below /proc.
 */
const freeBytesAt = (directory: string): number | null => {
  for (let at = resolve(directory); ; at = resolve(at, "..")) {
    try {
      const { bavail, blocks, bsize } = statfsSync(at)
      return blocks === 0 ? null : bavail * bsize
    } catch {
      if (at === resolve(at, "..")) return null
    }
  }
}

/** Explains a disk too full to start on; null if it has room. */
const fullDisk = ({ dataDir, embedded }: StoragePlace, error: SystemError | null): string | null => {
  const free = freeBytesAt(dataDir)
  const refused = error?.code === "ENOSPC" || error?.code === "EDQUOT"
  if (!refused && !(embedded && free !== null && free < MIN_START_BYTES)) return null
  const place = `DATA_DIR=${dataDir}`
  return (
    `The disk of ${place} is full` +
    (free === null ? "" : ` (${Math.floor(free / MIB_BYTES)} MiB are free)`) +
    `. Free space there, or set DATA_DIR to another disk, and start again; nothing is lost.`
  )
}

/** Explains a file below DATA_DIR that cannot be made or opened; null for errors of other files. */
const unusableDirectory = ({ dataDir }: StoragePlace, { path }: SystemError): string | null => {
  const directory = resolve(dataDir)
  return path !== undefined && `${resolve(path)}/`.startsWith(`${directory}/`)
    ? `DATA_DIR=${dataDir} cannot be used. Set DATA_DIR to a directory that this account may make and write.`
    : null
}

const isPortError = (error: unknown): boolean =>
  error instanceof Error && "_tag" in error && error._tag === "PortError"

/** Explains why HOST and PORT cannot be listened on; null for codes that the system's own words explain. */
const explainPort = ({ address = "", code, port }: SystemError): string | null => {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Set PORT to another, or stop what listens there.`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${address} is not an address of this machine.`
    case "EACCES":
      return `This account may not listen on port ${port}. Set PORT to one above 1023.`
    default:
      return null
  }
}

/** `explainStop` returns the sentence for a cause. `place` is null if the settings could not be read. */
export const explainStop = (cause: Cause.Cause<unknown>, place: StoragePlace | null): string => {
  const error = Cause.squash(cause)
  const system = systemErrorIn(error)
  const full = place === null ? null : fullDisk(place, system)
  const message = error instanceof Error && error.message !== "" ? error.message : Cause.pretty(cause)
  if (full !== null) return `${full} (${message})`
  if (system?.code === "EROFS")
    return (
      `${system.path ?? "A file"} lies on a disk that is read-only. ` +
      `Set DATA_DIR to a directory that this account may write. (${message})`
    )
  const unusable = place === null || system === null ? null : unusableDirectory(place, system)
  if (unusable !== null) return `${unusable} (${message})`
  return (system !== null && isPortError(error) ? explainPort(system) : null) ?? message
}
