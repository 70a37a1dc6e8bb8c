// What an analysis of a file is asked for, by the flags that were given.
import { Effect } from "effect"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import type { AnalysisModule } from "../../domain/analysis/AnalysisModule.ts"
import { kindOf } from "../../domain/analysis/members.ts"
import { formatInstant } from "../../domain/time.ts"
import type { ShapeOptions } from "../../domain/tracking/shapes/readShapes.ts"
import { type Answers, textOf } from "../flags.ts"
import { CommandFailed } from "../outcome.ts"
import { isZone, readTableOptions, type TableOptions } from "../table/tableOptions.ts"
import { flagName } from "./analyseFlags.ts"
import { readLocalTime } from "./localTime.ts"

type Reader = (text: string, timezone: string) => unknown

const asNumber: Reader = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text))
const asText: Reader = (text) => text
const asList: Reader = (text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")

/** `2024-01-01..2024-02-01` */
const asPeriod: Reader = (text, timezone) => {
  const [from = null, to = null] = text.split("..").map((part) => readLocalTime(part.trim(), timezone))
  return from === null || to === null ? text : { time_from: formatInstant(from), time_to: formatInstant(to) }
}

/** `spring:03-01:05-31,autumn:09-01:11-30` */
const asSeasons: Reader = (text) =>
  text.split(",").map((one) => {
    const [name, from, to] = one.split(":").map((part) => part.trim())
    return { name, from, to }
  })

/** How each kind of member is read from its flag, which is called the same, with hyphens. */
const readers: Readonly<Record<ReturnType<typeof kindOf>, Reader>> = {
  number: asNumber,
  text: asText,
  list: asList,
  json: asText
}
/** Members that a flag says shorter than JSON would. */
const shorter: Readonly<Record<string, Reader>> = { comparison: asPeriod, seasons: asSeasons }

/** What an analysis of a file is asked for. */
export interface AnalyseOptions {
  readonly module: AnalysisModule
  readonly csv: string
  readonly out: string
  /** epoch ms; null: as the file has it */
  readonly from: number | null
  readonly to: number | null
  readonly timezone: string
  readonly entityType: string
  readonly individuals: ReadonlyArray<string> | null
  readonly maxFixes: number
  /** bounds of policy are said, not held */
  readonly isBeyondLimits: boolean
  readonly areas: string | null
  /** what is said of the file of areas */
  readonly areaOptions: ShapeOptions
  readonly animals: string | null
  /** the column of `animals` that weighs them */
  readonly weightKey: string | null
  /** names of the animals of the other herd */
  readonly herdB: ReadonlyArray<string> | null
  readonly table: TableOptions
  /** each animal is judged over the time from its first fix to its last */
  readonly isOwnPeriod: boolean
  readonly dropSentinels: boolean
  /** positions that a network estimated are taken for fixes */
  readonly includeNetwork: boolean
  /** the members of `parameters` that were said */
  readonly members: Readonly<Record<string, unknown>>
}

/** `circles`: a radius in metres, or the name of the attribute that holds each point's. */
const areaOptionsOf = (system: string | undefined, circles: string | undefined): ShapeOptions => {
  const radius = Number(circles?.trim() || Number.NaN)
  return {
    ...(system === undefined ? {} : { system }),
    ...(circles === undefined
      ? {}
      : { circles: Number.isNaN(radius) ? { radius_attribute: circles } : { radius_m: radius } })
  }
}

/** What an analysis is to do, by what was given; what cannot be used fails with what to do. */
export const readAnalyseOptions = (
  module: AnalysisModule,
  given: Answers
): Effect.Effect<AnalyseOptions, CommandFailed> =>
  Effect.suspend(() => {
    const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
    const said = (name: string) => textOf(given, name)
    const [csv, out] = [said("csv"), said("out")]
    if (csv === undefined || out === undefined)
      return fail("say what to read and where to write: --csv FILE --out DIR")
    if (module.limits["areas"] !== undefined && said("areas") === undefined)
      return fail("say which pastures: --areas FILE.geojson")
    const timezone = said("timezone") ?? "UTC"
    if (!isZone(timezone)) return fail(`--timezone ${timezone} is not a time zone: write Europe/Berlin`)
    const times = ["from", "to"].map(
      (name) =>
        [
          name,
          said(name) === undefined ? null : (readLocalTime(said(name)!, timezone) ?? Number.NaN)
        ] as const
    )
    for (const [name, value] of times)
      if (Number.isNaN(value))
        return fail(`--${name} ${said(name)} is not a time: write 2009-02-11 or "2009-02-11 12:00"`)
    const names = (name: string) =>
      said(name)
        ?.split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "") ?? null
    const maxFixes = Number(said("max-fixes") ?? DEFAULT_MAX_FIXES)
    if (!(maxFixes > 0)) return fail("--max-fixes takes a number")
    const period = said("period")
    if (period !== undefined && period !== "own" && period !== "common")
      return fail("--period takes own or common")
    return Effect.map(readTableOptions(`analyse ${module.key}`, given), (table): AnalyseOptions => ({
      module,
      csv,
      out,
      timezone,
      maxFixes,
      isBeyondLimits: given["beyond-limits"] === true,
      from: times[0]![1],
      to: times[1]![1],
      entityType: said("entity-type") ?? module.command.entityType,
      individuals: names("individuals"),
      herdB: names("herd-b"),
      areas: said("areas") ?? null,
      areaOptions: areaOptionsOf(said("areas-crs"), said("circles")),
      animals: said("animals") ?? null,
      weightKey: said("weight-key") ?? null,
      table,
      dropSentinels: given["drop-sentinels"] === true,
      includeNetwork: given["include-network"] === true,
      isOwnPeriod: period === "own",
      members: Object.fromEntries(
        Object.entries({ ...module.options, ...module.comparisons }).flatMap(([member, schema]) => {
          const value = said(flagName(member))
          const read = shorter[member] ?? readers[kindOf(schema)]
          return value === undefined ? [] : [[member, read(value, timezone)]]
        })
      )
    }))
  })
