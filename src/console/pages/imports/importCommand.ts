// The command of a terminal that imports a file as the page would.
import { columnFlags } from "../../../tracks/columnFlags.ts"
import type { FileAnswers, Sample } from "./worker/protocol.ts"

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w./:@%+,=-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** The flag of each answer but those about columns. */
const flagNames: Readonly<Record<Exclude<keyof FileAnswers, "columns">, string>> = {
  encoding: "encoding",
  delimiter: "delimiter",
  decimal: "decimal",
  time_format: "time-format",
  times_in: "times-in",
  shown_twice: "shown-twice",
  wrap_longitudes: "wrap-longitudes",
  crs: "crs",
  gpx_points: "gpx-points",
  animal: "animal",
  keep_outliers: "keep-outliers"
}

/**
 * The words of `pugmark import` for a file of this name; null: a column is named by hand that the command
 * line finds by its heading alone.
 */
export const importWords = (
  name: string,
  kind: Sample["kind"],
  answers: FileAnswers,
  slug: string
): ReadonlyArray<string> | null => {
  const { columns = {}, ...others } = answers,
    named = Object.entries(columns)
  const flags = Object.entries(flagNames).flatMap(([answer, flag]) => {
    const value = others[answer as keyof typeof others]
    return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value]
  })
  const columnWords: Array<string> = []
  for (const [field, column] of named) {
    const flag = columnFlags.get(field as keyof typeof columns)
    if (flag === undefined) return null
    columnWords.push(`--${flag}`, column)
  }
  const command = kind === "movebank" && named.length > 0 ? "csv" : kind
  return ["import", command, name, "--project", slug, ...flags, ...columnWords]
}

/** The command as a line for a shell. */
export const importCommand = (words: ReadonlyArray<string>): string =>
  ["pugmark", ...words].map(quoted).join(" ")
