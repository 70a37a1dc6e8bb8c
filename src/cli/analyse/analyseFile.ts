// An analysis of a file, without a server: the same thread as a run's, its result as files.
import { Effect } from "effect"
import type { ComputedResult } from "../../domain/analysis/SandboxJob.ts"
import { computeInThread } from "../../runner/SandboxThread.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { grouped, progressLine } from "../Progress.ts"
import { warningText } from "../../figures/report/warningText.ts"
import { Screen } from "../Screen.ts"
import { openTable } from "../table/openTable.ts"
import { listRejected } from "../table/RejectedRows.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"
import { askOf } from "./askOf.ts"
import { aboutRows, chooseTracks } from "./chooseTracks.ts"
import { holdBounds, sayBeyondLimits } from "./holdBounds.ts"
import { jobOfFile } from "./jobOfFile.ts"
import { readAreas } from "./readAreas.ts"
import { type FileTracks, readTracks } from "./readTracks.ts"
import { readWeights } from "./readWeights.ts"
import { saveResult } from "./saveResult.ts"

/** A thread of the command line may take what the machine has; the system is asked for no more than this. */
const MEMORY_MB = 8192

const entry = new URL("../../../sandbox/main.ts", import.meta.url)

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
  { subjects, warnings }: ComputedResult["document"]
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
    const read = yield* readTracks(table, options)
    const chosen = yield* chooseTracks(read, table, options)
    const from = options.from ?? Math.min(...chosen.map((t) => t.time[0]!)),
      to = options.to ?? Math.max(...chosen.map((t) => t.time.at(-1)!)) + 1
    const asked = yield* askOf(options, from, to)
    const { areas, notes: areaNotes } =
      options.areas === null ? { areas: [], notes: [] } : yield* readAreas(options.areas, options.areaOptions)
    if (options.animals === null && options.weightKey !== null)
      return yield* new CommandFailed({
        message: `--weight-key ${options.weightKey} is a column of which table? Say --animals FILE`
      })
    const weights =
      options.animals === null
        ? new Map<string, number>()
        : yield* readWeights(options.animals, options.weightKey)
    const job = jobOfFile(asked, options, chosen, weights, areas)
    const fixes = job.tracks.reduce((sum, t) => sum + t.time.length, 0)
    const crossed = yield* holdBounds(options, job, areas.length)

    const begun = performance.now()
    const found = yield* computeInThread({ entry, heapMb: MEMORY_MB, totalMb: MEMORY_MB }, job, (percent) =>
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
    const computed = sayBeyondLimits(found, crossed)
    yield* saveResult(options.out, computed)

    const { document } = computed
    screen.say(
      `${grouped(fixes)} fixes of ${chosen.length} animals ` +
        `in ${((performance.now() - begun) / 1000).toFixed(1)} s; ${grouped(computed.excluded)} left out ` +
        `by quality rules.`
    )
    tellRefused(screen, read)
    for (const line of [...aboutRows(read, table), ...areaNotes]) screen.say(line)
    for (const warning of document.warnings)
      screen.say(`${warning.level === "warning" ? "Warning" : "Notice"}: ${warningText(document, warning)}`)
    for (const hint of hintsOf(options, document)) screen.say(hint)
    screen.say(
      `Written to ${options.out}: report.html, document.json, geometries.geojson and tables/ ` +
        `(${document.tables.map((t) => t.key).join(", ")}).`
    )
    return OK_EXIT_CODE
  })
