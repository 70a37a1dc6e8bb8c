// Counts of the runs of a project, and the newest sign of life of a worker.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { RunStatus } from "../../domain/analysis/advance.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import { BEAT_MINUTES, MAX_NAMED_RUNS, MAX_QUEUED_RUNS, type RunCounts } from "../../domain/analysis/Run.ts"
import { BEAT_SECONDS } from "../../domain/system/SystemLimits.ts"
import { texts } from "../sql/arrays.ts"
import { endsSoon, seesRun } from "./runRow.ts"

/** Reads the time since the last sign of life of an analysis worker, s; null: there was none. */
export const workerAge = (pg: PgClient.PgClient) =>
  pg<{
    age: number | null
  }>`
    select extract(epoch from now() - max(beat_at))::float8 as age
    from worker_heartbeats
    where role = 'analyse'`.pipe(
    Effect.map(([{ age } = { age: null }]) => (age === null ? null : Math.round(age * 10) / 10))
  )

/**
 * Reads the share of each of the last full minutes with signs of life of an analysis worker, 0 to 1, oldest
 * first.
 */
const workerMinutes = (pg: PgClient.PgClient) =>
  pg<{ beats: number }>`
    select coalesce(max(s.value), 0) as beats
    from generate_series(1, ${BEAT_MINUTES}::int) ago
      left join worker_heartbeats w on w.role = 'analyse'
      left join health_samples s on s.kind = 'beats' and s.subject = w.worker
        and s.minute = date_trunc('minute', now()) - make_interval(mins => ago)
    group by ago
    order by ago desc`.pipe(
    Effect.map((rows) => rows.map(({ beats }) => Math.min(1, (beats * BEAT_SECONDS) / 60)))
  )

/** Counts the runs of these modules that the caller sees; `queue_full` also counts other modules. */
export const countRuns = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  modules: ReadonlyArray<ModuleKey>
) {
  const listed = pg.and([pg`r.module = any(${texts(modules)})`, seesRun(pg, visibility)])
  const rows = yield* pg<{ status: RunStatus; stored: number; runs: number; kept: number; ending: number }>`
    select r.status, count(*)::int as stored, count(*) filter (where ${listed})::int as runs,
      count(*) filter (where ${listed} and r.name is not null)::int as kept,
      count(*) filter (where ${listed} and ${pg.literal(endsSoon)})::int as ending
    from analysis_runs r
    where r.project_id = ${projectId}::uuid
    group by r.status`
  const rowOf = (status: RunStatus) => rows.find((row) => row.status === status)
  const runsIn = (status: RunStatus) => rowOf(status)?.runs ?? 0
  return {
    total: rows.reduce((sum, { runs }) => sum + runs, 0),
    by_status: {
      queued: runsIn("queued"),
      running: runsIn("running"),
      completed: runsIn("completed"),
      failed: runsIn("failed"),
      cancelled: runsIn("cancelled")
    },
    kept: rows.reduce((sum, { kept }) => sum + kept, 0),
    ends_soon: rows.reduce((sum, { ending }) => sum + ending, 0),
    max_kept: MAX_NAMED_RUNS,
    max_queued: MAX_QUEUED_RUNS,
    queue_full: (rowOf("queued")?.stored ?? 0) >= MAX_QUEUED_RUNS,
    worker: { heartbeat_age_seconds: yield* workerAge(pg), minutes: yield* workerMinutes(pg) }
  } satisfies RunCounts
})
