// The queue of jobs is the table of jobs: claimed with SKIP LOCKED, held by a lease, fenced by an epoch. Unlike
// a run, a job whose worker died is resumed by another worker from its last checkpoint.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import type { JobKind } from "../../domain/job/Job.ts"
import { type Claim, JobQueue, type Progress } from "../../jobs/ports.ts"
import { texts } from "../sql/arrays.ts"
import { notifications } from "../sql/notifications.ts"
import { LEASE_TIME } from "./keepProgress.ts"
import { isHeld, leaseIsOver } from "../sql/lease.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** MAX_ATTEMPTS is after how many failures, or dead workers, at one checkpoint a job is given up. */
const MAX_ATTEMPTS = 5

interface Row {
  readonly id: string
  readonly kind: JobKind
  readonly epoch: number
  readonly device_id: string | null
  readonly project_id: string | null
  readonly time_from: Date | null
  readonly time_to: Date | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly checkpoint: unknown
  readonly records_done: number
  readonly records_total: number | null
  readonly counts: Readonly<Record<string, number>>
  readonly attempts: number
}

const claimOf = (r: Row): Claim => ({
  id: r.id,
  kind: r.kind,
  epoch: r.epoch,
  deviceId: r.device_id,
  projectId: r.project_id,
  from: r.time_from?.getTime() ?? null,
  to: r.time_to?.getTime() ?? null,
  parameters: r.parameters,
  progress: { checkpoint: r.checkpoint, done: r.records_done, total: r.records_total, counts: r.counts }
})

const traceKinds: Readonly<Record<JobKind, string>> = {
  attribution: "attribution",
  kept_reports: "ingest",
  export: "export",
  import_removal: "ingest"
}
const codes: Readonly<Record<JobKind, string>> = {
  attribution: "RECORDS_ATTRIBUTED",
  kept_reports: "KEPT_REPORTS_PROCESSED",
  export: "EXPORTED",
  import_removal: "IMPORT_REMOVED"
}

/** What to do about a job that was given up. */
const remedies: Readonly<Record<JobKind, string>> = {
  attribution:
    "What was done up to here is kept. Put right what the error names and start the job again: it " +
    "does nothing twice.",
  kept_reports:
    "What was done up to here is kept. Put right what the error names and start the job again: it " +
    "does nothing twice.",
  import_removal:
    "What was removed up to here stays removed. Put right what the error names and take the import back " +
    "again: it goes on where it stopped.",
  export:
    "Nothing of the file is kept. Ask again for a shorter span or for fewer entities, or for csv, " +
    "which goes on where it was broken off; what ended the workers is in the log of the role work " +
    "(DATA_DIR/log) or of the system."
}

/** Returns the error of a job whose workers died, with its progress. */
const died = ({ records_done, records_total }: Row): string =>
  `${MAX_ATTEMPTS} workers that took this job died in the same place, the last after ${records_done} ` +
  `of ${records_total ?? "an unknown number of"} records.`

/** JobMessage announces jobs: of files to write, or of the records of a device. Specification 6.4. */
type JobMessage = "export.requested" | "curation.job_requested"

/**
 * JobQueueSql is the `JobQueue` on PostgreSQL. `worker` names this process; `message` announces the jobs that
 * it takes.
 */
export const JobQueueSql = (worker: string, message: JobMessage) =>
  Layer.effect(
    JobQueue,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const wait = yield* notifications(pg, message, "jobs")
      const mine = (held: Claim) => isHeld(pg, held, "running")

      /** Writes the trace of a job; its project is the one that keeps the device. */
      const trace = Effect.fnUntraced(function* (
        claim: Claim,
        { counts, done, total }: Progress,
        error: string | null
      ) {
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        const steps = [
          {
            name: "select",
            status: "ok",
            detail: {
              from: claim.from === null ? null : new Date(claim.from).toISOString(),
              to: claim.to === null ? null : new Date(claim.to).toISOString(),
              records: total
            }
          },
          {
            name: "work",
            status: error === null ? "ok" : "failed",
            at,
            detail: {
              records: done,
              ...counts,
              ...(error === null ? {} : { error, remedy: remedies[claim.kind] })
            }
          }
        ]
        yield* pg`
          insert into processing_traces (
            id, kind, status, code, started_at, duration_ms, project_id, device_id, error, steps
          )
          select trace_id, ${traceKinds[claim.kind]}, ${error === null ? "ok" : "failed"},
            ${error === null ? codes[claim.kind] : "JOB_FAILED"}, started_at,
            extract(epoch from now() - started_at) * 1000,
            coalesce(
              project_id,
              (select d.kept_by[1] from devices d where d.id = j.device_id and cardinality(d.kept_by) = 1)
            ), device_id, ${error}, ${JSON.stringify(steps)}::jsonb
          from jobs j
          where id = ${claim.id}::uuid`
      })

      const giveUp = Effect.fnUntraced(function* (claim: Claim, error: string) {
        const [row] = yield* pg<Row>`
          update jobs set
            status = 'failed',
            finished_at = now(),
            lease_until = null,
            error = ${error.slice(0, 2000)}
          where ${mine(claim)}
          returning *, records_done::float8, records_total::float8`
        if (row !== undefined) yield* trace(claim, claimOf(row).progress, error.slice(0, 2000))
      })

      const take = Effect.fnUntraced(function* (kinds: ReadonlyArray<JobKind>) {
        const [row] = yield* pg<Row>`
          update jobs set
            status = 'running',
            started_at = coalesce(started_at, now()),
            trace_id = coalesce(trace_id, ${uuid7()}::uuid),
            epoch = epoch + 1,
            attempts = attempts + 1,
            worker = ${worker},
            lease_until = now() + ${LEASE_TIME}::interval
          where id = (
            select id
            from jobs j
            where kind = any(${texts(kinds)}) and due_at <= now()
              and (status = 'queued' or status = 'running' and ${pg.literal(leaseIsOver("lease_until"))})
              and not exists (
                select from jobs r
                where r.device_id = j.device_id and r.kind = j.kind and r.status = 'running'
                  and r.id <> j.id
              )
            order by created_at, id
            limit 1
            for update skip locked
          )
          returning id, kind, epoch, device_id, project_id, time_from, time_to, parameters, checkpoint,
            records_done::float8 as records_done,
            records_total::float8 as records_total,
            counts, attempts`
        return row ?? null
      })

      const claim = Effect.fnUntraced(
        function* (kinds: ReadonlyArray<JobKind>) {
          for (;;) {
            const row = yield* take(kinds)
            if (row === null) return null
            if (row.attempts <= MAX_ATTEMPTS) return claimOf(row)
            yield* giveUp(claimOf(row), died(row))
          }
        },
        pg.withTransaction,
        Effect.orDie
      )

      const renew = (held: Claim) =>
        Effect.map(
          pg`update jobs set lease_until = now() + ${LEASE_TIME}::interval where ${mine(held)} returning id`,
          (rows) => rows.length > 0
        ).pipe(Effect.orDie)

      const complete = Effect.fnUntraced(
        function* (held: Claim, progress: Progress) {
          const ended = yield* pg`
            update jobs set status = 'completed', finished_at = now(), lease_until = null
            where ${mine(held)}
            returning id`
          if (ended.length > 0) yield* trace(held, progress, null)
        },
        pg.withTransaction,
        Effect.orDie
      )

      const release = (held: Claim) =>
        Effect.asVoid(
          pg`update jobs set lease_until = now(), attempts = attempts - 1 where ${mine(held)}`
        ).pipe(Effect.orDie)

      const postpone = (held: Claim, { checkpoint }: Progress, milliseconds: number) =>
        Effect.asVoid(
          pg`
            update jobs set
              status = 'queued',
              due_at = now() + ${milliseconds} * interval '1 millisecond',
              lease_until = null,
              attempts = 0,
              checkpoint = ${JSON.stringify(checkpoint)}::jsonb
            where ${mine(held)}`
        ).pipe(Effect.orDie)

      const stumble = Effect.fnUntraced(
        function* (held: Claim, error: string) {
          const [row] = yield* pg<{ attempts: number }>`
            update jobs set
              error = ${error.slice(0, 2000)},
              lease_until = now() + make_interval(secs => attempts * 2)
            where ${mine(held)}
            returning attempts`
          if (row === undefined || row.attempts < MAX_ATTEMPTS) return false
          yield* giveUp(held, error)
          return true
        },
        pg.withTransaction,
        Effect.orDie
      )

      const refuse = (held: Claim, error: string) =>
        giveUp(held, error).pipe(pg.withTransaction, Effect.orDie)

      return JobQueue.of({ claim, renew, complete, release, postpone, stumble, refuse, wait })
    })
  )
