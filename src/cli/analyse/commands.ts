// `pugmark analyse`: what the service computes for a run, from files and without a server.
import * as Command from "effect/cli/Command"
import { Effect } from "effect"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import { flagsOf } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { analyseFlags } from "./analyseFlags.ts"

const grammar = (module: ModuleKey, summary: string, example: string, description: string) =>
  Command.make(
    module,
    flagsOf(analyseFlags(module)),
    lazily(async () => {
      const [{ analyseFile }, { readAnalyseOptions }] = await Promise.all([
        import("./analyseFile.ts"),
        import("./analyseOptions.ts")
      ])
      return (given) => Effect.flatMap(readAnalyseOptions(module, given), analyseFile)
    })
  ).pipe(
    Command.withShortDescription(summary),
    Command.withDescription(description),
    Command.withExamples([{ command: example }])
  )

const movement = grammar(
  "movement",
  "movement ecology of a file: distances, home ranges, hotspots",
  "pugmark analyse movement --csv buffalo.csv --out buffalo --timezone Africa/Johannesburg",
  `Computes what the service computes for a run of its movement module, from a file and without a server:
  steps, speeds, turning angles, day and night, residence and revisits, hotspots, clusters, home ranges (MCP,
  kernel density). Needs --csv FILE and --out DIR. Reads a Movebank download or a table of individual_id,
  timestamp, lon, lat; times that name no zone (Movebank's are UTC) need --times-in ZONE. Writes report.html to
  look at, document.json with everything, tables/*.csv and geometries.geojson.`
)

const grazing = grammar(
  "grazing",
  "how a herd used its pastures, from a file",
  "pugmark analyse grazing --csv cows.csv --areas pastures.geojson --out use --timezone Europe/Madrid " +
    "--entity-type cow",
  `Computes what the service computes for a run of its grazing module, from files and without a server:
  animal-hours and animal-days per hectare, visits, rest days, relative pressure, a timeline of daily use.
  Needs --csv FILE, --areas FILE.geojson and --out DIR. The areas are the polygons of a GeoJSON file. Writes
  report.html to look at, document.json with everything, tables/*.csv and geometries.geojson.`
)

/** The analyses. */
export const analysing = Command.make("analyse").pipe(
  Command.withShortDescription("compute from files, without a server"),
  Command.withDescription("Computes from files, without a server."),
  Command.withSubcommands([movement, grazing])
)
