// The file that a role's log goes to. A disk may be full, read-only or failing at any moment: lines that cannot be
// written are dropped and counted, and the process goes on. The file is opened again at each write until that works.
import * as fs from "node:fs"
import * as path from "node:path"
import { makeDirectory } from "./makeDirectory.ts"

/** A file is renamed to `.1` when it has grown to this. */
const ROTATE_BYTES = 64 * 1024 * 1024

/** Paths, ids and addresses of callers are nobody else's business on the machine. */
const OWNER_ONLY = 0o600

/** Lines that were dropped since a write last succeeded, and the code of the system's first refusal. */
export interface Outage {
  readonly code: string
  readonly lines: number
}

/** What a write did; `ended`: the outage that this write was the first to get past, else null. */
export type Written =
  | { readonly ok: true; readonly ended: Outage | null }
  | { readonly ok: false; readonly began: boolean; readonly code: string; readonly dropped: number }

/** A log file that is appended to. */
export interface LogFile {
  /** Appends whole lines. Never throws. */
  readonly write: (lines: string) => Written
}

/** What a disk or a process may say now and not say later; anything else is wrong with the path itself. */
const passing: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE"])

interface Open {
  readonly fd: number
  size: number
}

const countLines = (text: string): number => text.split("\n").length - 1

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN"

/** Writes a text to its end; a disk that is nearly full takes a part of it first. */
const append = (file: Open, text: string): void => {
  for (let rest = Buffer.from(text); rest.length > 0;) {
    const bytes = fs.writeSync(file.fd, rest)
    file.size += bytes
    rest = rest.subarray(bytes)
  }
}

/** Takes back what a write that failed had begun, so that each line of the file stays a whole one. */
const cutBack = (file: Open, size: number): void => {
  try {
    // another process may append to the same file: its lines stay
    if (file.size > size && fs.fstatSync(file.fd).size === file.size) fs.ftruncateSync(file.fd, size)
  } catch {
    // a failing disk may refuse even that
  }
}

/** Opens a log file. Throws where the path can never be one; a full or failing disk is waited for. */
export const openLogFile = (place: string): LogFile => {
  let file: Open | null = null
  let outage: Outage | null = null

  const open = (): Open => {
    makeDirectory(path.dirname(place))
    const fd = fs.openSync(place, "a", OWNER_ONLY)
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
    if (!passing.has(codeOf(error))) throw error
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
      cutBack(file, size)
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
