// The log file of a role. When its disk is full, read-only or failing, lines are dropped and counted and the process
// goes on; each write tries to open the file again.
import * as fs from "node:fs"
import * as path from "node:path"
import { makeDirectory } from "./makeDirectory.ts"

/** A file of this size is renamed to `.1`. */
const ROTATE_BYTES = 64 * 1024 * 1024

/** Only the owner reads the log: it holds paths, ids and addresses of clients. */
const OWNER_ONLY_MODE = 0o600

/** `Outage` counts lines dropped since the last successful write, with the system's first error code. */
interface Outage {
  readonly code: string
  readonly lines: number
}

/** `WriteResult` of a write; `ended` is the outage that this write ended, else null. */
type WriteResult =
  | { readonly ok: true; readonly ended: Outage | null }
  | { readonly ok: false; readonly began: boolean; readonly code: string; readonly dropped: number }

/** `LogFile` appends to one file. */
interface LogFile {
  /** Appends whole lines. Never throws. */
  readonly write: (lines: string) => WriteResult
}

/**
 * Error codes that may pass: the disk or the process is short of something. Others mean that the path is
 * wrong.
 */
const transientCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"])

interface Open {
  readonly fd: number
  size: number
}

const countLines = (text: string): number => text.split("\n").length - 1

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN"

/** Writes all of a text: a nearly full disk accepts part of it first. */
const append = (file: Open, text: string): void => {
  for (let rest = Buffer.from(text); rest.length > 0;) {
    const bytes = fs.writeSync(file.fd, rest)
    file.size += bytes
    rest = rest.subarray(bytes)
  }
}

/** Truncates to `size` after a failed write, so that the file holds whole lines only. */
const truncateTo = (file: Open, size: number): void => {
  try {
    // another process may append to the same file: its lines stay
    if (file.size > size && fs.fstatSync(file.fd).size === file.size) fs.ftruncateSync(file.fd, size)
  } catch {
    // a failing disk may refuse even that
  }
}

/**
 * `openLogFile` opens a log file. Throws if the path is unusable; a full or failing disk is retried at each
 * write.
 */
export const openLogFile = (place: string): LogFile => {
  let file: Open | null = null
  let outage: Outage | null = null

  const open = (): Open => {
    makeDirectory(path.dirname(place))
    const fd = fs.openSync(place, "a", OWNER_ONLY_MODE)
    return { fd, size: fs.fstatSync(fd).size }
  }
  const close = (): void => {
    if (file === null) return
    try {
      fs.closeSync(file.fd)
    } catch {
      // a failing disk may refuse even that
    }
    file = null
  }
  try {
    file = open()
  } catch (error) {
    if (!transientCodes.has(codeOf(error))) throw error
  }
  const rotate = (): void => {
    try {
      fs.renameSync(place, `${place}.1`)
    } catch {
      return // the file grows on
    }
    close()
  }
  const write = (lines: string): void => {
    if (file !== null && file.size > ROTATE_BYTES) rotate()
    file ??= open()
    const { size } = file
    try {
      append(file, lines)
    } catch (error) {
      truncateTo(file, size)
      close()
      throw error
    }
  }

  return {
    write: (lines) => {
      try {
        write(lines)
      } catch (error) {
        const code = codeOf(error),
          dropped = countLines(lines),
          began = outage === null
        outage = { code: outage?.code ?? code, lines: (outage?.lines ?? 0) + dropped }
        return { ok: false, began, code, dropped }
      }
      const ended = outage
      outage = null
      return { ok: true, ended }
    }
  }
}
