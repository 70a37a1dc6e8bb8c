// Opens a file for import: its size, its header, its delimiter, its columns.
import { Effect } from "effect"
import { open } from "node:fs/promises"
import type { Reading } from "../domain/intake/TrackRow.ts"
import { CommandFailed } from "./Command.ts"
import { type ImportOptions, requireColumns } from "./importOptions.ts"
import { type From, readTable, TableBroken } from "./readTable.ts"

export interface Table {
  readonly file: string
  /** bytes */
  readonly size: number
  /** epoch ms of the last change */
  readonly modified: number
  readonly delimiter: string
  readonly header: ReadonlyArray<string>
  readonly reading: Reading
  /** where the first row after the header begins */
  readonly body: From
}

/** What went wrong with a file, in words. */
export const tableError = (file: string) => (error: unknown): CommandFailed => {
  if (error instanceof CommandFailed) return error
  if (error instanceof TableBroken) return new CommandFailed({ message: `${file}, ${error.message}` })
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const words: Readonly<Record<string, string>> = { ENOENT: "there is no such file", EACCES: "it may not be read", EISDIR: "it is a folder" }
  return new CommandFailed({ message: `${file}: ${words[code] ?? String(error)}` })
}

/** Of comma, semicolon and tab the one that stands most often in the first line. */
const seenDelimiter = (firstLine: string): string =>
  [",", ";", "\t"].reduce((best, one) => firstLine.split(one).length > firstLine.split(best).length ? one : best)

const look = async (file: string): Promise<{ readonly size: number; readonly modified: number; readonly firstLine: string }> => {
  const handle = await open(file)
  try {
    const { mtimeMs, size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16 * 1024) })
    return { size, modified: Math.floor(mtimeMs), firstLine: buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1)[0] ?? "" }
  } finally {
    await handle.close()
  }
}

/** Fails with what to do when the file cannot be read or does not say enough. */
export const openTable = (options: Pick<ImportOptions, "file" | "from" | "to" | "keepOutliers" | "delimiter" | "named">): Effect.Effect<Table, CommandFailed> => Effect.gen(function*() {
  const { file, from, keepOutliers, named, to } = options
  const { firstLine, modified, size } = yield* Effect.tryPromise({ try: () => look(file), catch: tableError(file) })
  if (firstLine.startsWith("PK\u0003\u0004")) return yield* new CommandFailed({ message: `${file} is a workbook: save the sheet as CSV` })
  const delimiter = options.delimiter ?? seenDelimiter(firstLine)
  const first = yield* Effect.tryPromise({
    try: async () => {
      for await (const row of readTable(file, delimiter)) return row
      return null
    },
    catch: tableError(file)
  })
  if (first === null) return yield* new CommandFailed({ message: `${file} is empty` })
  const columns = yield* requireColumns(first.cells, named)
  return { file, size, modified, delimiter, header: first.cells, reading: { columns, from, to, keepOutliers }, body: first }
})
