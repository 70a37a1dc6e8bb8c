// The row of a run: how it is selected, which runs a reader may see, and how it goes from state to state, all
// by the table of `domain/analysis/advance.ts`.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { advance, type RunMove, type RunStatus } from "../../domain/analysis/advance.ts"
import { failure, type Failure } from "../../domain/analysis/ErrorCode.ts"
import { KEPT_DAYS } from "../../domain/analysis/Run.ts"
import { personOf } from "../access/whoDid.ts"
import { uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"
import { leaseIsOver } from "../sql/lease.ts"

/** Columns of a run without its result; alias `r`. */
export const runColumns = `
  r.id, r.project_id, r.module, r.status, r.name, r.parameters, r.method_version,
  r.progress::int as progress,
  r.cancel_requested, r.input_count, r.excluded_count,
  r.result_version::int as result_version,
  r.error_code, r.error_message, r.created_by_user_id,
  ${personOf("r.created_by_user_id")} as created_by,
  ${wireTime("r.created_at")} as created_at,
  ${wireTime("r.started_at")} as started_at,
  ${wireTime("r.finished_at")} as finished_at,
  ${wireTime("r.expires_at")} as expires_at,
  r.source_run_id, r.trace_id`

/** The run of this id, if it is of the project. */
export const ofProject = (pg: PgClient.PgClient) => (projectId: string, id: string) =>
  pg`r.id = ${id}::uuid and r.project_id = ${projectId}::uuid`

/** A run about anybody outside the reader's scope is hidden. */
export const seesRun = (pg: PgClient.PgClient, visibility: Visibility) =>
  visibility === null ? pg.literal("true") : pg`r.subject_ids <@ ${uuids(visibility.entities)}`

/** A literal, as indexes of single states need one. */
export const state = (pg: PgClient.PgClient, status: RunStatus): Fragment => pg.literal(`'${status}'`)

/** SQL. When a run goes that nobody keeps, from its end. */
export const expiryAfter = (pg: PgClient.PgClient, end: "now()" | "finished_at"): Fragment =>
  pg.literal(`${end} + interval '${KEPT_DAYS} days'`)

/** Where a move leads; a state that it does not begin in is a mistake of whoever wrote the statement. */
export const target = (from: RunStatus, move: RunMove): RunStatus => {
  const to = advance(from, move)
  if (to === null) throw new Error(`No run goes on from ${from} by ${move}.`)
  return to
}

/** What is told of a run when it ends, beside its state. */
export const failed = (pg: PgClient.PgClient, { code, message }: Failure): Fragment =>
  pg`, error_code = ${code}, error_message = ${message}`

/**
 * Ends the runs `which` (alias `r`) that are in a state, by a move that leads to an end; how many. `told` are
 * further columns, behind a comma.
 */
export const finish = (
  pg: PgClient.PgClient,
  move: RunMove,
  from: RunStatus,
  which: Fragment,
  told: Fragment = pg.literal("")
) =>
  Effect.map(
    pg`
      update analysis_runs r set
        status = ${target(from, move)},
        finished_at = now(),
        lease_until = null,
        expires_at = case when name is null then ${expiryAfter(pg, "now()")} end
        ${told}
      where ${which} and status = ${state(pg, from)}
      returning r.id`,
    ({ length }) => length
  )

const overdue = failure(
  "ANALYSIS_TIMEOUT",
  "The run was still going after its time, and its worker is gone. Start it again."
)

/**
 * Ends the runs whose worker is gone: those with a request to cancel at once, the others when their time is
 * over. How many.
 */
export const finishAbandoned = Effect.fnUntraced(function* (pg: PgClient.PgClient, timeoutMs: number) {
  const left = (why: Fragment) => pg`r.id in (
    select id
    from analysis_runs
    where status = ${state(pg, "running")}
      and (lease_until is null or ${pg.literal(leaseIsOver("lease_until"))})
      and ${why}
    for update skip locked
  )`
  const stopped = yield* finish(pg, "stop", "running", left(pg`cancel_requested`))
  const late = pg`not cancel_requested
    and started_at < now() - ${timeoutMs}::float8 * interval '1 millisecond'`
  return stopped + (yield* finish(pg, "fail", "running", left(late), failed(pg, overdue)))
})
