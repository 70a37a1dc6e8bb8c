// `pugmark import movebank FILE.csv`: the event data of a Movebank study.
import { Effect } from "effect"
import type { Command } from "../Command.ts"
import { explainOptions, readImportOptions } from "./importOptions.ts"
import { importTable } from "./importTable.ts"

export const importMovebank: Command = {
  name: "import movebank",
  summary: "import the event data of a Movebank study",
  usage: `pugmark import movebank FILE.csv --project SLUG [options]

Imports the event data of a Movebank study (the CSV that Movebank downloads): its fixes, and the temperatures
  and voltages beside
them. An animal becomes an entity, a tag a device,
  a deployment an assignment. Rows marked as outliers are kept as positions that no
rule or analysis uses; a curation puts them right. Rows of tags on no animal
  and rows with neither a position nor a reading are left
out and counted. A plain table of individual_id, timestamp, lon, lat is read too.
Times without a zone are UTC, as Movebank writes them, unless --times-in says otherwise.

An import can be stopped with Ctrl-C and run again: it goes on where it was,
  and a record that is there already stays as it is.
Rows that are not taken are listed with the reason. Exit code: 0 everything is in, 2 rows were refused,
  1 the import failed.

Options
${explainOptions("movebank")}`,
  run: (argv, env) =>
    Effect.flatMap(readImportOptions(argv, "movebank"), (options) => importTable(options, env))
}
