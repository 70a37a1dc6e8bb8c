// Lists runs: newest first, without results, filtered.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { RunStatus } from "../../domain/analysis/advance.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { RunSummary } from "../../domain/analysis/Run.ts"
import { containsText } from "../search/textMatch.ts"
import { texts } from "../sql/arrays.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { endsSoon, runColumns, seesRun } from "./runRow.ts"

/** RunFilter narrows a list of runs. */
export interface RunFilter {
  readonly modules: ReadonlyArray<ModuleKey>
  readonly status?: RunStatus
  /** those with a name, or those without */
  readonly kept?: boolean
  /** those whose result is removed soon, or the others */
  readonly ends_soon?: boolean
  /** id of the user who started them */
  readonly created_by?: string
  /** part of the name of the run or of one of its subjects */
  readonly q?: string
}

/** Reads a window of the runs that the caller sees. */
export const listRuns = (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  { created_by, ends_soon, kept, modules, q, status }: RunFilter,
  window: Window
) => {
  /** Runs about an entity of the project with `text` in its name. */
  const isAbout = (text: string) => pg`r.subject_ids && array(
    select e.id from entities e where e.project_id = ${projectId}::uuid and ${containsText(pg, "e.name", text)}
  )`
  return Effect.map(
    pg<RunSummary & { readonly place_time: string }>`
      select ${pg.literal(runColumns)}, ${pg.literal(placeTime("r.created_at"))} as place_time
      from analysis_runs r
      where ${pg.and([
        pg`r.project_id = ${projectId}::uuid and r.module = any(${texts(modules)})`,
        seesRun(pg, visibility),
        ...(status === undefined ? [] : [pg`r.status = ${status}`]),
        ...(kept === undefined ? [] : [pg`(r.name is not null) = ${kept}`]),
        ...(ends_soon === undefined ? [] : [pg`${pg.literal(endsSoon)} = ${ends_soon}`]),
        ...(created_by === undefined ? [] : [pg`r.created_by_user_id = ${created_by}::uuid`]),
        ...(q === undefined ? [] : [pg.or([containsText(pg, "r.name", q), isAbout(q)])]),
        after(pg, window, "r.created_at", "r.id")
      ])}
      order by r.created_at desc, r.id desc
      limit ${window.limit + 1}`,
    (rows) => slice(window, rows, (row) => row.id)
  )
}
