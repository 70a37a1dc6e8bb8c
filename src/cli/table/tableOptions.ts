// What a person says about a table beside it: its columns, encoding, separator, decimals and times. One list
// for every command that reads one.
import { Effect, Result } from "effect"
import type { ColumnField } from "../../domain/intake/columnNames.ts"
import { readSystem } from "../../domain/geo/systems/readSystem.ts"
import { gpxKinds } from "../../domain/intake/GpxPoints.ts"
import { timeFormats } from "../../domain/intake/tableClock.ts"
import { encodings } from "../../tracks/encodings.ts"
import { columnFlags } from "../../tracks/columnFlags.ts"
import type { TableAnswers } from "../../tracks/TableAnswers.ts"
import { type Answers, type FlagTable, textOf } from "../flags.ts"
import { CommandFailed } from "../outcome.ts"

/** What a person says about a table on the command line. */
export interface TableOptions extends TableAnswers {
  /** the words before the file, as the person wrote them: what help is given with */
  readonly command: string
}

/** What can be said of the values of every file. */
const valueFlags = {
  encoding: {
    value: "NAME",
    says: "utf-8, utf-16le, utf-16be or latin1; seen from the first bytes unless said, latin1 only where said"
  },
  decimal: { value: "MARK", says: "point or comma; a comma is taken too unless fields are parted by it" },
  "time-format": {
    value: "FORMAT",
    says: "iso (2009-02-11), dmy (11.02.2009), mdy (02/11/2009), epoch-s or epoch-ms; iso unless said"
  },
  "times-in": {
    value: "ZONE",
    says: "the time zone of times that name none (UTC, Europe/Berlin); those of Movebank and GPX are UTC"
  },
  "shown-twice": {
    value: "PASS",
    says:
      "first or second: which is meant of the hour that clocks show twice, where the order of the rows does " +
      "not tell; such rows are refused unless said"
  },
  "wrap-longitudes": { says: "longitudes go from 0 to 360: take those beyond 180 for western ones" }
} as const

const pick = (names: ReadonlyArray<keyof typeof valueFlags>): FlagTable =>
  Object.fromEntries(names.map((name) => [name, valueFlags[name]]))

/** The flag that names the animal of all rows of a file. */
const animalFlag = {
  animal: { value: "NAME", says: "whose all rows or points are; as the file names them unless said" }
} as const

/** The flag that says the system of coordinates. */
const systemFlag = {
  crs: {
    value: "SYSTEM",
    says:
      "the system of the coordinates: EPSG:32633, EPSG:25832, a definition of PROJ (+proj=...) or WKT; " +
      "degrees of WGS 84 unless said, and UTM where a column says the zone"
  }
} as const

/** What can be said of a table. */
export const tableFlags = {
  ...animalFlag,
  ...systemFlag,
  delimiter: { value: "CHAR", says: "what stands between fields; seen from the header unless said" },
  ...valueFlags
} as const

/** What can be said of a sheet. */
export const sheetFlags = {
  ...animalFlag,
  ...systemFlag,
  ...pick(["decimal", "time-format", "times-in", "shown-twice", "wrap-longitudes"])
} as const

/** What can be said of GeoJSON. */
export const geoJsonFlags = {
  ...animalFlag,
  ...systemFlag,
  ...pick(["encoding", "decimal", "time-format", "times-in", "shown-twice", "wrap-longitudes"])
} as const

/** What can be said of a KML or KMZ file. */
export const kmlFlags = {
  ...animalFlag,
  ...pick(["encoding", "decimal", "time-format", "times-in", "shown-twice", "wrap-longitudes"])
} as const

/** What can be said of a GPX file. */
export const gpxFlags = {
  ...animalFlag,
  "gpx-points": {
    value: "WHICH",
    says: "what is taken of a GPX file: tracks, routes or waypoints; tracks unless said"
  },
  ...valueFlags
} as const

/** What a file has to be that a command reads. */
const expected: Readonly<Record<string, TableAnswers["expects"]>> = {
  "import csv": "table",
  "import movebank": "table",
  "import excel": "excel",
  "import gpx": "gpx",
  "import kml": "kml",
  "import geojson": "geojson"
}

/** Returns whether a text is the name of a time zone. */
export const isZone = (zone: string): boolean =>
  Result.isSuccess(Result.try(() => new Intl.DateTimeFormat("en", { timeZone: zone })))

const isOneOf = <A extends string>(all: ReadonlyArray<A>, word: string): word is A =>
  all.some((one) => one === word)

/** Reads them from the flags of a command, `given` by name; one that cannot be used fails with what to do. */
export const readTableOptions = (
  command: string,
  answers: Answers
): Effect.Effect<TableOptions, CommandFailed> => {
  const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
  const given = (name: string) => textOf(answers, name)
  const delimiter = given("delimiter") === "\\t" ? "\t" : given("delimiter")
  if (delimiter !== undefined && delimiter.length !== 1)
    return fail("--delimiter takes one character (\\t for a tab)")
  const encoding = given("encoding")?.toLowerCase(),
    decimal = given("decimal"),
    timesIn = given("times-in"),
    shownTwice = given("shown-twice"),
    gpxPoints = given("gpx-points") ?? "tracks",
    timeFormat = given("time-format") ?? "iso"
  if (encoding !== undefined && !isOneOf(encodings, encoding))
    return fail(`--encoding ${encoding} is not known: ${encodings.join(", ")}`)
  if (decimal !== undefined && decimal !== "point" && decimal !== "comma")
    return fail("--decimal takes point or comma")
  if (!isOneOf(timeFormats, timeFormat))
    return fail(`--time-format ${timeFormat} is not known: ${timeFormats.join(", ")}`)
  if (timesIn !== undefined && !isZone(timesIn))
    return fail(`--times-in ${timesIn} is not a time zone: write UTC or Europe/Berlin`)
  if (shownTwice !== undefined && shownTwice !== "first" && shownTwice !== "second")
    return fail("--shown-twice takes first or second")
  if (!isOneOf(gpxKinds, gpxPoints)) return fail(`--gpx-points takes one of ${gpxKinds.join(", ")}`)
  const crs = given("crs"),
    system = crs === undefined ? null : readSystem(crs)
  if (system?._tag === "Refused") return fail(`--crs: ${system.detail}`)
  return Effect.succeed({
    command,
    expects: expected[command],
    delimiter,
    encoding,
    decimal,
    timesIn: timesIn ?? (command === "import movebank" ? "UTC" : undefined),
    timeFormat,
    shownTwice,
    gpxPoints,
    crs,
    wrapLongitudes: answers["wrap-longitudes"] === true,
    animal: given("animal"),
    chosenByHand: new Map(
      [...columnFlags].flatMap(([field, name]) =>
        given(name) === undefined ? [] : [[field, given(name)!] as const]
      )
    )
  })
}

/** What the flags say of a column, in words: `time` of "time-column". */
const wordOf = (flag: string): string => flag.slice(0, -"-column".length)

/** Returns the flags that name columns, of the fields that are given; in the words of the help. */
export const columnFlagsOf = (fields: Iterable<ColumnField>): FlagTable =>
  Object.fromEntries(
    [...fields].flatMap((field) => {
      const flag = columnFlags.get(field)
      return flag === undefined
        ? []
        : [
            [
              flag,
              { value: "NAME", says: `the column of the ${wordOf(flag)}, where it is not found` }
            ] as const
          ]
    })
  )
