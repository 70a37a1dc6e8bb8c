// Opens a table of tracks on this machine.
import { Clock, Effect } from "effect"
import { openTable as open, type RowChoice } from "../../tracks/openTable.ts"
import type { Table } from "../../tracks/Table.ts"
import { CommandFailed } from "../outcome.ts"
import { fileOnDisk, tableError } from "./fileOnDisk.ts"
import type { TableOptions } from "./tableOptions.ts"
import { unopenedWords } from "./tableWords.ts"

/** OpenOptions say how a file of tracks is read. */
interface OpenOptions extends RowChoice {
  readonly file: string
  readonly table: TableOptions
}

/** Fails with what to do when the file cannot be read or does not say enough. */
export const openTable = ({
  file,
  from,
  keepOutliers,
  table: answers,
  to
}: OpenOptions): Effect.Effect<Table, CommandFailed> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const opened = yield* Effect.tryPromise({
      try: async () => open(await fileOnDisk(file), answers, { from, to, keepOutliers }, now),
      catch: tableError(file, answers.command)
    })
    if (opened._tag === "Opened") return opened.table
    return yield* new CommandFailed({ message: unopenedWords(file, opened, answers.command) })
  })
