// How a run is selected, and which runs a reader may see.
import type { PgClient } from "@effect/sql-pg"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"

/** Columns of a run without its result; alias `r`. */
export const runColumns = `
  r.id, r.project_id, r.module, r.status, r.name, r.parameters, r.method_version,
  r.progress::int as progress,
  r.cancel_requested, r.input_count, r.excluded_count,
  r.result_version::int as result_version,
  r.error_code, r.error_message, r.created_by_user_id,
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
