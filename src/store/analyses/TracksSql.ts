// What a run computes with, read in one snapshot: the fixes of its subjects as columns of numbers, and what
// is known of the subjects.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { failure } from "../../domain/analysis/ErrorCode.ts"
import { type Asked, readParameters } from "../../domain/analysis/readParameters.ts"
import type { SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import type { Discarded, Period, Subject, Track } from "../../domain/analysis/Tracks.ts"
import { enabledModules, isModuleKey, moduleKeys } from "../../domain/analysis/catalogue.ts"
import { isLivestock } from "../../domain/analysis/livestock.ts"
import { type Claim, NotComputable, TrackSource } from "../../runner/ports.ts"
import { sqlStateOf } from "../sql/sqlState.ts"
import { fixColumns } from "./fixColumns.ts"
import { numbersOf, runSubjects } from "./runSubjects.ts"

/** `query_canceled`, which here the statement timeout alone does. */
const isTimedOut = (error: SqlError): boolean => sqlStateOf(error) === "57014"

export const TracksSql = (options: { readonly maxFixes: number; readonly statementTimeoutMs: number }) =>
  Layer.effect(
    TrackSource,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const { columns, count, discarded, trackOf } = fixColumns(pg, options.maxFixes)
      const { areasOf, subjectsOf } = runSubjects(pg)

      const load = Effect.fn("TrackSource.load")(
        function* (claim: Claim) {
          // one snapshot: what comes in meanwhile is in the next run
          yield* pg`set transaction isolation level repeatable read read only`
          // rows come in the order they are put together in; that is true only while one process does it
          yield* pg`
            select set_config('max_parallel_workers_per_gather', '0', true),
              set_config('statement_timeout', ${String(options.statementTimeoutMs)}, true)`
          const [project] = yield* pg<{
            timezone: string
            settings: Readonly<Record<string, unknown>>
          }>`select timezone, settings from projects where id = ${claim.projectId}::uuid`
          if (
            project !== undefined &&
            !enabledModules(moduleKeys, project.settings).some((key) => key === claim.module)
          )
            return yield* new NotComputable({
              failure: failure("MODULE_DISABLED", "The module is switched off in this project.")
            })
          const read = isModuleKey(claim.module)
            ? readParameters(claim.module, claim.parameters)
            : Result.fail([])
          if (project === undefined || Result.isFailure(read))
            return yield* new NotComputable({
              failure: failure(
                "ANALYSIS_FAILED",
                "The parameters of the run cannot be read by this version. Start it anew."
              )
            })
          const asked: Asked = read.success
          const rows = yield* subjectsOf(claim, claim.subjectIds)
          if (rows.length < claim.subjectIds.length)
            return yield* new NotComputable({
              failure: failure("ANALYSIS_FAILED", "A subject of the run was removed since it was started.")
            })

          const herdB = new Set(asked.module === "grazing" ? (asked.herdB ?? []) : [])
          /** Who is compared with another herd is looked at in its own half alone. */
          const periodsOf = (subject: number) =>
            herdB.size === 0
              ? asked.periods
              : asked.periods.filter((p) => (p.key === "comparison") === herdB.has(rows[subject]!.id))
          const inputCount = yield* count(claim, rows, periodsOf)

          const tracks: Array<Track> = []
          const subjects: Array<Subject> = []
          for (const [index, row] of rows.entries()) {
            const gone: Partial<Record<Period["key"], Discarded>> = {}
            for (const period of periodsOf(index)) {
              const found = yield* columns(claim, row.id, period)
              if (found.n > 0) tracks.push(trackOf(index, period, found))
              gone[period.key] = yield* discarded(claim, row.id, period)
            }
            const { attributes, ...known } = row
            subjects.push({
              ...known,
              isLivestock: isLivestock(row.type),
              weights: numbersOf(attributes),
              discarded: gone
            })
          }

          const common = { timezone: project.timezone, subjects, periods: asked.periods, tracks }
          const job: SandboxJob =
            asked.module === "movement"
              ? { ...common, module: "movement", parameters: asked.parameters }
              : {
                  ...common,
                  module: "grazing",
                  parameters: asked.parameters,
                  areas: yield* areasOf(claim, asked.featureIds),
                  herdSize: rows.filter((row) => !herdB.has(row.id)).length,
                  herdB: rows.flatMap((row, index) => (herdB.has(row.id) ? [index] : []))
                }
          return { job, inputCount }
        },
        pg.withTransaction,
        Effect.catchTag("SqlError", (error) =>
          isTimedOut(error)
            ? new NotComputable({
                failure: failure(
                  "ANALYSIS_FAILED",
                  `Reading the fixes took longer than ${options.statementTimeoutMs / 1000} seconds. ` +
                    `Choose fewer subjects or a shorter period.`
                )
              })
            : Effect.die(error)
        )
      )

      return TrackSource.of({ load })
    })
  )
