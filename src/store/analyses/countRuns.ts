// The runs of a project in figures, and the youngest sign of life of a worker.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { RunStatus } from "../../domain/analysis/advance.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import { MAX_KEPT, MAX_QUEUED, type RunCounts } from "../../domain/analysis/Run.ts"
import { texts } from "../sql/arrays.ts"
import { seesRun } from "./runRow.ts"

/** Reads how long ago a worker of analyses was heard of; null: never. */
export const workerAge = (pg: PgClient.PgClient) =>
  pg<{
    age: number | null
  }>`
    select extract(epoch from now() - max(beat_at))::float8 as age
    from worker_heartbeats
    where role = 'analyse'`.pipe(
    Effect.map(([{ age } = { age: null }]) => ({
      worker: { heartbeat_age_seconds: age === null ? null : Math.round(age * 10) / 10 }
    }))
  )

/** Counts the runs of these modules that a reader sees; `queue_full` regards the others too. */
export const countRuns = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  modules: ReadonlyArray<ModuleKey>
) {
  const listed = pg.and([pg`r.module = any(${texts(modules)})`, seesRun(pg, visibility)])
  const rows = yield* pg<{ status: RunStatus; stored: number; runs: number; kept: number }>`
    select r.status, count(*)::int as stored, count(*) filter (where ${listed})::int as runs,
      count(*) filter (where ${listed} and r.name is not null)::int as kept
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
    max_kept: MAX_KEPT,
    max_queued: MAX_QUEUED,
    queue_full: (rowOf("queued")?.stored ?? 0) >= MAX_QUEUED,
    ...(yield* workerAge(pg))
  } satisfies RunCounts
})
