// The queue of runs is the table of runs: claimed with SKIP LOCKED, held by a lease, fenced by an epoch. A
// worker that was frozen past its lease finds its epoch gone and changes nothing.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import type { Failure } from "../../domain/analysis/ErrorCode.ts"
import type { AnalysisGeometry } from "../../domain/analysis/Geometry.ts"
import { KEPT_DAYS } from "../../domain/analysis/Run.ts"
import { type Claim, RunQueue } from "../../runner/ports.ts"
import { floats, jsons, texts, uuids } from "../sql/arrays.ts"
import { doorbell } from "../sql/doorbell.ts"
import { isHeld, leaseIsOver } from "../sql/lease.ts"

/** A worker that was not heard of for so long has lost its run. */
const LEASE = "15 seconds"

/** Rows of one insert. */
const CHUNK = 500

const EXPIRY = `interval '${KEPT_DAYS} days'`

/** `worker` names this process. */
export const RunQueueSql = (worker: string) =>
  Layer.effect(
    RunQueue,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const wait = yield* doorbell(pg, "analysis_requested", "runs")

      const mine = (held: Claim) => isHeld(pg, held, "running")

      const claim = Effect.gen(function* () {
        const [row] = yield* pg<{
          id: string
          project_id: string
          module: string
          epoch: number
          started: number
          parameters: Record<string, unknown>
          subject_ids: ReadonlyArray<string>
        }>`
          update analysis_runs set
            status = 'running',
            started_at = now(),
            epoch = epoch + 1,
            worker = ${worker},
            lease_until = now() + ${LEASE}::interval,
            progress = 0
          where id = (
            select id
            from analysis_runs
            where status = 'queued'
            order by created_at, id
            limit 1
            for update skip locked
          ) and status = 'queued'
          returning id, project_id, module, epoch, parameters, subject_ids,
            (date_part('epoch', started_at) * 1000)::float8 as started`
        return row === undefined
          ? null
          : ({
              id: row.id,
              projectId: row.project_id,
              module: row.module,
              epoch: row.epoch,
              startedAt: yield* Clock.currentTimeMillis,
              parameters: row.parameters,
              subjectIds: row.subject_ids
            } satisfies Claim)
      }).pipe(Effect.orDie)

      const renew = Effect.fnUntraced(function* (held: Claim, progress: number) {
        const [row] = yield* pg<{ cancel_requested: boolean }>`
          update analysis_runs set
            lease_until = now() + ${LEASE}::interval,
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
        for (let at = 0; at < geometries.length; at += CHUNK) {
          const some = geometries.slice(at, at + CHUNK)
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
            // a request to cancel that came when everything was done counts
            yield* pg`
              update analysis_runs set
                status = 'cancelled',
                finished_at = now(),
                lease_until = null,
                expires_at = case when name is null then now() + ${pg.literal(EXPIRY)} end
              where ${mine(held)}`
            return false
          }
          yield* keepGeometries(held.id, geometries)
          // as a text, so that its members keep their order
          yield* pg`
            update analysis_runs set
              status = 'completed',
              progress = 100,
              finished_at = now(),
              lease_until = null,
              result = ${JSON.stringify(document)}::jsonb,
              input_count = ${inputCount},
              excluded_count = ${excluded},
              method_version = ${document.method_version},
              expires_at = case when name is null then now() + ${pg.literal(EXPIRY)} end
            where ${mine(held)}`
          return true
        },
        pg.withTransaction,
        Effect.orDie
      )

      const fail = Effect.fnUntraced(function* (held: Claim, { code, message }: Failure) {
        yield* pg`
          update analysis_runs set
            status = 'failed',
            finished_at = now(),
            lease_until = null,
            error_code = ${code},
            error_message = ${message},
            expires_at = case when name is null then now() + ${pg.literal(EXPIRY)} end
          where ${mine(held)}`
      }, Effect.orDie)

      const cancel = Effect.fnUntraced(function* (held: Claim) {
        yield* pg`
          update analysis_runs set
            status = 'cancelled',
            finished_at = now(),
            lease_until = null,
            expires_at = case when name is null then now() + ${pg.literal(EXPIRY)} end
          where ${mine(held)}`
      }, Effect.orDie)

      const reap = Effect.fnUntraced(function* (timeoutMs: number) {
        const ended = yield* pg`
          update analysis_runs set
            finished_at = now(),
            epoch = epoch + 1,
            lease_until = null,
            expires_at = case when name is null then now() + ${pg.literal(EXPIRY)} end,
            status = case when cancel_requested then 'cancelled' else 'failed' end,
            error_code = case when cancel_requested then null else 'ANALYSIS_TIMEOUT' end,
            error_message = case
              when cancel_requested then null
              else 'The run was still going after its time, and its worker is gone. Start it again.'
            end
          where id in (
            select id
            from analysis_runs
            where status = 'running' and (lease_until is null or ${pg.literal(leaseIsOver("lease_until"))})
              and (cancel_requested or started_at < now() - ${timeoutMs}::float8 * interval '1 millisecond')
            for update skip locked
          )
          returning id`
        return ended.length
      }, Effect.orDie)

      return RunQueue.of({ claim, renew, complete, fail, cancel, reap, wait })
    })
  )
