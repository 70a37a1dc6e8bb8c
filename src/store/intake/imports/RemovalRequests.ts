// Requests to remove an import: what that would do, and the job that does it. The worker's side is in
// `ImportRemovalsSql.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor, Author } from "../../../domain/access/Actor.ts"
import {
  type RemovalCounts,
  noRemovals,
  type RemovalPlan,
  withMore
} from "../../../domain/intake/ImportRemoval.ts"
import type { TrackImport } from "../../../domain/intake/TrackImport.ts"
import { audit } from "../../access/Audit.ts"
import { Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { importUses } from "./importUses.ts"
import { isStuck, trackImportColumns } from "./trackImportRow.ts"

/** RemovalParameters are the parameters of the job. */
export interface RemovalParameters {
  readonly import_id: string
  readonly author: Author
}

/** MAX_REPEATED_IMPORTS is how many other imports are named. */
const MAX_REPEATED_IMPORTS = 20

/** ImportState is what is known of an import that may be removed. */
interface ImportState {
  readonly noted: boolean
  readonly state: TrackImport["state"]
  readonly stuck: boolean
  readonly file_name: string
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = trackImportColumns(pg)
  const one = (projectId: string, id: string) => pg`i.project_id = ${projectId}::uuid and i.id = ${id}::uuid`

  const standingOf = Effect.fnUntraced(function* (projectId: string, id: string, forUpdate: boolean) {
    const [row] = yield* pg<ImportState>`
      select i.noted, i.state, ${pg.literal(isStuck)} as stuck, i.file_name
      from track_imports i
      where ${one(projectId, id)}
      ${pg.literal(forUpdate ? "for update of i" : "")}`
    if (row === undefined) return yield* new Missing()
    if (!row.noted)
      return yield* new StateConflict({
        code: "IMPORT_NOT_NOTED",
        detail: "The import was made by an older release, which did not note what it stored."
      })
    return row
  })

  /** Returns what removing the import would do now. */
  const plan = Effect.fn("RemovalRequests.plan")(function* (projectId: string, id: string) {
    const { state } = yield* standingOf(projectId, id, false)
    if (state === "removed")
      return yield* new StateConflict({ code: "IMPORT_REMOVED", detail: "The import was taken back." })
    const uses = importUses(pg, projectId, id)
    const [figures] = yield* pg<Omit<RemovalPlan, "animals" | "devices" | "repeated_by">>`
      select coalesce(sum(b.positions), 0)::float8 as positions,
        coalesce(sum(b.measurements), 0)::float8 as measurements,
        coalesce(sum(b.states), 0)::float8 as states,
        (
          select count(distinct o.position_id)::float8
          from curations c
            join curated_positions o on o.curation_id = c.id
            join positions p on p.id = o.position_id and p.original_time = o.original_time
          where c.project_id = ${projectId}::uuid and c.reverted_at is null and exists (
            select from import_batches b where b.import_id = ${id}::uuid and b.batch_id = p.batch_id
          )
        ) as curated,
        (
          select count(*)::float8
          from analysis_runs r
          where r.project_id = ${projectId}::uuid and r.status = 'completed'
            and r.created_at >= (select i.created_at from track_imports i where i.id = ${id}::uuid)
            and r.subject_ids && array(
              select a.entity_id
              from entity_assignments a
              where a.device_id in (select b.device_id from import_batches b where b.import_id = ${id}::uuid)
            )
        ) as kept_runs
      from import_batches b
      where b.import_id = ${id}::uuid`
    const repeated_by = yield* pg<RemovalPlan["repeated_by"][number]>`
      select distinct i.id, i.file_name
      from import_batches b
        join import_batches o on o.device_id = b.device_id and o.from_time <= b.to_time
          and o.to_time >= b.from_time and o.import_id <> b.import_id and o.repeated > 0
        join track_imports i on i.id = o.import_id and i.state in ('open', 'finished')
      where b.import_id = ${id}::uuid and b.positions + b.measurements + b.states > 0
      order by i.file_name, i.id
      limit ${MAX_REPEATED_IMPORTS}`
    const fateOf = (found: Parameters<typeof withMore>[1]): RemovalCounts => withMore(noRemovals, found)
    return {
      ...figures!,
      animals: fateOf(yield* uses.animals(null, false)),
      devices: fateOf(yield* uses.devices(null, false)),
      repeated_by
    } satisfies RemovalPlan
  }, refusing({}))

  /** Starts the removal; of an import that is removed already it returns the result. */
  const ask = Effect.fn("RemovalRequests.ask")(
    function* (actor: Actor, projectId: string, id: string) {
      const { file_name, state, stuck } = yield* standingOf(projectId, id, true)
      if (state === "open" || state === "finished" || (state === "removing" && stuck)) {
        const job = uuid7()
        const { kind, name, requestId } = actor
        const parameters: RemovalParameters = {
          import_id: id,
          author: { kind, id: actor.id, name, requestId }
        }
        yield* pg`
          insert into jobs (id, kind, project_id, created_by_user_id, parameters)
          values (
            ${job}::uuid, 'import_removal', ${projectId}::uuid, ${actor.userId}::uuid, ${pg.json(parameters)}
          )`
        yield* pg`
          update track_imports i set state = 'removing', removal_job_id = ${job}::uuid, updated_at = now()
          where ${one(projectId, id)}`
        yield* audit(pg, actor, {
          action: "import.removal_asked",
          objectType: "import",
          objectId: id,
          projectId,
          detail: { file_name, job_id: job }
        })
      }
      const [row] = yield* pg<TrackImport>`
        select ${selected} from track_imports i where ${one(projectId, id)}`
      return row!
    },
    pg.withTransaction,
    refusing({})
  )

  return { plan, ask }
})

/** RemovalRequests plans and requests removals of imports. */
export class RemovalRequests extends Context.Service<RemovalRequests>()("store/RemovalRequests", { make }) {
  static readonly layer = Layer.effect(RemovalRequests, make)
}
