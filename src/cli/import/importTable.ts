// An import from the first look at the file to the last line on the screen.
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { resolve } from "node:path"
import { Pugmark } from "../../client/Pugmark.ts"
import { formatInstant } from "../../domain/time.ts"
import { batchTable } from "./batchTable.ts"
import { Checkpoint, type Point, start } from "./Checkpoint.ts"
import { CommandFailed, type Environment, OK, REFUSED } from "../outcome.ts"
import { dataDir, findConnection } from "../connection.ts"
import { enrol } from "./enrol.ts"
import type { ImportOptions } from "./importOptions.ts"
import { openTable } from "../table/openTable.ts"
import { countOf as count, grouped } from "../Progress.ts"
import { notesOn, type Table, tableError } from "../table/Table.ts"
import { listRejected, RejectedRows, SHOWN } from "../table/RejectedRows.ts"
import { Screen } from "../Screen.ts"
import { sendTable } from "./sendTable.ts"
import { type Survey, surveyTable } from "./surveyTable.ts"

const describe = (
  { deployments, first, last, leftOut, network, outliers, rejected, reports, rows, unread }: Survey,
  devices: number,
  table: Table
): ReadonlyArray<string> => [
  `${count(rows, "row")}: ${count(reports, "record")} ` +
    `of ${count(deployments.individuals.length, "animal")} on ${count(devices, "device")}` +
    (reports === outliers
      ? ""
      : `, ${formatInstant(first).slice(0, 10)} to ${formatInstant(last).slice(0, 10)}`),
  ...(outliers === 0
    ? []
    : [`${count(outliers, "record")} marked as outliers: kept, and used by no rule or analysis`]),
  ...[...leftOut].map(([why, n]) => `${count(n, "row")} left out: ${why}`),
  ...(network === 0
    ? []
    : [`${count(network, "position")} of a network (Argos): on the map, and left out by analyses`]),
  ...notesOn(table),
  ...unread,
  ...(rejected === 0 ? [] : [`${count(rejected, "row")} cannot be read`]),
  ...(reports === 0
    ? [`Nothing to import: ${rows === 0 ? "the file has no rows" : "no row is a record"}.`]
    : [])
]

/** Writes the rows of a table down that were refused, where none was sent. */
const keepRejected = (table: Table, { batch, rejected }: ImportOptions) =>
  Effect.tryPromise({
    try: async () => {
      const rows = new RejectedRows(rejected, table.header, false)
      for await (const { refused } of batchTable(table, table.body, batch, () => "")) rows.add(refused)
    },
    catch: tableError(table.file)
  })

/** Reads the file, enrols its animals, sends its rows, and says what became of them. Gives the exit code. */
export const importTable = (
  options: ImportOptions,
  env: Environment
): Effect.Effect<number, CommandFailed, Screen> =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const table = yield* openTable(options)
    const survey = yield* surveyTable(table)
    const { deviceOf, devices } = survey.deployments.settle()
    for (const line of describe(survey, devices.length, table)) say(line)
    // what takes nothing makes no project and no source either
    if (options.dryRun || survey.reports === 0) {
      if (!options.dryRun) yield* keepRejected(table, options)
      for (const line of listRejected(
        survey.examples,
        survey.rejected,
        options.dryRun ? "" : options.rejected
      ))
        say(line)
      return survey.rejected > 0 || survey.reports === 0 ? REFUSED : OK
    }

    const connection = yield* findConnection(options, env)
    return yield* Effect.gen(function* () {
      const { project, source } = yield* enrol(connection.url, options, devices, survey.taxa)
      const { columns, from, keepOutliers, to } = table.reading
      const checkpoint = new Checkpoint(dataDir(env), [
        connection.url,
        project.id,
        resolve(table.file),
        table.size,
        table.modified,
        table.form,
        options.table.timeFormat,
        String(options.table.timesIn),
        table.reading.decimals,
        [...columns],
        String(from),
        String(to),
        keepOutliers,
        options.table.shownTwice ?? null,
        options.table.wrapLongitudes
      ])
      const begin: Point = { ...start, ...table.body }
      const kept = options.restart ? start : checkpoint.read()
      const goOn = kept.offset > begin.offset
      if (goOn) say(`Going on after line ${kept.line}, where an earlier run stopped.`)
      const rejects = new RejectedRows(options.rejected, table.header, goOn && kept.rejected > 0)

      const begun = performance.now()
      const { examples, point, rows } = yield* sendTable(
        { table, source, deviceOf, batch: options.batch, from: goOn ? kept : begin, checkpoint, rejects },
        SHOWN
      ).pipe(
        Effect.catchTag("NotSent", ({ message }) =>
          Effect.fail(new CommandFailed({ message: `${message}\nRun the same command again to go on.` }))
        )
      )
      checkpoint.clear()

      const seconds = (performance.now() - begun) / 1000
      for (const line of listRejected(examples, point.rejected, rejects.file)) say(line)
      say(
        `${grouped(point.accepted)} ` +
          `accepted, ${count(point.duplicates, "duplicate")}, ${grouped(point.rejected)} rejected` +
          (point.unassigned === 0 ? "" : `, ${grouped(point.unassigned)} kept for unknown devices`) +
          `; ${seconds.toFixed(1)} s, ${grouped(rows / Math.max(seconds, 0.001))} rows/s`
      )
      say(`Look    ${connection.url}/p/${project.slug}   (${project.name})`)
      const isNothing = point.accepted + point.duplicates === 0
      if (isNothing) say("Nothing was taken.")
      return isNothing || point.rejected + point.unassigned > 0 ? REFUSED : OK
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => say("Stopped. Run the same command again to go on."))),
      Effect.provide(Layer.merge(Pugmark.layer(connection), FetchHttpClient.layer))
    )
  })
