// `pugmark analyse grazing`: pasture use of a herd from files, without a server.
import { Effect } from "effect"
import { analyseFile } from "./analyseFile.ts"
import { explainAnalyseOptions, readAnalyseOptions } from "./analyseOptions.ts"
import type { Command } from "../Command.ts"

export const analyseGrazing: Command = {
  name: "analyse grazing",
  summary: "how a herd used its pastures, from a file",
  usage: `pugmark analyse grazing --csv FILE --areas FILE.geojson --out DIR [options]

Computes what the service computes for a run of its grazing module, from files and without a server: animal-hours and animal-days per
hectare, visits, rest days, relative pressure, a timeline of daily use. The areas are the polygons of a GeoJSON file. Writes
report.html to look at, document.json with everything, tables/*.csv and geometries.geojson.

Example
  pugmark analyse grazing --csv cows.csv --areas pastures.geojson --out use --timezone Europe/Madrid --entity-type cow

Options
${explainAnalyseOptions("grazing")}`,
  run: (argv) => Effect.flatMap(readAnalyseOptions("grazing", argv), analyseFile)
}
