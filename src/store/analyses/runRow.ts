// The row of a run: its columns, which runs a caller may see, and its changes of status, all by the table of
// `domain/analysis/advance.ts`.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { advance, type RunMove, type RunStatus } from "../../domain/analysis/advance.ts"
import {
  errorCodes,
  type ErrorWords,
  errorWords,
  failure,
  type Failure
} from "../../domain/analysis/ErrorCode.ts"
import { ENDS_SOON_HOURS, UNNAMED_RUN_DAYS, MAX_LISTED_SUBJECTS } from "../../domain/analysis/Run.ts"
import { personOf } from "../access/whoDid.ts"
import { uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"
import { leaseIsOver } from "../sql/lease.ts"

/** SQL. The text about the error of a run, by its code. */
const errorWord = (word: keyof ErrorWords): string => {
  const cases = errorCodes.map((code) => `when '${code}' then '${errorWords[code][word]}'`)
  return `case r.error_code ${cases.join(" ")} end`
}

/** SQL. The period of a run, and the one it is compared with, from its parameters. */
const period = `case when r.parameters ? 'time_from' then jsonb_build_object(
    'from', r.parameters -> 'time_from', 'to', r.parameters -> 'time_to',
    'comparison', case
      when jsonb_typeof(r.parameters -> 'comparison') = 'object' then jsonb_build_object(
        'kind', 'period',
        'from', r.parameters #> '{comparison,time_from}', 'to', r.parameters #> '{comparison,time_to}')
      when jsonb_typeof(r.parameters -> 'seasons') = 'array' then jsonb_build_object(
        'kind', 'seasons', 'names', jsonb_path_query_array(r.parameters, '$.seasons[*].name'))
      when jsonb_typeof(r.parameters -> 'herd_b_entity_ids') = 'array' then jsonb_build_object(
        'kind', 'herd', 'subject_count', jsonb_array_length(r.parameters -> 'herd_b_entity_ids'))
    end) end`

/** SQL. The names of the first subjects, in their order. */
const subjectNames = `array(
    select e.name
    from unnest(r.subject_ids[1:${MAX_LISTED_SUBJECTS}]) with ordinality s (id, n)
    join entities e on e.id = s.id
    order by s.n)`

/** SQL. The one subject that made a run fail. */
const errorSubject = `(
    select jsonb_build_object('id', e.id, 'name', e.name)
    from entities e
    where e.id = r.error_subject_id)`

/** SQL. Whether the result of a run is removed soon unless it gets a name. */
export const endsSoon = `(r.status = 'completed' and r.name is null
    and coalesce(r.expires_at < now() + interval '${ENDS_SOON_HOURS} hours', false))`

/** SQL. The place of a queued run among those of all projects, in the order in which workers claim them. */
const queuePlace = `case when r.status = 'queued' then (
    select 1 + count(*)::int
    from analysis_runs earlier
    where earlier.status = 'queued' and (earlier.created_at, earlier.id) < (r.created_at, r.id)) end`

/** Columns of a run without its result; alias `r`. */
export const runColumns = `
  r.id, r.project_id, r.module, r.status, r.name, r.parameters, ${period} as period,
  cardinality(r.subject_ids) as subject_count, ${subjectNames} as subject_names,
  case when jsonb_typeof(r.parameters -> 'feature_ids') = 'array'
    then jsonb_array_length(r.parameters -> 'feature_ids') end as area_count,
  ${queuePlace} as queue_place,
  r.method_version,
  r.progress::int as progress,
  r.cancel_requested, r.input_count, r.excluded_count, r.warning_count, r.preview,
  r.result_version::int as result_version,
  r.error_code, r.error_message, ${errorWord("title")} as error_title, ${errorWord("remedy")} as remedy,
  ${errorSubject} as error_subject, ${endsSoon} as ends_soon,
  r.created_by_user_id,
  ${personOf("r.created_by_user_id")} as created_by,
  ${wireTime("r.created_at")} as created_at,
  ${wireTime("r.started_at")} as started_at,
  ${wireTime("r.finished_at")} as finished_at,
  ${wireTime("r.expires_at")} as expires_at,
  r.source_run_id, r.trace_id`

/** Returns the run of this id, if it is of the project. */
export const ofProject = (pg: PgClient.PgClient) => (projectId: string, id: string) =>
  pg`r.id = ${id}::uuid and r.project_id = ${projectId}::uuid`

/** Runs whose subjects are all in the caller's scope. */
export const seesRun = (pg: PgClient.PgClient, visibility: Visibility) =>
  visibility === null ? pg.literal("true") : pg`r.subject_ids <@ ${uuids(visibility.entities)}`

/** Returns a status as a literal, because partial indexes need one. */
export const statusLiteral = (pg: PgClient.PgClient, status: RunStatus): Fragment => pg.literal(`'${status}'`)

/** SQL. When an unnamed run expires, from its end. */
export const expiryAfter = (pg: PgClient.PgClient, end: "now()" | "finished_at"): Fragment =>
  pg.literal(`${end} + interval '${UNNAMED_RUN_DAYS} days'`)

/** Returns the status that a move leads to; dies on a status in which the move is not allowed. */
export const statusAfter = (from: RunStatus, move: RunMove): RunStatus => {
  const to = advance(from, move)
  if (to === null) throw new Error(`No run goes on from ${from} by ${move}.`)
  return to
}

/** Returns the columns of a run's error, for `set`. */
export const errorColumns = (pg: PgClient.PgClient, { code, message, subjectId }: Failure): Fragment =>
  pg`, error_code = ${code}, error_message = ${message}, error_subject_id = ${subjectId ?? null}::uuid`

/**
 * Ends the runs `which` (alias `r`) that are in a status, by a final move; returns how many. `told` are
 * further columns, behind a comma.
 */
export const endRuns = (
  pg: PgClient.PgClient,
  move: RunMove,
  from: RunStatus,
  which: Fragment,
  told: Fragment = pg.literal("")
) =>
  Effect.map(
    pg`
      update analysis_runs r set
        status = ${statusAfter(from, move)},
        finished_at = now(),
        lease_until = null,
        expires_at = case when name is null then ${expiryAfter(pg, "now()")} end
        ${told}
      where ${which} and status = ${statusLiteral(pg, from)}
      returning r.id`,
    ({ length }) => length
  )

/** SQL. Whether the worker of a running run is gone: it did not renew its lease; `alias`: the table's. */
export const isAbandoned = (alias: string): string =>
  `(${alias}.status = 'running' and (${alias}.lease_until is null or ${leaseIsOver(`${alias}.lease_until`)}))`

const overdue = failure(
  "ANALYSIS_TIMEOUT",
  "The run was still going after its time, and its worker is gone. Start it again."
)

/**
 * Ends the runs whose worker is gone: those with a request to cancel at once, the others after their timeout.
 * Returns how many.
 */
export const endAbandonedRuns = Effect.fnUntraced(function* (pg: PgClient.PgClient, timeoutMs: number) {
  const left = (why: Fragment) => pg`r.id in (
    select id
    from analysis_runs held
    where ${pg.literal(isAbandoned("held"))} and ${why}
    for update skip locked
  )`
  const stopped = yield* endRuns(pg, "stop", "running", left(pg`cancel_requested`))
  const late = pg`not cancel_requested
    and started_at < now() - ${timeoutMs}::float8 * interval '1 millisecond'`
  return stopped + (yield* endRuns(pg, "fail", "running", left(late), errorColumns(pg, overdue)))
})
