// The command line of the analyses: parameters are flags, named after the members of the API's `parameters`.
import { Effect, Result } from "effect"
import { parseArgs } from "node:util"
import type { Member } from "../../domain/intake/columns.ts"
import { readParameters, type Asked } from "../../domain/analysis/readParameters.ts"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import { formatInstant } from "../../domain/time.ts"
import { CommandFailed } from "../Command.ts"
import {
  columnFlags,
  isZone,
  readTableOptions,
  tableFlags,
  type TableOptions
} from "../table/tableOptions.ts"
import { readLocalTime } from "./localTime.ts"

interface Flag {
  readonly value?: string
  readonly says: string
  /** the member of `parameters`, and how its text is read */
  readonly member?: { readonly name: string; readonly read: (text: string, timezone: string) => unknown }
}

const number = (name: string) => ({
  name,
  read: (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text))
})
const text = (name: string) => ({ name, read: (text: string) => text })
const list = (name: string) => ({
  name,
  read: (text: string) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "")
})

/** `2024-01-01..2024-02-01` */
const comparison = {
  name: "comparison",
  read: (text: string, timezone: string) => {
    const [from = null, to = null] = text.split("..").map((part) => readLocalTime(part.trim(), timezone))
    return from === null || to === null
      ? text
      : { time_from: formatInstant(from), time_to: formatInstant(to) }
  }
}

/** `spring:03-01:05-31,autumn:09-01:11-30` */
const seasons = {
  name: "seasons",
  read: (text: string) =>
    text.split(",").map((one) => {
      const [name, from, to] = one.split(":").map((part) => part.trim())
      return { name, from, to }
    })
}

/** Columns that an analysis reads. */
const asked: ReadonlyArray<Member> = ["individual", "tag", "time", "lon", "lat", "accuracy_m", "satellites"]

const common: Readonly<Record<string, Flag>> = {
  csv: {
    value: "FILE",
    says: "the tracks: a Movebank download, individual_id, timestamp, lon, lat, or a GPX file"
  },
  out: { value: "DIR", says: "where the results go; made if need be" },
  from: { value: "TIME", says: "from this day or time of the zone on; the first fix unless said" },
  to: { value: "TIME", says: "before this day or time of the zone; after the last fix unless said" },
  timezone: {
    value: "ZONE",
    says: "whose days are counted and whose times --from and --to are, UTC unless said (Europe/Berlin)"
  },
  "entity-type": {
    value: "KEY",
    says:
      "what the animals are: decides the plausible speed (cow, sheep, horse, ...: livestock; any other: " +
      "wildlife)"
  },
  individuals: { value: "A,B", says: "these animals alone" },
  "max-fixes": {
    value: "N",
    says: `refuse more fixes than this, ${DEFAULT_MAX_FIXES} unless said, as on a server`
  },
  "gap-hours": {
    value: "H",
    says: "an interval longer than this is a gap, 4 unless said",
    member: number("gap_hours")
  },
  "max-speed-mps": {
    value: "M/S",
    says: "the fastest an animal can be: 15 for wildlife, 5 for livestock",
    member: number("max_speed_mps")
  },
  "cell-m": {
    value: "M",
    says: "side of a cell of the residence grid, 100 unless said",
    member: number("cell_m")
  },
  comparison: {
    value: "A..B",
    says: "another period to compare with: 2024-01-01..2024-02-01",
    member: comparison
  },
  period: {
    value: "WHOSE",
    says:
      "common: the silence of each animal is judged over the whole period; own: from its first fix to " +
      "its last. common unless said"
  },
  "drop-sentinels": {
    says: "leave out fixes at one far position that a device repeats, as 0, 0: what some send without a fix"
  },
  ...tableFlags,
  animal: { value: "NAME", says: "whose all tracks of a GPX file are; as it names them unless said" },
  ...Object.fromEntries(
    asked.map((member) => [
      columnFlags.get(member)!,
      {
        value: "NAME",
        says: `the column of the ${columnFlags.get(member)!.slice(0, -"-column".length)}, if it is not found`
      }
    ])
  )
}

const own: Record<ModuleKey, Readonly<Record<string, Flag>>> = {
  movement: {
    "stationary-speed-mps": {
      value: "M/S",
      says: "slower steps are stationary, 0.05 unless said",
      member: number("stationary_speed_mps")
    },
    "stationary-min-minutes": {
      value: "MIN",
      says: "shorter runs of them are moving, 30 unless said",
      member: number("stationary_min_minutes")
    },
    "revisit-hours": {
      value: "H",
      says: "a longer absence makes the return a new visit, 12 unless said",
      member: number("revisit_hours")
    },
    methods: { value: "A,B", says: "of mcp, kde and clusters; all unless said", member: list("methods") },
    "mcp-percent": {
      value: "P",
      says: "share of the fixes that the convex polygon holds, 95 unless said",
      member: number("mcp_percent")
    },
    "kde-bandwidth-m": {
      value: "M",
      says: "bandwidth of the kernel; by the reference rule unless said",
      member: number("kde_bandwidth_m")
    },
    "kde-grid": {
      value: "N",
      says: "cells on the longer side of the kernel grid, 250 unless said",
      member: number("kde_grid")
    }
  },
  grazing: {
    areas: {
      value: "FILE",
      says: "the pastures: GeoJSON polygons, each with a `name`; `carrying_capacity` in animals, if known"
    },
    "herd-b": { value: "A,B", says: "another herd to compare with: these animals, over the same dates" },
    animals: {
      value: "FILE",
      says:
        "a table of the animals with numbers to weigh them by: individual_id and a column named as " +
        "--weight-key"
    },
    weighting: {
      value: "HOW",
      says: "equal, attribute or metabolic; equal unless said",
      member: text("weighting")
    },
    "weight-key": { value: "NAME", says: "the number that weighs the animals", member: text("weight_key") },
    "min-absence-hours": {
      value: "H",
      says: "a longer absence ends a visit, 6 unless said",
      member: number("min_absence_hours")
    },
    "rest-threshold-hours": {
      value: "H",
      says: "a day with at most so many animal-hours is one of rest, 0 unless said",
      member: number("rest_threshold_hours")
    },
    seasons: {
      value: "N:A:B,..",
      says: "parts of the year: spring:03-01:05-31,autumn:09-01:11-30",
      member: seasons
    }
  }
}

/** What an analysis of a file is asked for. */
export interface AnalyseOptions {
  readonly module: ModuleKey
  readonly csv: string
  readonly out: string
  /** epoch ms; null: as the file has it */
  readonly from: number | null
  readonly to: number | null
  readonly timezone: string
  readonly entityType: string
  readonly individuals: ReadonlyArray<string> | null
  readonly maxFixes: number
  readonly areas: string | null
  readonly animals: string | null
  /** names of the animals of the other herd */
  readonly herdB: ReadonlyArray<string> | null
  readonly table: TableOptions
  /** each animal is judged over the time from its first fix to its last */
  readonly isOwnPeriod: boolean
  readonly dropSentinels: boolean
  /** the members of `parameters` that were said */
  readonly members: Readonly<Record<string, unknown>>
}

/** The lines of help about the options of a module. */
export const explainAnalyseOptions = (module: ModuleKey): string =>
  Object.entries({ ...common, ...own[module] })
    .map(
      ([name, { says, value }]) =>
        `  ${`--${name}${value === undefined ? "" : ` ${value}`}`.padEnd(30)} ${says}`
    )
    .join("\n")

/** Reads the words behind `analyse MODULE`; one that cannot be used fails with what to do. */
export const readAnalyseOptions = (
  module: ModuleKey,
  argv: ReadonlyArray<string>
): Effect.Effect<AnalyseOptions, CommandFailed> =>
  Effect.suspend(() => {
    const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
    const flags = { ...common, ...own[module] }
    const options = Object.fromEntries(
      Object.entries(flags).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ("boolean" as const) : ("string" as const) }
      ])
    )
    const read = Result.try(() => parseArgs({ args: [...argv], options, allowPositionals: false }))
    if (Result.isFailure(read))
      return fail(
        read.failure instanceof Error
          ? read.failure.message.split(". To specify")[0]!
          : "the options cannot be read"
      )
    const { values } = read.success
    const given = (name: string): string | undefined =>
      typeof values[name] === "string" && values[name] !== "" ? values[name] : undefined
    const [csv, out] = [given("csv"), given("out")]
    if (csv === undefined || out === undefined)
      return fail("say what to read and where to write: --csv FILE --out DIR")
    if (module === "grazing" && given("areas") === undefined)
      return fail("say which pastures: --areas FILE.geojson")
    const timezone = given("timezone") ?? "UTC"
    if (!isZone(timezone)) return fail(`--timezone ${timezone} is not a time zone: write Europe/Berlin`)
    const times = ["from", "to"].map(
      (name) =>
        [
          name,
          given(name) === undefined ? null : (readLocalTime(given(name)!, timezone) ?? Number.NaN)
        ] as const
    )
    for (const [name, value] of times)
      if (Number.isNaN(value))
        return fail(`--${name} ${given(name)} is not a time: write 2009-02-11 or "2009-02-11 12:00"`)
    const names = (name: string) =>
      given(name)
        ?.split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "") ?? null
    const maxFixes = Number(given("max-fixes") ?? DEFAULT_MAX_FIXES)
    if (!(maxFixes > 0)) return fail("--max-fixes takes a number")
    const period = given("period")
    if (period !== undefined && period !== "own" && period !== "common")
      return fail("--period takes own or common")
    return Effect.map(readTableOptions(`analyse ${module}`, given), (table): AnalyseOptions => ({
      module,
      csv,
      out,
      timezone,
      maxFixes,
      from: times[0]![1],
      to: times[1]![1],
      entityType: given("entity-type") ?? (module === "grazing" ? "livestock" : "wildlife"),
      individuals: names("individuals"),
      herdB: names("herd-b"),
      areas: given("areas") ?? null,
      animals: given("animals") ?? null,
      table,
      dropSentinels: values["drop-sentinels"] === true,
      isOwnPeriod: period === "own",
      members: Object.fromEntries(
        Object.entries(flags).flatMap(([name, { member }]) =>
          member === undefined || given(name) === undefined
            ? []
            : [[member.name, member.read(given(name)!, timezone)]]
        )
      )
    }))
  })

/** Who and where are known from the files: this stands for them where the parameters are read. */
const SOMEBODY = "00000000-0000-7000-8000-000000000001"

/** The flag behind a member of the parameters. */
const flagOf = (pointer: string): string => {
  const member = pointer.slice(1).split("/")[0]!
  return `--${({ herd_b_entity_ids: "herd-b", time_from: "from", time_to: "to" } as Readonly<Record<string, string>>)[member] ?? member.replaceAll("_", "-")}`
}

/** The parameters as the API reads them, over a period in epoch ms; a flag that cannot be used is named. */
export const askOf = (
  { herdB, members, module }: AnalyseOptions,
  from: number,
  to: number
): Effect.Effect<Asked, CommandFailed> => {
  const whole = {
    ...members,
    entity_ids: [SOMEBODY],
    time_from: formatInstant(from),
    time_to: formatInstant(to),
    ...(module === "grazing" ? { feature_ids: [SOMEBODY] } : {}),
    ...(herdB === null ? {} : { herd_b_entity_ids: [SOMEBODY] })
  }
  return Effect.mapError(
    Effect.fromResult(readParameters(module, whole)),
    (issues) =>
      new CommandFailed({
        message: issues.map(({ detail, pointer }) => `${flagOf(pointer)}: ${detail}`).join("\n")
      })
  )
}
