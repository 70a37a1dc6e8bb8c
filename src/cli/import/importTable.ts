// An import from the first look at the file to the last line on the screen.
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { resolve } from "node:path"
import { Pugmark } from "../../client/Pugmark.ts"
import { formatInstant } from "../../domain/time.ts"
import { batchTable } from "../../tracks/batchTable.ts"
import { type Survey, surveyTable } from "../../tracks/surveyTable.ts"
import type { Table } from "../../tracks/Table.ts"
import { Checkpoint, type Point, start } from "./Checkpoint.ts"
import { CommandFailed, type Environment, OK_EXIT_CODE, REFUSED_EXIT_CODE } from "../outcome.ts"
import { dataDir, findConnection } from "../connection.ts"
import { enrol } from "./enrol.ts"
import type { ImportOptions } from "./importOptions.ts"
import { openTable } from "../table/openTable.ts"
import { countOf as count, grouped, progressLine } from "../Progress.ts"
import { tableError } from "../table/fileOnDisk.ts"
import { listRejected, RejectedRows, MAX_SHOWN_ROWS } from "../table/RejectedRows.ts"
import { notesOn, rejectedOf, unreadWords } from "../table/tableWords.ts"
import { Screen } from "../Screen.ts"
import { sendTable } from "./sendTable.ts"

const describe = (
  { deployments, first, last, leftOut, network, outliers, rejected, reports, rows, unread }: Survey,
  devices: number,
  table: Table,
  command: string
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
  ...unreadWords(unread, command),
  ...(rejected === 0 ? [] : [`${count(rejected, "row")} cannot be read`]),
  ...(reports === 0
    ? [`Nothing to import: ${rows === 0 ? "the file has no rows" : "no row is a record"}.`]
    : [])
]

/** Writes the rows of a table down that were refused, where none was sent. */
const keepRejected = (table: Table, { batch, rejected, table: { command } }: ImportOptions) =>
  Effect.tryPromise({
    try: async () => {
      const rows = new RejectedRows(rejected, table.header, false)
      for await (const { refused } of batchTable(table, table.body, batch, () => ""))
        rows.add(refused.map((row) => rejectedOf(row, command)))
    },
    catch: tableError(table.file.name, command)
  })

/** Looks through the whole file, with a line about the progress. */
const survey = (table: Table, command: string): Effect.Effect<Survey, CommandFailed, Screen> =>
  Effect.flatMap(Screen, (screen) =>
    Effect.tryPromise({
      try: (signal) => {
        const begun = performance.now()
        return surveyTable(table, (rows, done) => {
          signal.throwIfAborted()
          screen.progress(() =>
            progressLine("Reading", {
              begun: 0,
              done,
              total: table.file.size,
              rows,
              seconds: (performance.now() - begun) / 1000
            })
          )
        })
      },
      catch: tableError(table.file.name, command)
    })
  )

/** Reads the file, enrols its animals, sends its rows, and says what became of them. Gives the exit code. */
export const importTable = (
  options: ImportOptions,
  env: Environment
): Effect.Effect<number, CommandFailed, Screen> =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const { command } = options.table
    const table = yield* openTable(options)
    const found = yield* survey(table, command)
    const { deviceOf, devices } = found.deployments.settle()
    for (const line of describe(found, devices.length, table, command)) say(line)
    // what takes nothing makes no project and no source either
    if (options.dryRun || found.reports === 0) {
      if (!options.dryRun) yield* keepRejected(table, options)
      for (const line of listRejected(
        found.examples.map((row) => rejectedOf(row, command)),
        found.rejected,
        options.dryRun ? "" : options.rejected
      ))
        say(line)
      return found.rejected > 0 || found.reports === 0 ? REFUSED_EXIT_CODE : OK_EXIT_CODE
    }

    const connection = yield* findConnection(options, env)
    return yield* Effect.gen(function* () {
      const { project, source } = yield* enrol(connection.url, options, devices, found.taxa)
      const { columns, from, keepOutliers, to } = table.reading
      const checkpoint = new Checkpoint(dataDir(env), [
        connection.url,
        project.id,
        resolve(table.file.name),
        table.file.size,
        table.file.modified,
        table.form,
        options.table.timeFormat,
        String(options.table.timesIn),
        table.reading.decimals,
        [...columns],
        String(from),
        String(to),
        keepOutliers,
        options.table.shownTwice ?? null,
        options.table.wrapLongitudes,
        options.table.crs ?? null
      ])
      const begin: Point = { ...start, ...table.body }
      const kept = options.restart ? start : checkpoint.read()
      const goOn = kept.offset > begin.offset
      if (goOn) say(`Going on after line ${kept.line}, where an earlier run stopped.`)
      const rejects = new RejectedRows(options.rejected, table.header, goOn && kept.rejected > 0)

      const begun = performance.now()
      const { examples, point, rows } = yield* sendTable(
        {
          table,
          command,
          source,
          deviceOf,
          batch: options.batch,
          from: goOn ? kept : begin,
          checkpoint,
          rejects
        },
        MAX_SHOWN_ROWS
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
      return isNothing || point.rejected + point.unassigned > 0 ? REFUSED_EXIT_CODE : OK_EXIT_CODE
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => say("Stopped. Run the same command again to go on."))),
      Effect.provide(Layer.merge(Pugmark.layer(connection), FetchHttpClient.layer))
    )
  })
