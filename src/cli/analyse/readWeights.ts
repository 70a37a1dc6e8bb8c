// A table of animals with numbers to weigh them by.
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { CommandFailed } from "../outcome.ts"
import { tableError } from "../table/fileOnDisk.ts"

/** Numbers of a table of animals, by the animal's name. */
export const readWeights = (file: string, weightKey: string | null) =>
  Effect.gen(function* () {
    const lines = (yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: tableError(file, "analyse")
    }))
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
      .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
    const at = lines[0]?.indexOf(weightKey ?? "") ?? -1
    if (at < 1)
      return yield* new CommandFailed({
        message:
          `${file}: its first column is the animal, and one of the others must be named as --weight-key ` +
          `(${weightKey ?? "not given"})`
      })
    return new Map(
      lines
        .slice(1)
        .flatMap((cells) =>
          Number.isFinite(Number(cells[at])) && cells[at] !== ""
            ? [[cells[0]!, Number(cells[at])] as const]
            : []
        )
    )
  })
