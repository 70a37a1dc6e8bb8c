// What a person says about a table beside it: its columns, encoding, separator, decimals and times. One list
// for every command that reads one.
import { Effect, Result } from "effect"
import { findColumns, type Member } from "../../domain/intake/columns.ts"
import { type TimeFormat, timeFormats } from "../../domain/intake/tableClock.ts"
import type { Trouble } from "../../domain/intake/TrackRow.ts"
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
  /** whose all tracks of a GPX file are; undefined: as it names them */
  readonly animal: string | undefined
  /** columns named by hand */
  readonly named: ReadonlyMap<Member, string>
}

export const tableFlags = {
  delimiter: { value: "CHAR", says: "what stands between fields; seen from the header unless said" },
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
    says: "the time zone of times that name none (UTC, Europe/Berlin); Movebank's are UTC"
  }
} as const

/** Beside a GPX file there is less to say. */
export const gpxFlags = {
  animal: { value: "NAME", says: "whose all its tracks are; as the file names them unless said" },
  "times-in": { value: "ZONE", says: "the time zone of times that name none; GPX has UTC" }
} as const

export const columnFlags = new Map<Member, string>([
  ["individual", "individual-column"],
  ["tag", "tag-column"],
  ["time", "time-column"],
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
  given: (name: string) => string | undefined
): Effect.Effect<TableOptions, CommandFailed> => {
  const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
  const delimiter = given("delimiter") === "\\t" ? "\t" : given("delimiter")
  if (delimiter !== undefined && delimiter.length !== 1)
    return fail("--delimiter takes one character (\\t for a tab)")
  const encoding = given("encoding")?.toLowerCase(),
    decimal = given("decimal"),
    timesIn = given("times-in"),
    timeFormat = given("time-format") ?? "iso"
  if (encoding !== undefined && !isOneOf(encodings, encoding))
    return fail(`--encoding ${encoding} is not known: ${encodings.join(", ")}`)
  if (decimal !== undefined && decimal !== "point" && decimal !== "comma")
    return fail("--decimal takes point or comma")
  if (!isOneOf(timeFormats, timeFormat))
    return fail(`--time-format ${timeFormat} is not known: ${timeFormats.join(", ")}`)
  if (timesIn !== undefined && !isZone(timesIn))
    return fail(`--times-in ${timesIn} is not a time zone: write UTC or Europe/Berlin`)
  return Effect.succeed({
    command,
    delimiter,
    encoding,
    decimal,
    timesIn,
    timeFormat,
    animal: given("animal"),
    named: new Map(
      [...columnFlags].flatMap(([member, name]) =>
        given(name) === undefined ? [] : [[member, given(name)!] as const]
      )
    )
  })
}

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
              `pugmark ${command === "import movebank" ? "import csv" : command} ... ` +
              `--${columnFlags.get(member)} NAME`
          ),
          `its columns are: ${header
            .map((h) => h.slice(0, 40))
            .join(", ")
            .slice(0, 500)}`
        ].join("\n")
      })
  )

const remedies: Partial<Record<Trouble, string>> = {
  "no zone": "say which: --times-in UTC, or --times-in Europe/Berlin",
  "day or month first": "say which: --time-format dmy, or --time-format mdy",
  "seconds since 1970": "if it is: --time-format epoch-s",
  "milliseconds since 1970": "if it is: --time-format epoch-ms",
  "not in this encoding": "say which it is: --encoding latin1, as of older programs on Windows",
  "decimal comma": "if the comma stands for a decimal point: --decimal comma"
}

/** The option that puts a trouble right for the whole table; undefined: none does. */
export const remedyOf = (trouble: Trouble): string | undefined => remedies[trouble]

/** Why a row was refused, and the option that takes it, if there is one. */
export const reasonOf = ({
  reason,
  trouble
}: {
  readonly reason: string
  readonly trouble?: Trouble
}): string => {
  const remedy = trouble === undefined ? undefined : remedyOf(trouble)
  return remedy === undefined ? reason : `${reason}; ${remedy}`
}
