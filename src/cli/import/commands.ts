// `pugmark import`: tracks from files into a project of a running server.
import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { flagsOf, wordsCalled } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { importFlags, type ImportKind, readImportOptions } from "./importOptions.ts"

const grammar = (kind: ImportKind, file: string, summary: string, description: string) =>
  Command.make(
    kind,
    { ...wordsCalled(file), ...flagsOf(importFlags(kind)) },
    lazily(async () => {
      const { importTable } = await import("./importTable.ts")
      return (given, env) =>
        Effect.flatMap(readImportOptions(given, kind), (options) => importTable(options, env))
    })
  ).pipe(Command.withShortDescription(summary), Command.withDescription(description))

const goesOn = (rows: string) => `An import can be stopped with Ctrl-C and run again: it goes on where it was,
  and a record that is there already stays as it is. ${rows} that are not taken are listed with the reason.
  Exit code: 0 everything is in, 2 ${rows.toLowerCase()} were refused, 1 the import failed.`

const movebank = grammar(
  "movebank",
  "FILE.csv",
  "import the event data of a Movebank study",
  `Imports the event data of a Movebank study (the CSV that Movebank downloads): its fixes, and the
  temperatures and voltages beside them. An animal becomes an entity, a tag a device, a deployment an
  assignment. Rows marked as outliers are kept as positions that no rule or analysis uses; a curation puts
  them right. Rows of tags on no animal and rows with neither a position nor a reading are left out and
  counted. A plain table of individual_id, timestamp, lon, lat is read too. Times without a zone are UTC, as
  Movebank writes them, unless --times-in says otherwise.

  ${goesOn("Rows")}`
)

const csv = grammar(
  "csv",
  "FILE.csv",
  "import any table of tracks",
  `Imports a table with one fix a row: an animal (or person, or vehicle), a time, a longitude and a latitude in
  WGS 84 degrees. Columns with plain names (animal, individual_id, timestamp, time, lon, longitude, lat,
  speed_mps, accuracy_m, ...) are found; name the others. Times look like 2009-02-11 12:16:45+02:00; say
  --time-format for others, and --times-in ZONE where they name no zone. Separators, UTF-16 with its mark, and
  decimal commas between semicolons are seen, and so are title lines before the header and a row of units below
  it; what the file does not say is asked for and never guessed. Degrees may have minutes and seconds, or a
  column of N, S, E, W. Coordinates of UTM are read with the column of their zone, and those of other systems
  with --crs. Workbooks of Excel are read too.

  ${goesOn("Rows")}`
)

const gpx = grammar(
  "gpx",
  "FILE.gpx",
  "import the tracks of a GPX file",
  `Imports the points of the tracks of a GPX file (1.0 or 1.1) with their times; heights, speeds, courses,
  satellites and temperatures come along where they are said. A track's name is the animal's (or person's, or
  vehicle's); a track without one is named after the file. Waypoints and routes are no tracks, and stay
  behind. Times without a zone are UTC, as GPX has them, unless --times-in says otherwise.

  ${goesOn("Points")}`
)

const excel = grammar(
  "excel",
  "FILE.xlsx",
  "import the first sheet of an Excel workbook",
  `Imports the first sheet that is shown of an Excel workbook (XLSX) as import csv imports a table; which sheet
  was taken is said where there are several. Dates and times are read by the format of their cells; they name
  no zone, so say --times-in ZONE.

  ${goesOn("Rows")}`
)

const kml = grammar(
  "kml",
  "FILE.kml|FILE.kmz",
  "import the tracks of a KML or KMZ file",
  `Imports the places of a KML file, or of a KMZ, that say when: tracks of Google Earth (gx:Track, gx:MultiTrack)
  and points with a time stamp. A track is the animal's (or person's, or vehicle's) that it is named after, and
  points are those of their folder; what has no name is the file's. Places without a time, lines and areas are
  no positions and stay behind. Times without a zone are UTC, unless --times-in says otherwise.

  ${goesOn("Places")}`
)

const geojson = grammar(
  "geojson",
  "FILE.geojson",
  "import the points of a GeoJSON file",
  `Imports the points of a GeoJSON file: the place is that of the geometry, and the properties are columns as
  those of import csv are (animal, timestamp, ...); name the others. Of lines the points are taken where the
  property coordTimes says the time of each. A line in what is said about a row is the number of a feature.

  ${goesOn("Points")}`
)

/** The imports. */
export const importing = Command.make("import").pipe(
  Command.withShortDescription("bring tracks in from files"),
  Command.withDescription("Brings tracks from files into a project of a running server."),
  Command.withSubcommands([movebank, csv, excel, gpx, kml, geojson])
)
