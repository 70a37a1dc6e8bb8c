// `pugmark import csv FILE.csv`: any table of tracks, its columns named by hand where their names say too
// little.
import { Effect } from "effect"
import type { Command } from "../Command.ts"
import { explainOptions, readImportOptions } from "./importOptions.ts"
import { importTable } from "./importTable.ts"

export const importCsv: Command = {
  name: "import csv",
  summary: "import any table of tracks",
  usage: `pugmark import csv FILE.csv --project SLUG [options]

Imports a table with one fix a row: an animal (or person, or vehicle), a time, a longitude
  and a latitude in WGS 84 degrees. Columns
with plain names (animal, individual_id, timestamp, time, lon, longitude, lat, speed_mps, accuracy_m,
  ...) are found; name the others.
Times look like 2009-02-11 12:16:45+02:00; say
  --time-format for others, and --times-in ZONE where they name no zone. Separators, UTF-16
with its mark, and decimal commas between semicolons are seen; what the file does not say is asked for
  and never guessed.

An import can be stopped with Ctrl-C and run again: it goes on where it was,
  and a record that is there already stays as it is.
Rows that are not taken are listed with the reason. Exit code: 0 everything is in, 2 rows were refused,
  1 the import failed.

Options
${explainOptions("csv")}`,
  run: (argv, env) => Effect.flatMap(readImportOptions(argv, "csv"), (options) => importTable(options, env))
}
