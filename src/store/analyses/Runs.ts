// Runs as the API requests them: list, look up, start, name, cancel, restart, remove. The worker's side is in
// `RunQueueSql.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { isOver, type RunStatus } from "../../domain/analysis/advance.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { AnalysisGeometry, GeometryKind } from "../../domain/analysis/Geometry.ts"
import type { Selector } from "../../domain/analysis/Plan.ts"
import { MAX_NAMED_RUNS, type Run, type RunSummary } from "../../domain/analysis/Run.ts"
import { findFeatures, findSubjects } from "./analysisSubjects.ts"
import { type FixCountQuery, countFixes } from "./fixes.ts"
import { fixesByWeek } from "./fixesByWeek.ts"
import type { Window } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { runChanges } from "./changeRuns.ts"
import { lockBriefly } from "./lockBriefly.ts"
import { countRuns, workerAge } from "./countRuns.ts"
import { findRuns } from "./findRuns.ts"
import { listRuns, type RunFilter } from "./listRuns.ts"
import { isAbandoned, ofProject, runColumns, seesRun } from "./runRow.ts"

/** OwnedRun is a run with what decides whether a caller may change it. */
interface OwnedRun {
  readonly id: string
  readonly module: ModuleKey
  readonly status: RunStatus
  readonly created_by_user_id: string | null
  readonly parameters: Readonly<Record<string, unknown>>
}

/** GeometryFilter narrows a list of shapes. */
interface GeometryFilter {
  readonly kind?: GeometryKind
  readonly subject_id?: string
}
/** KeptGeometry is a shape of a run, with its place in the list. */
export type KeptGeometry = AnalysisGeometry & { readonly id: number }

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(runColumns)
  const brief = lockBriefly(pg)
  const one = ofProject(pg)

  const isLost = pg.literal(isAbandoned("r"))

  const read = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const [found] = yield* pg<RunSummary & Pick<Run, "result"> & { readonly lost: boolean }>`
      select ${selected}, r.result, ${isLost} as lost
      from analysis_runs r
      where ${one(projectId, id)} and ${seesRun(pg, visibility)}`
    if (found === undefined) return yield* new Missing()
    const { lost, ...row } = found
    if (isOver(row.status)) return row satisfies Run
    return { ...row, worker: { heartbeat_age_seconds: yield* workerAge(pg), lost } } satisfies Run
  })

  /** Newest first, without results. */
  const list = Effect.fn("Runs.list")(
    (projectId: string, visibility: Visibility, filter: RunFilter, window: Window) =>
      brief(listRuns(pg, projectId, visibility, filter, window))
  )

  /** Counts of the runs of these modules; `queue_full` also counts other modules. */
  const counts = Effect.fn("Runs.counts")(
    (projectId: string, visibility: Visibility, modules: ReadonlyArray<ModuleKey>) =>
      brief(countRuns(pg, projectId, visibility, modules))
  )

  const find = Effect.fn("Runs.find")((projectId: string, visibility: Visibility, id: string) =>
    brief(
      Effect.gen(function* () {
        const [row] = yield* pg<OwnedRun>`
          select r.id, r.module, r.status, r.created_by_user_id, r.parameters
          from analysis_runs r
          where ${one(projectId, id)} and ${seesRun(pg, visibility)}`
        return row ?? (yield* new Missing())
      })
    )
  )

  /** Shapes in the order of the result, `after` an id. */
  const geometries = Effect.fn("Runs.geometries")(
    (runId: string, filter: GeometryFilter, afterId: number, limit: number) =>
      brief(pg<KeptGeometry>`
        select g.id::float8 as id, g.kind, g.subject_id, g.label, g.level, g.area_m2, g.geom, g.properties
        from analysis_geometries g
        where ${pg.and([
          pg`g.run_id = ${runId}::uuid and g.id > ${afterId}`,
          ...(filter.kind === undefined ? [] : [pg`g.kind = ${filter.kind}`]),
          ...(filter.subject_id === undefined ? [] : [pg`g.subject_id = ${filter.subject_id}::uuid`])
        ])}
        order by g.id
        limit ${limit}`)
  )

  return {
    ...runChanges(pg, read),
    list,
    counts,
    find,
    geometries,
    /** Runs whose name or module contains `q`, the `limit` best matches, in no order. */
    search: (
      projectId: string,
      visibility: Visibility,
      modules: ReadonlyArray<ModuleKey>,
      q: string,
      limit: number
    ) => brief(findRuns(pg, projectId, visibility, modules, q, limit)),
    /** Counts the runs that wait for a worker. */
    waiting: (projectId: string, visibility: Visibility) =>
      brief(
        Effect.map(
          pg<{ n: number }>`
            select count(*)::int4 as n
            from analysis_runs r
            where r.project_id = ${projectId}::uuid and r.status = 'queued' and ${seesRun(pg, visibility)}`,
          ([row]) => row?.n ?? 0
        )
      ),
    get: (projectId: string, visibility: Visibility, id: string) => brief(read(projectId, visibility, id)),
    subjects: (projectId: string, visibility: Visibility, selector: Selector) =>
      brief(findSubjects(pg, projectId, visibility, selector)),
    count: (projectId: string, subjects: ReadonlyArray<FixCountQuery>, most: number) =>
      brief(countFixes(pg, projectId, subjects, most)),
    /** Fixes by week, up to the week of a moment (epoch ms). */
    weeks: (projectId: string, ids: ReadonlyArray<string>, to: number) =>
      brief(fixesByWeek(pg, projectId, ids, to)),
    features: (projectId: string, ids: ReadonlyArray<string>) => brief(findFeatures(pg, projectId, ids)),
    /** The settings that decide which modules a project offers. */
    settings: (projectId: string) =>
      brief(
        Effect.map(
          pg<{
            settings: Readonly<Record<string, unknown>>
          }>`select settings from projects where id = ${projectId}::uuid`,
          ([row]) => row?.settings ?? {}
        )
      )
  }
})

/** Runs stores runs of analyses. */
export class Runs extends Context.Service<Runs>()("store/Runs", { make }) {
  static readonly layer = Layer.effect(Runs, make)
}

/** Returns the warning about many named runs: above a number the oldest are removed. */
export const keptWarning = (kept: number): ReadonlyArray<{ readonly code: string; readonly text: string }> =>
  kept <= MAX_NAMED_RUNS
    ? []
    : [
        {
          code: "TOO_MANY_KEPT",
          text:
            `The project keeps ${kept} runs, and ${MAX_NAMED_RUNS} are kept: the next clean-up removes the ` +
            `oldest.`
        }
      ]
