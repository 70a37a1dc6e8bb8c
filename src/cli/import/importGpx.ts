// `pugmark import gpx FILE.gpx`: the tracks of a receiver, a phone or a program for maps.
import { Effect } from "effect"
import type { Command } from "../Command.ts"
import { explainOptions, readImportOptions } from "./importOptions.ts"
import { importTable } from "./importTable.ts"

export const importGpx: Command = {
  name: "import gpx",
  summary: "import the tracks of a GPX file",
  usage: `pugmark import gpx FILE.gpx --project SLUG [options]

Imports the points of the tracks of a GPX file (1.0 or 1.1) with their times; heights, speeds, courses,
  satellites and temperatures come
along where they are said. A track's name is the animal's (or person's, or vehicle's); a track without one is
  named after the file.
Waypoints and routes are no tracks, and stay behind. Times without a zone are UTC, as GPX has them,
  unless --times-in says otherwise.

An import can be stopped with Ctrl-C and run again: it goes on where it was,
  and a record that is there already stays as it is.
Points that are not taken are listed with the reason. Exit code: 0 everything is in, 2 points were refused,
  1 the import failed.

Options
${explainOptions("gpx")}`,
  run: (argv, env) => Effect.flatMap(readImportOptions(argv, "gpx"), (options) => importTable(options, env))
}
