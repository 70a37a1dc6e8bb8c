// What a person says about a table beside it: its columns, encoding, separator, decimals and times. One list
// for every command that reads one.
import { Effect, Result } from "effect"
import { findColumns, type Member } from "../../domain/intake/columns.ts"
import { type GpxKind, gpxKinds } from "../../domain/intake/GpxPoints.ts"
import type { Pass } from "../../domain/intake/shownTwice.ts"
import { type TimeFormat, timeFormats } from "../../domain/intake/tableClock.ts"
import type { Trouble } from "../../domain/intake/TrackRow.ts"
import { type Answers, type FlagTable, textOf } from "../flags.ts"
import { CommandFailed } from "../outcome.ts"
import { type Encoding, encodings } from "./encodings.ts"

export interface TableOptions {
  /** the words before the file, as the person wrote them: what help is given with */
  readonly command: string
  readonly delimiter: string | undefined
  readonly encoding: Encoding | undefined
  readonly decimal: "point" | "comma" | undefined
  readonly timeFormat: TimeFormat
  /** of times that do not say theirs; undefined: not said */
  readonly timesIn: string | undefined
  /** which pass times are of that the clocks showed twice, where the order of the rows does not tell */
  readonly shownTwice: Pass | undefined
  /** longitudes go from 0 to 360 */
  readonly wrapLongitudes: boolean
  /** what is taken of a GPX file */
  readonly gpxPoints: GpxKind
  /** whose all tracks of a GPX file are; undefined: as it names them */
  readonly animal: string | undefined
  /** columns named by hand */
  readonly named: ReadonlyMap<Member, string>
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

/** What can be said of a table. */
export const tableFlags = {
  delimiter: { value: "CHAR", says: "what stands between fields; seen from the header unless said" },
  ...valueFlags
} as const

/** What can be said of a GPX file. */
export const gpxFlags = {
  animal: { value: "NAME", says: "whose all tracks of a GPX file are; as it names them unless said" },
  "gpx-points": {
    value: "WHICH",
    says: "what is taken of a GPX file: tracks, routes or waypoints; tracks unless said"
  },
  ...valueFlags
} as const

export const columnFlags = new Map<Member, string>([
  ["individual", "individual-column"],
  ["tag", "tag-column"],
  ["time", "time-column"],
  ["date", "date-column"],
  ["lon", "lon-column"],
  ["lat", "lat-column"],
  ["altitude_m", "altitude-column"],
  ["speed_mps", "speed-column"],
  ["heading_deg", "heading-column"],
  ["accuracy_m", "accuracy-column"],
  ["satellites", "satellites-column"],
  ["temperature_c", "temperature-column"],
  ["battery_voltage", "battery-column"]
])

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
  return Effect.succeed({
    command,
    delimiter,
    encoding,
    decimal,
    timesIn,
    timeFormat,
    shownTwice,
    gpxPoints,
    wrapLongitudes: answers["wrap-longitudes"] === true,
    animal: given("animal"),
    named: new Map(
      [...columnFlags].flatMap(([member, name]) =>
        given(name) === undefined ? [] : [[member, given(name)!] as const]
      )
    )
  })
}

/** What the flags say of a column, in words: `time` of "time-column". */
const wordOf = (flag: string): string => flag.slice(0, -"-column".length)

/** The flags that name columns, of the members that are given; in the words of the help. */
export const columnFlagsOf = (members: Iterable<Member>): FlagTable =>
  Object.fromEntries(
    [...members].flatMap((member) => {
      const flag = columnFlags.get(member)
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

/** A command that names columns by hand: Movebank's are known, so its import has no flags for them. */
const namingCommand = (command: string): string =>
  `pugmark ${command === "import movebank" ? "import csv" : command} ...`

/** How the columns of a date and of a time of the day are named, in words. */
export const namingTimes = (command: string): string =>
  command === "import gpx"
    ? "a point of a GPX file says its date and its time"
    : `name the columns of both: ${namingCommand(command)} --date-column NAME --time-column NAME`

/** What a decoder leaves of bytes that are not in the encoding. */
const UNREADABLE = "\uFFFD"

/**
 * The columns of a header, or what to do about those that are not found: by the options of the command that
 * was given.
 */
export const requireColumns = (
  header: ReadonlyArray<string>,
  { command, named }: Pick<TableOptions, "command" | "named">
) =>
  Effect.mapError(
    Effect.fromResult(findColumns(header, named)),
    ({ missing, twice = [], unknown }) =>
      new CommandFailed({
        message: [
          ...twice
            .slice(0, 20)
            .map((name) => `more columns than one are called "${name.slice(0, 100)}": leave one of them`),
          ...unknown.map((name) => `the file has no column "${name}"`),
          ...missing.map(
            (member) =>
              `no column says the ${member === "individual" ? "animal" : member}; name it: ` +
              `${namingCommand(command)} --${columnFlags.get(member)} NAME`
          ),
          ...(header.some((name) => name.includes(UNREADABLE))
            ? [`its header is not text in this encoding; ${remedies["not in this encoding"]}`]
            : []),
          `its columns are: ${header
            .map((h) => h.trim().slice(0, 40))
            .join(", ")
            .slice(0, 500)}`
        ].join("\n")
      })
  )

const remedies = {
  "no zone": "say which: --times-in UTC, or --times-in Europe/Berlin",
  "day or month first": "say which: --time-format dmy, or --time-format mdy",
  "seconds since 1970": "if it is: --time-format epoch-s",
  "milliseconds since 1970": "if it is: --time-format epoch-ms",
  "shown twice": "say which: --shown-twice first, or --shown-twice second",
  "not in this encoding": "say which it is: --encoding latin1, as of older programs on Windows",
  "decimal comma": "if the comma stands for a decimal point: --decimal comma",
  "longitude beyond 180": "if the longitudes go from 0 to 360: --wrap-longitudes"
} as const satisfies Partial<Record<Trouble, string>>

/** The option of a command that puts a trouble right for the whole table; undefined: none does. */
export const remedyOf = (trouble: Trouble, command: string): string | undefined => {
  if (trouble === "time without a date") return namingTimes(command)
  return trouble in remedies ? remedies[trouble as keyof typeof remedies] : undefined
}

/** Why a row was refused, and the option of the command that takes it, if there is one. */
export const reasonOf = (
  { reason, trouble }: { readonly reason: string; readonly trouble?: Trouble },
  command: string
): string => {
  const remedy = trouble === undefined ? undefined : remedyOf(trouble, command)
  return remedy === undefined ? reason : `${reason}; ${remedy}`
}
