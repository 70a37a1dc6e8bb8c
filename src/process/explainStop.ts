// What stopped the program, in words for a person: our own errors carry a message that says what to do, and those of
// the system are translated here.
import { Cause } from "effect"
import { statfsSync } from "node:fs"
import { resolve } from "node:path"
import { ROOM_TO_START_BYTES } from "./store/sql/clusterDisk.ts"

/** Where the program keeps its files, and whether its own database is among them. */
export interface Place {
  readonly dataDir: string
  readonly embedded: boolean
}

type SystemError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number }

/** The first error of the operating system in a chain of causes; null: there is none. */
const systemErrorIn = (error: unknown): SystemError | null => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string" && "syscall" in at) return at as SystemError
  return null
}

const MIB = 1024 * 1024

/**
 * Room on the disk of a directory, or of the nearest one above it that exists; null: it cannot be asked, or
 * there is no disk, as below /proc.
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

/** A disk on which nothing of ours can start; null: it has room. */
const fullDisk = ({ dataDir, embedded }: Place, error: SystemError | null): string | null => {
  const free = freeBytesAt(dataDir)
  const refused = error?.code === "ENOSPC" || error?.code === "EDQUOT"
  if (!refused && !(embedded && free !== null && free < ROOM_TO_START_BYTES)) return null
  const place = `DATA_DIR=${dataDir}`
  return (
    `The disk of ${place} is full` +
    (free === null ? "" : ` (${Math.floor(free / MIB)} MiB are free)`) +
    `. Free space there, or set DATA_DIR to another disk, and start again; nothing is lost.`
  )
}

/**
 * A file below DATA_DIR that cannot be made or opened, whatever the reason; null: the error is of another
 * kind.
 */
const unusableDirectory = ({ dataDir }: Place, { path }: SystemError): string | null => {
  const directory = resolve(dataDir)
  return path !== undefined && `${resolve(path)}/`.startsWith(`${directory}/`)
    ? `DATA_DIR=${dataDir} cannot be used. Set DATA_DIR to a directory that this account may make and write.`
    : null
}

const isPortError = (error: unknown): boolean =>
  error instanceof Error && "_tag" in error && error._tag === "PortError"

/** Why the service cannot listen where it was told to; null: in the words of the system. */
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

/** Why the program stopped. `place` is null where not even the settings could be read. */
export const explainStop = (cause: Cause.Cause<unknown>, place: Place | null): string => {
  const error = Cause.squash(cause)
  const system = systemErrorIn(error)
  const full = place === null ? null : fullDisk(place, system)
  const said = error instanceof Error && error.message !== "" ? error.message : Cause.pretty(cause)
  if (full !== null) return `${full} (${said})`
  if (system?.code === "EROFS")
    return (
      `${system.path ?? "A file"} lies on a disk that is read-only. ` +
      `Set DATA_DIR to a directory that this account may write. (${said})`
    )
  const unusable = place === null || system === null ? null : unusableDirectory(place, system)
  if (unusable !== null) return `${unusable} (${said})`
  return (system !== null && isPortError(error) ? explainPort(system) : null) ?? said
}
