// Runs for those who ask: list, look up, start, name, cancel, start again, remove. What a worker does to them
// is in `RunQueueSql.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { isOver, type RunStatus } from "../../domain/analysis/advance.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { AnalysisGeometry, GeometryKind } from "../../domain/analysis/Geometry.ts"
import type { Selector } from "../../domain/analysis/Plan.ts"
import { MAX_KEPT, MAX_QUEUED, type Run, type RunCounts, type RunSummary } from "../../domain/analysis/Run.ts"
import type { RankedItem } from "../../domain/system/SearchItem.ts"
import { type ChosenFeature, findFeatures, findSubjects, type Named } from "./analysisSubjects.ts"
import { type Counted, countFixes } from "./fixes.ts"
import { holds } from "../search/fits.ts"
import { texts } from "../sql/arrays.ts"
import { after, placeTime, type Slice, slice, type Window } from "../sql/keyset.ts"
import type { KeyReused, OnceKey } from "../sql/once.ts"
import { Missing, StateConflict } from "../sql/refusals.ts"
import { type PlannedRun, runChanges, type TooManyQueued } from "./changeRuns.ts"
import { type AnalysesBusy, lockBriefly } from "./lockBriefly.ts"
import { findRuns } from "./findRuns.ts"
import { ofProject, runColumns, seesRun } from "./runRow.ts"

export interface RunFilter {
  readonly modules: ReadonlyArray<ModuleKey>
  readonly status?: RunStatus
  /** those with a name, or those without */
  readonly kept?: boolean
  /** whoever started them, by their id */
  readonly created_by?: string
  /** in the name of the run or of one of its subjects */
  readonly q?: string
}

/** A run with what is needed to judge whether somebody may change it. */
export interface OwnedRun {
  readonly id: string
  readonly module: ModuleKey
  readonly status: RunStatus
  readonly created_by_user_id: string | null
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface GeometryFilter {
  readonly kind?: GeometryKind
  readonly subject_id?: string
}
/** A shape of a run, with its place in the list. */
export type KeptGeometry = AnalysisGeometry & { readonly id: number }

type Busy = AnalysesBusy

export class Runs extends Context.Service<
  Runs,
  {
    readonly subjects: (
      projectId: string,
      visibility: Visibility,
      selector: Selector
    ) => Effect.Effect<ReadonlyArray<Named>, Busy>
    readonly count: (
      projectId: string,
      subjects: ReadonlyArray<Counted>,
      most: number
    ) => Effect.Effect<ReadonlyArray<Named & { readonly fixes: number }>, Busy>
    readonly features: (
      projectId: string,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ChosenFeature>, Busy>
    /** The settings that decide which modules a project offers. */
    readonly settings: (projectId: string) => Effect.Effect<Readonly<Record<string, unknown>>, Busy>
    /** Newest first, without results. */
    readonly list: (
      projectId: string,
      visibility: Visibility,
      filter: RunFilter,
      window: Window
    ) => Effect.Effect<Slice<RunSummary>, Busy>
    /** Those whose name or module holds `q`, the `limit` that fit best, in no order. */
    readonly search: (
      projectId: string,
      visibility: Visibility,
      modules: ReadonlyArray<ModuleKey>,
      q: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RankedItem>, Busy>
    /** Those of these modules in figures; `queue_full` alone regards hidden ones too. */
    readonly counts: (
      projectId: string,
      visibility: Visibility,
      modules: ReadonlyArray<ModuleKey>
    ) => Effect.Effect<RunCounts, Busy>
    /** How many wait for a worker. */
    readonly waiting: (projectId: string, visibility: Visibility) => Effect.Effect<number, Busy>
    readonly get: (
      projectId: string,
      visibility: Visibility,
      id: string
    ) => Effect.Effect<Run, Missing | Busy>
    readonly find: (
      projectId: string,
      visibility: Visibility,
      id: string
    ) => Effect.Effect<OwnedRun, Missing | Busy>
    /** Queues a run; the same key again is the same run. */
    readonly create: (
      actor: Actor,
      projectId: string,
      run: PlannedRun,
      key: Omit<OnceKey, "actorId">
    ) => Effect.Effect<Run, TooManyQueued | KeyReused | Busy>
    /** Names a run, which keeps it, or (null) lets it expire again. `kept`: how many the project keeps now. */
    readonly rename: (
      actor: Actor,
      projectId: string,
      id: string,
      name: string | null
    ) => Effect.Effect<{ readonly run: Run; readonly kept: number }, Missing | Busy>
    /** A queued run ends at once, a running one when its worker hears of it. */
    readonly cancel: (
      actor: Actor,
      projectId: string,
      id: string
    ) => Effect.Effect<Run, Missing | StateConflict | Busy>
    readonly remove: (actor: Actor, projectId: string, id: string) => Effect.Effect<void, Missing | Busy>
    /** Shapes in the order they were found in, `after` an id. */
    readonly geometries: (
      runId: string,
      filter: GeometryFilter,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<KeptGeometry>, Busy>
  }
>()("store/Runs") {
  static readonly layer = Layer.effect(
    Runs,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(runColumns)
  const brief = lockBriefly(pg)
  const one = ofProject(pg)

  const worker = pg<{
    age: number | null
  }>`
    select extract(epoch from now() - max(beat_at))::float8 as age
    from worker_heartbeats
    where role = 'analyse'`.pipe(
    Effect.map(([{ age } = { age: null }]) => ({
      worker: { heartbeat_age_seconds: age === null ? null : Math.round(age * 10) / 10 }
    }))
  )

  const read = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* pg<RunSummary & Pick<Run, "result">>`
      select ${selected}, r.result
      from analysis_runs r
      where ${one(projectId, id)} and ${seesRun(pg, visibility)}`
    if (row === undefined) return yield* new Missing()
    return isOver(row.status) ? (row satisfies Run) : ({ ...row, ...(yield* worker) } satisfies Run)
  })

  /** Runs about an entity of the project with `q` in its name. */
  const isAbout = (projectId: string, q: string) => pg`r.subject_ids && array(
    select e.id from entities e where e.project_id = ${projectId}::uuid and ${holds(pg, "e.name", q)}
  )`

  const counts = Effect.fn("Runs.counts")(
    (projectId: string, visibility: Visibility, modules: ReadonlyArray<ModuleKey>) =>
      brief(
        Effect.gen(function* () {
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
            ...(yield* worker)
          } satisfies RunCounts
        })
      )
  )

  const list = Effect.fn("Runs.list")(
    (projectId: string, visibility: Visibility, filter: RunFilter, window: Window) =>
      brief(
        Effect.map(
          pg<RunSummary & { readonly place_time: string }>`
            select ${selected}, ${pg.literal(placeTime("r.created_at"))} as place_time
            from analysis_runs r
            where ${pg.and([
              pg`r.project_id = ${projectId}::uuid and r.module = any(${texts(filter.modules)})`,
              seesRun(pg, visibility),
              ...(filter.status === undefined ? [] : [pg`r.status = ${filter.status}`]),
              ...(filter.kept === undefined ? [] : [pg`(r.name is not null) = ${filter.kept}`]),
              ...(filter.created_by === undefined
                ? []
                : [pg`r.created_by_user_id = ${filter.created_by}::uuid`]),
              ...(filter.q === undefined
                ? []
                : [pg.or([holds(pg, "r.name", filter.q), isAbout(projectId, filter.q)])]),
              after(pg, window, "r.created_at", "r.id")
            ])}
            order by r.created_at desc, r.id desc
            limit ${window.limit + 1}`,
          (rows) => slice(window, rows, (row) => row.id)
        )
      )
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

  return Runs.of({
    ...runChanges(pg, read),
    list,
    counts,
    find,
    geometries,
    search: (projectId, visibility, modules, q, limit) =>
      brief(findRuns(pg, projectId, visibility, modules, q, limit)),
    waiting: (projectId, visibility) =>
      brief(
        Effect.map(
          pg<{ n: number }>`
            select count(*)::int4 as n
            from analysis_runs r
            where r.project_id = ${projectId}::uuid and r.status = 'queued' and ${seesRun(pg, visibility)}`,
          ([row]) => row?.n ?? 0
        )
      ),
    get: (projectId, visibility, id) => brief(read(projectId, visibility, id)),
    subjects: (projectId, visibility, selector) => brief(findSubjects(pg, projectId, visibility, selector)),
    count: (projectId, subjects, most) => brief(countFixes(pg, projectId, subjects, most)),
    features: (projectId, ids) => brief(findFeatures(pg, projectId, ids)),
    settings: (projectId) =>
      brief(
        Effect.map(
          pg<{
            settings: Readonly<Record<string, unknown>>
          }>`select settings from projects where id = ${projectId}::uuid`,
          ([row]) => row?.settings ?? {}
        )
      )
  })
})

/** Runs with a name above so many are removed, the oldest first. */
export const keptWarning = (kept: number): ReadonlyArray<{ readonly code: string; readonly text: string }> =>
  kept <= MAX_KEPT
    ? []
    : [
        {
          code: "TOO_MANY_KEPT",
          text:
            `The project keeps ${kept} runs, and ${MAX_KEPT} are kept: the next clean-up removes the ` +
            `oldest.`
        }
      ]
