// A file of tracks on this machine, and what is said where it cannot be read.
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { ArchiveRefused } from "../../archives/ArchiveRefused.ts"
import { TableBroken } from "../../domain/intake/TableBroken.ts"
import type { TrackFile } from "../../tracks/TrackFile.ts"
import { CommandFailed } from "../outcome.ts"
import { withRemedy } from "./tableWords.ts"

/** Bytes read at a time. */
const CHUNK_BYTES = 256 * 1024

/** Rejects with the error of the file system. */
export const fileOnDisk = async (path: string): Promise<TrackFile> => {
  const { mtimeMs, size } = await stat(path)
  return {
    name: path,
    size,
    modified: Math.floor(mtimeMs),
    read: (from) => createReadStream(path, { start: from, highWaterMark: CHUNK_BYTES })
  }
}

/** What went wrong with a file that `command` reads, in words. */
export const tableError =
  (file: string, command: string) =>
  (error: unknown): CommandFailed => {
    if (error instanceof CommandFailed) return error
    if (error instanceof ArchiveRefused) return new CommandFailed({ message: `${file}: ${error.detail}` })
    if (error instanceof TableBroken)
      return new CommandFailed({
        message: `${file}, ${withRemedy({ reason: error.message, trouble: error.trouble }, command)}`
      })
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    const words: Readonly<Record<string, string>> = {
      ENOENT: "there is no such file",
      EACCES: "it may not be read",
      EISDIR: "it is a folder"
    }
    return new CommandFailed({ message: `${file}: ${words[code] ?? String(error)}` })
  }
