// Changes of runs by callers of the API: start, name, cancel, remove.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { advance, INITIAL_STATUS, isOver, type RunStatus } from "../../domain/analysis/advance.ts"
import { catalogue, type ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { Plan } from "../../domain/analysis/Plan.ts"
import { MAX_QUEUED_RUNS, type Run } from "../../domain/analysis/Run.ts"
import { audit } from "../access/Audit.ts"
import { uuids } from "../sql/arrays.ts"
import { once, type OnceKey } from "../sql/once.ts"
import { Missing, StateConflict } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import type { SqlError } from "effect/sql/SqlError"
import { lockBriefly } from "./lockBriefly.ts"
import { expiryAfter, endRuns, isAbandoned, ofProject } from "./runRow.ts"

/** TooManyQueued means that the project has as many queued runs as it may. */
export class TooManyQueued extends Data.TaggedError("TooManyQueued")<{ readonly queued: number }> {}

/**
 * PlannedRun is what a new run is made of: parameters as they are shown, subjects as ids, and the plan for
 * the worker.
 */
export interface PlannedRun {
  readonly module: ModuleKey
  readonly name: string | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly subjectIds: ReadonlyArray<string>
  readonly plan: Plan
  readonly sourceRunId: string | null
}

/** Makes the writing half of `Runs`; `read` reads a run back. */
export const runChanges = (
  pg: PgClient.PgClient,
  read: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Run, Missing | SqlError>
) => {
  const brief = lockBriefly(pg)
  const one = ofProject(pg)

  const insert = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    { module, name, parameters, plan, sourceRunId, subjectIds }: PlannedRun
  ) {
    // one at a time in a project, so that the count is exact
    yield* pg`select pg_advisory_xact_lock(hashtextextended(${projectId}, 2))`
    const [{ queued } = { queued: 0 }] = yield* pg<{
      queued: number
    }>`
      select count(*)::int as queued
      from analysis_runs
      where project_id = ${projectId}::uuid and status = ${INITIAL_STATUS}`
    if (queued >= MAX_QUEUED_RUNS) return yield* new TooManyQueued({ queued })
    const id = uuid7()
    yield* pg`
      insert into analysis_runs (
        id, project_id, module, status, name, parameters, plan, subject_ids, method_version,
        created_by_user_id, source_run_id, trace_id
      )
      values (
        ${id}::uuid, ${projectId}::uuid, ${module}, ${INITIAL_STATUS}, ${name}, ${pg.json(parameters)},
        ${pg.json(plan)}, ${uuids(subjectIds)}, ${catalogue[module].version},
        ${actor.userId}::uuid, ${sourceRunId}::uuid, ${uuid7()}::uuid
      )`
    yield* audit(pg, actor, {
      action: "analysis.created",
      objectType: "analysis",
      objectId: id,
      projectId,
      detail: { module, name, source_run_id: sourceRunId }
    })
    return yield* Effect.orDie(read(projectId, null, id))
  })

  /** Queues a run; the same key returns the same run. */
  const create = Effect.fn("Runs.create")(
    (actor: Actor, projectId: string, run: PlannedRun, key: Omit<OnceKey, "actorId">) =>
      brief(once(pg, { ...key, actorId: actor.id }, insert(actor, projectId, run)))
  )

  /**
   * Names a run, which keeps it, or (null) lets it expire again. `kept`: how many runs of the project have a
   * name now.
   */
  const rename = Effect.fn("Runs.rename")(
    (actor: Actor, projectId: string, id: string, name: string | null) =>
      brief(
        Effect.gen(function* () {
          const [changed] = yield* pg`
            update analysis_runs r set
              name = ${name},
              expires_at = case when ${name}::text is null then ${expiryAfter(pg, "finished_at")} end
            where ${one(projectId, id)}
            returning r.id`
          if (changed === undefined) return yield* new Missing()
          yield* audit(pg, actor, {
            action: "analysis.renamed",
            objectType: "analysis",
            objectId: id,
            projectId,
            detail: { name }
          })
          const [{ kept } = { kept: 0 }] = yield* pg<{
            kept: number
          }>`
            select count(*)::int as kept
            from analysis_runs
            where project_id = ${projectId}::uuid and name is not null`
          return { run: yield* read(projectId, null, id), kept }
        })
      )
  )

  /** A queued run ends at once, a running one when its worker reads the request. */
  const cancel = Effect.fn("Runs.cancel")((actor: Actor, projectId: string, id: string) =>
    brief(
      Effect.gen(function* () {
        const [row] = yield* pg<{
          status: RunStatus
          lost: boolean
        }>`
          select r.status, ${pg.literal(isAbandoned("r"))} as lost
          from analysis_runs r
          where ${one(projectId, id)}
          for update`
        if (row === undefined) return yield* new Missing()
        const to = advance(row.status, "cancel")
        if (to === null)
          return yield* new StateConflict({ code: "RUN_OVER", detail: `The run is over: ${row.status}.` })
        const requested = pg.literal(", cancel_requested = true")
        yield* isOver(to)
          ? endRuns(pg, "cancel", row.status, one(projectId, id), requested)
          : row.lost
            ? endRuns(pg, "stop", row.status, one(projectId, id), requested)
            : pg`update analysis_runs r set cancel_requested = true where ${one(projectId, id)}`
        yield* audit(pg, actor, {
          action: "analysis.cancelled",
          objectType: "analysis",
          objectId: id,
          projectId
        })
        return yield* read(projectId, null, id)
      })
    )
  )

  const remove = Effect.fn("Runs.remove")((actor: Actor, projectId: string, id: string) =>
    brief(
      Effect.gen(function* () {
        // its worker finds the row missing, and ends its thread
        const [gone] = yield* pg<{
          module: string
          name: string | null
        }>`delete from analysis_runs r where ${one(projectId, id)} returning r.module, r.name`
        if (gone === undefined) return yield* new Missing()
        yield* audit(pg, actor, {
          action: "analysis.deleted",
          objectType: "analysis",
          objectId: id,
          projectId,
          detail: gone
        })
      })
    )
  )

  return { create, rename, cancel, remove }
}
