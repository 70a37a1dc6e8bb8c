// An analysis of a file, without a server: the same thread as a run's, its result as files.
import { Effect, Option } from "effect"
import * as Schema from "effect/Schema"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { csvOf } from "../../api/write/csv.ts"
import { type Bound, boundsOf, daysOf, explainBound } from "../../domain/analysis/bounds.ts"
import { isLivestock } from "../../domain/analysis/livestock.ts"
import type { Asked } from "../../domain/analysis/readParameters.ts"
import type { Computed, GrazingArea, SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import type { Subject, Track } from "../../domain/analysis/Tracks.ts"
import { computeInThread } from "../../runner/SandboxThread.ts"
import { type AnalyseOptions, askOf } from "./analyseOptions.ts"
import { CommandFailed, OK } from "../Command.ts"
import { openTable, tableError } from "../table/openTable.ts"
import { grouped, progressLine } from "../Progress.ts"
import { type FileTrack, type FileTracks, readTracks } from "./readTracks.ts"
import { readAreas } from "./readAreas.ts"
import { reportOf } from "../report/reportOf.ts"
import { listRejected } from "../table/RejectedRows.ts"
import { Screen } from "../Screen.ts"
import { warningText } from "../report/warningText.ts"

/** A thread of the command line may take what the machine has; the system is asked for no more than this. */
const MEMORY_MB = 8192

const entry = new URL("../../../sandbox/main.ts", import.meta.url)

/** The part of a track in `[from, to)`. */
const partOf = (track: FileTrack, subject: number, { from, key, to }: Asked["periods"][number]): Track => {
  const begin = track.time.findIndex((at) => at >= from),
    end = track.time.findLastIndex((at) => at < to) + 1
  const [a, b] = begin === -1 || end <= begin ? [0, 0] : [begin, end]
  // copies: the periods may overlap, and columns are given away
  return {
    subject,
    period: key,
    time: track.time.slice(a, b),
    lon: track.lon.slice(a, b),
    lat: track.lat.slice(a, b),
    accuracy_m: track.accuracy_m.slice(a, b),
    satellites: track.satellites.slice(a, b)
  }
}

/** Numbers of a table of animals, by the animal's name. */
const readWeights = (file: string, weightKey: string | null) =>
  Effect.gen(function* () {
    const lines = (yield* Effect.tryPromise({ try: () => readFile(file, "utf8"), catch: tableError(file) }))
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
      .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
    const at = lines[0]?.indexOf(weightKey ?? "") ?? -1
    if (at < 1)
      return yield* new CommandFailed({
        message:
          `${file}: its first column is the animal, and one of the others must be named as --weight-key ` +
          `(${weightKey ?? "not given"})`
      })
    return new Map(
      lines
        .slice(1)
        .flatMap((cells) =>
          Number.isFinite(Number(cells[at])) && cells[at] !== ""
            ? [[cells[0]!, Number(cells[at])] as const]
            : []
        )
    )
  })

/** Rows marked as outliers, by period, as a run on a server counts positions that are marked as wrong. */
const discardedIn = (outliers: ReadonlyArray<number>, periods: Asked["periods"]): Subject["discarded"] =>
  Object.fromEntries(
    periods.map(({ from, key, to }) => [
      key,
      { invalid: outliers.filter((at) => at >= from && at < to).length, duplicates: 0, conflicting: 0 }
    ])
  )

const jobOf = (
  asked: Asked,
  options: AnalyseOptions,
  tracks: ReadonlyArray<FileTrack>,
  weights: ReadonlyMap<string, number>,
  areas: ReadonlyArray<GrazingArea>
): SandboxJob => {
  const isOther = ({ name }: FileTrack) => options.herdB?.includes(name) === true
  /** Who is compared with another herd is looked at in its own half alone. */
  const periodsOf = (track: FileTrack) =>
    options.herdB === null
      ? asked.periods
      : asked.periods.filter(({ key }) => (key === "comparison") === isOther(track))
  // who wore what when is not in a file: which tag sent when is not the same
  const subjects = tracks.map(({ name, outliers }, index): Subject => ({
    id: name,
    name,
    type: options.entityType,
    isLivestock: isLivestock(options.entityType),
    deployments: null,
    discarded: outliers.length === 0 ? {} : discardedIn(outliers, periodsOf(tracks[index]!)),
    weights:
      asked.module === "grazing" && asked.parameters.weight_key !== null && weights.has(name)
        ? { [asked.parameters.weight_key]: weights.get(name)! }
        : {}
  }))
  const common = {
    timezone: options.timezone,
    ownPeriods: options.isOwnPeriod,
    dropSentinels: options.dropSentinels,
    subjects,
    periods: asked.periods,
    tracks: tracks.flatMap((track, index) => periodsOf(track).map((period) => partOf(track, index, period)))
  }
  return asked.module === "movement"
    ? { ...common, module: "movement", parameters: asked.parameters }
    : {
        ...common,
        module: "grazing",
        parameters: asked.parameters,
        areas,
        herdSize: tracks.filter((track) => !isOther(track)).length,
        herdB: tracks.flatMap((track, index) => (isOther(track) ? [index] : []))
      }
}

const readKeys = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      tables: Schema.Array(Schema.Struct({ key: Schema.String.check(Schema.isPattern(/^\w+$/u)) }))
    })
  )
)

/** Tables of an earlier result in the folder, which would be taken for this one's. */
const oldTables = async (directory: string): Promise<ReadonlyArray<string>> => {
  const old = await readFile(join(directory, "document.json"), "utf8").catch(() => "")
  return Option.match(readKeys(old), {
    onNone: () => [],
    onSome: ({ tables }) => tables.map(({ key }) => `${key}.csv`)
  })
}

const save = (directory: string, { document, geometries }: Computed) =>
  Effect.tryPromise({
    try: async () => {
      for (const name of await oldTables(directory))
        await rm(join(directory, "tables", name), { force: true })
      await mkdir(join(directory, "tables"), { recursive: true })
      await writeFile(join(directory, "document.json"), JSON.stringify(document, null, 1) + "\n")
      for (const table of document.tables)
        await writeFile(join(directory, "tables", `${table.key}.csv`), csvOf(table))
      const features = geometries.map(({ geom, properties, ...rest }) => ({
        type: "Feature",
        geometry: geom,
        properties: { ...properties, ...rest }
      }))
      await writeFile(
        join(directory, "geometries.geojson"),
        JSON.stringify({ type: "FeatureCollection", features }) + "\n"
      )
      await writeFile(join(directory, "report.html"), reportOf(document, geometries))
    },
    catch: (error) =>
      new CommandFailed({
        message:
          `the results cannot be written ` +
          `to ${directory}: ${error instanceof Error ? error.message : String(error)}`
      })
  })

/** The tracks that were asked for; fails with the names that there are. */
const chosenFrom = (
  { examples, refused, tracks }: FileTracks,
  { csv, herdB, individuals }: AnalyseOptions
): Effect.Effect<ReadonlyArray<FileTrack>, CommandFailed> => {
  const wanted = individuals === null ? null : [...individuals, ...(herdB ?? [])]
  const missing = [...(individuals ?? []), ...(herdB ?? [])].filter((name) =>
    tracks.every((track) => track.name !== name)
  )
  if (tracks.length === 0)
    return Effect.fail(
      new CommandFailed({
        message: [`${csv} has no fixes`, ...listRejected(examples, refused, "")].join("\n")
      })
    )
  if (missing.length > 0)
    return Effect.fail(
      new CommandFailed({
        message: `${csv} has no fixes of ${missing.join(", ")}; it has ${tracks
          .map((t) => t.name)
          .slice(0, 20)
          .join(", ")}`
      })
    )
  const chosen = wanted === null ? tracks : tracks.filter(({ name }) => wanted.includes(name))
  const both = individuals?.find((name) => herdB?.includes(name) === true)
  if (both !== undefined) return Effect.fail(new CommandFailed({ message: `${both} is in both herds` }))
  return chosen.every(({ name }) => herdB?.includes(name) === true)
    ? Effect.fail(new CommandFailed({ message: "every animal is in the other herd" }))
    : Effect.succeed(chosen)
}

const remedies: Partial<Record<Bound["code"], string>> = {
  subjects: "Say which: --individuals A,B",
  days: "Say which part: --from and --to",
  comparison_days: "Shorten --comparison",
  areas: "Leave some out of the file of --areas",
  fixes: "--max-fixes N takes more"
}

/** What a run on a server may ask for at most holds here too, in the same words. */
const holdBounds = (
  { maxFixes, module, to }: AnalyseOptions,
  job: SandboxJob
): Effect.Effect<void, CommandFailed> => {
  // a period that is the file's ends just after its last fix: that millisecond is nobody's day
  const days = job.periods.map((p) => daysOf(p.from, p.key === "main" && to === null ? p.to - 1 : p.to))
  const fixes = job.subjects.map(({ id }, subject) => ({
    id,
    fixes: job.tracks.reduce((sum, t) => (t.subject === subject ? sum + t.time.length : sum), 0)
  }))
  const crossed = boundsOf(
    module,
    {
      subjects: job.subjects.length,
      days: days[0]!,
      comparisonDays: days[1] ?? null,
      areas: job.module === "grazing" ? job.areas.length : null,
      fixes
    },
    maxFixes
  ).filter((bound) => bound.crossed)
  return crossed.length === 0
    ? Effect.void
    : Effect.fail(
        new CommandFailed({
          message: crossed
            .map(
              (bound) =>
                `${bound.subject === undefined ? "" : `${bound.subject}: `}${explainBound(bound)}${remedies[bound.code] === undefined ? "" : ` ${remedies[bound.code]}`}`
            )
            .join("\n")
        })
      )
}

const tellRefused = (
  screen: Screen["Service"],
  { examples, refused }: Pick<FileTracks, "examples" | "refused">
): void => {
  if (refused === 0) return
  screen.say(`${grouped(refused)} ${refused === 1 ? "row" : "rows"} could not be taken:`)
  for (const line of listRejected(examples, refused, "")) screen.say(line)
}

/** Options that answer a warning. */
const hintsOf = (
  { dropSentinels, isOwnPeriod }: AnalyseOptions,
  { subjects, warnings }: Computed["document"]
): ReadonlyArray<string> => {
  // where sentinels are the most, the speed filter takes the good fixes for the wrong ones, and only
  // sentinels are left
  const isSentinel = ({ code, counts, subject }: (typeof warnings)[number]) =>
    code === "repeated_position" &&
    (counts["count"] !== counts["fixes"] ||
      warnings.some((other) => other.code === "impossible_speed" && other.subject === subject))
  return [
    ...(!dropSentinels && warnings.some(isSentinel) ? ["--drop-sentinels leaves such positions out."] : []),
    ...(!isOwnPeriod && subjects.length > 1 && warnings.some(({ code }) => code === "gaps")
      ? ["--period own judges the silence of each animal from its first fix to its last."]
      : [])
  ]
}

/** Reads, computes and writes. The exit code is 0; what cannot be done fails in words. */
export const analyseFile = (options: AnalyseOptions): Effect.Effect<number, CommandFailed, Screen> =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const table = yield* openTable({
      file: options.csv,
      from: -Infinity,
      to: Infinity,
      keepOutliers: false,
      table: options.table
    })
    const read = yield* readTracks(table)
    const chosen = yield* chosenFrom(read, options)
    const from = options.from ?? Math.min(...chosen.map((t) => t.time[0]!)),
      to = options.to ?? Math.max(...chosen.map((t) => t.time.at(-1)!)) + 1
    const asked = yield* askOf(options, from, to)
    const areas = options.areas === null ? [] : yield* readAreas(options.areas)
    if (options.animals === null && asked.module === "grazing" && asked.parameters.weight_key !== null)
      return yield* new CommandFailed({
        message: `--weight-key ${asked.parameters.weight_key} is a column of which table? Say --animals FILE`
      })
    const weights =
      options.animals === null
        ? new Map<string, number>()
        : yield* readWeights(options.animals, asked.module === "grazing" ? asked.parameters.weight_key : null)
    const job = jobOf(asked, options, chosen, weights, areas)
    const fixes = job.tracks.reduce((sum, t) => sum + t.time.length, 0)
    yield* holdBounds(options, job)

    const begun = performance.now()
    const computed = yield* computeInThread(
      { entry, heapMb: MEMORY_MB, totalMb: MEMORY_MB },
      job,
      (percent) =>
        screen.progress(() =>
          progressLine("Computing", {
            begun: 0,
            done: percent,
            total: 100,
            rows: fixes,
            seconds: (performance.now() - begun) / 1000
          })
        )
    ).pipe(
      Effect.catchTag("SandboxDied", ({ failure }) =>
        Effect.fail(new CommandFailed({ message: failure.message }))
      )
    )
    yield* save(options.out, computed)

    const { document } = computed
    screen.say(
      `${grouped(fixes)} fixes of ${chosen.length} animals ` +
        `in ${((performance.now() - begun) / 1000).toFixed(1)} s; ${grouped(computed.excluded)} left out ` +
        `by quality rules.`
    )
    tellRefused(screen, read)
    for (const [why, count] of read.leftOut) screen.say(`${grouped(count)} rows left out: ${why}.`)
    for (const warning of document.warnings)
      screen.say(`${warning.level === "warning" ? "Warning" : "Notice"}: ${warningText(document, warning)}`)
    for (const hint of hintsOf(options, document)) screen.say(hint)
    screen.say(
      `Written to ${options.out}: report.html, document.json, geometries.geojson and tables/ ` +
        `(${document.tables.map((t) => t.key).join(", ")}).`
    )
    return OK
  })
