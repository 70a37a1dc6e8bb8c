// The queue of runs is the table of runs: claimed with SKIP LOCKED, held by a lease, fenced by an epoch. A
// worker that was frozen past its lease finds another epoch and changes nothing.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { INITIAL_STATUS } from "../../domain/analysis/advance.ts"
import { catalogue, isModuleKey } from "../../domain/analysis/catalogue.ts"
import type { Failure } from "../../domain/analysis/ErrorCode.ts"
import type { AnalysisGeometry } from "../../domain/analysis/Geometry.ts"
import type { Plan } from "../../domain/analysis/Plan.ts"
import { planOfStoredParameters } from "../../domain/analysis/readParameters.ts"
import { previewOf } from "../../figures/preview.ts"
import { type Claim, RunQueue } from "../../runner/ports.ts"
import { floats, jsons, texts, uuids } from "../sql/arrays.ts"
import { notifications } from "../sql/notifications.ts"
import { isHeld } from "../sql/lease.ts"
import { errorColumns, endRuns, endAbandonedRuns, statusLiteral, statusAfter } from "./runRow.ts"

/** LEASE_TIME is how long a worker keeps a run without a sign of life. */
const LEASE_TIME = "15 seconds"

/** ROWS_PER_INSERT is how many shapes one statement inserts. */
const ROWS_PER_INSERT = 500

/** Row is a claimed run as it is stored. */
interface Row {
  readonly id: string
  readonly project_id: string
  readonly module: string
  readonly epoch: number
  readonly plan: Plan | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly subject_ids: ReadonlyArray<string>
}

/** Returns the plan of a run; one that was queued by a release without plans is planned now. */
const planned = ({ module, parameters, plan, subject_ids }: Row): Plan | null =>
  plan ?? (isModuleKey(module) ? planOfStoredParameters(catalogue[module], parameters, subject_ids) : null)

/** RunQueueSql is the `RunQueue` on PostgreSQL; `worker` names this process. */
export const RunQueueSql = (worker: string) =>
  Layer.effect(
    RunQueue,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const wait = yield* notifications(pg, "analysis.requested", "runs")

      const mine = (held: Claim) => isHeld(pg, held, "running")

      const claim = Effect.gen(function* () {
        const [row] = yield* pg<Row>`
          update analysis_runs set
            status = ${statusAfter(INITIAL_STATUS, "begin")},
            started_at = now(),
            epoch = epoch + 1,
            worker = ${worker},
            lease_until = now() + ${LEASE_TIME}::interval,
            progress = 0
          where id = (
            select id
            from analysis_runs
            where status = ${statusLiteral(pg, INITIAL_STATUS)}
            order by created_at, id
            limit 1
            for update skip locked
          ) and status = ${statusLiteral(pg, INITIAL_STATUS)}
          returning id, project_id, module, epoch, plan, parameters, subject_ids`
        return row === undefined
          ? null
          : ({
              id: row.id,
              projectId: row.project_id,
              module: row.module,
              epoch: row.epoch,
              startedAt: yield* Clock.currentTimeMillis,
              plan: planned(row)
            } satisfies Claim)
      }).pipe(Effect.orDie)

      const renew = Effect.fnUntraced(function* (held: Claim, progress: number) {
        const [row] = yield* pg<{ cancel_requested: boolean }>`
          update analysis_runs set
            lease_until = now() + ${LEASE_TIME}::interval,
            progress = greatest(progress, ${progress})
          where ${mine(held)}
          returning cancel_requested`
        return row === undefined
          ? ("lost" as const)
          : row.cancel_requested
            ? ("cancelled" as const)
            : ("held" as const)
      }, Effect.orDie)

      const keepGeometries = Effect.fnUntraced(function* (
        runId: string,
        geometries: ReadonlyArray<AnalysisGeometry>
      ) {
        for (let at = 0; at < geometries.length; at += ROWS_PER_INSERT) {
          const some = geometries.slice(at, at + ROWS_PER_INSERT)
          yield* pg`
            insert into analysis_geometries (
              run_id, kind, subject_id, label, level, area_m2, geom, properties
            )
            select ${runId}::uuid, *
            from unnest(
              ${texts(some.map((g) => g.kind))}, ${uuids(some.map((g) => g.subject_id))},
              ${texts(some.map((g) => g.label))}, ${floats(some.map((g) => g.level))},
              ${floats(some.map((g) => g.area_m2))}, ${jsons(some.map((g) => g.geom))},
              ${jsons(some.map((g) => g.properties))}
            )`
        }
      })

      const complete = Effect.fnUntraced(
        function* (
          held: Claim,
          inputCount: number,
          { document, excluded, geometries }: Parameters<RunQueue["Service"]["complete"]>[2]
        ) {
          const [still] =
            yield* pg`select from analysis_runs where ${mine(held)} and not cancel_requested for update`
          if (still === undefined) {
            // a request to cancel that arrived when everything was done counts
            yield* endRuns(pg, "stop", "running", mine(held))
            return false
          }
          yield* keepGeometries(held.id, geometries)
          const preview = previewOf(document, geometries)
          // as a text, so that its members keep their order
          const told = pg`,
            progress = 100,
            result = ${JSON.stringify(document)}::jsonb,
            input_count = ${inputCount},
            excluded_count = ${excluded},
            warning_count = ${document.warnings.length},
            preview = ${preview === null ? null : JSON.stringify(preview)}::jsonb,
            method_version = ${document.method_version}`
          yield* endRuns(pg, "complete", "running", mine(held), told)
          return true
        },
        pg.withTransaction,
        Effect.orDie
      )

      const fail = (held: Claim, failure: Failure) =>
        Effect.orDie(endRuns(pg, "fail", "running", mine(held), errorColumns(pg, failure)))

      const cancel = (held: Claim) => Effect.orDie(endRuns(pg, "stop", "running", mine(held)))

      const reap = (timeoutMs: number) =>
        endAbandonedRuns(pg, timeoutMs).pipe(pg.withTransaction, Effect.orDie)

      return RunQueue.of({ claim, renew, complete, fail, cancel, reap, wait })
    })
  )
