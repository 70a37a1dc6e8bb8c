// `pugmark analyse movement`: movement ecology of a file, without a server.
import { Effect } from "effect"
import { analyseFile } from "./analyseFile.ts"
import { explainAnalyseOptions, readAnalyseOptions } from "./analyseOptions.ts"
import type { Command } from "../Command.ts"

export const analyseMovement: Command = {
  name: "analyse movement",
  summary: "movement ecology of a file: distances, home ranges, hotspots",
  usage: `pugmark analyse movement --csv FILE --out DIR [options]

Computes what the service computes for a run of its movement module, from a file and without a server: steps, speeds, turning angles,
day and night, residence and revisits, hotspots, clusters, home ranges (MCP, kernel density). Reads a Movebank download or a table of
individual_id, timestamp, lon, lat; times that name no zone (Movebank's are UTC) need --times-in ZONE. Writes report.html to look at, document.json with everything,
tables/*.csv and geometries.geojson.

Example
  pugmark analyse movement --csv buffalo.csv --out buffalo --timezone Africa/Johannesburg

Options
${explainAnalyseOptions("movement")}`,
  run: (argv) => Effect.flatMap(readAnalyseOptions("movement", argv), analyseFile)
}
