// Answers for analyses: they ask, wait and read; nothing is computed here.
import { Context, Effect, Result } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import { Forbidden, Invalid, notFound, TooMany, Unavailable } from "../../contract/http/errors.ts"
import {
  catalogue,
  enabledModules,
  isModuleKey,
  type ModuleKey,
  moduleKeys
} from "../../domain/analysis/catalogue.ts"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import { readQuery } from "../../domain/analysis/readQuery.ts"
import { MAX_GEOMETRIES, MAX_QUEUED } from "../../domain/analysis/Run.ts"
import { AnalysesBusy, keptWarning, Runs, TooManyQueued } from "../../store/analyses/Runs.ts"
import { answerLater } from "../http/answerLater.ts"
import { exportRun, featureOf } from "../write/exportRun.ts"
import { page } from "../http/paging.ts"
import { inBody, inQuery, planRun } from "./planRun.ts"
import { asRefusal } from "../http/refusals.ts"

/** The settings of a deployment that requests are held against. */
export const AnalysisPolicy = Context.Reference<{
  /** `ANALYSIS_MODULES` */
  readonly modules: ReadonlyArray<string>
  /** `ANALYSIS_MAX_FIXES` */
  readonly maxFixes: number
}>("api/AnalysisPolicy", { defaultValue: () => ({ modules: moduleKeys, maxFixes: DEFAULT_MAX_FIXES }) })

/** When to ask again where five wait, or the tables are held. */
const RETRY_SECONDS = 30

/** What only runs refuse: 503 while their tables are held, 429 with the count of queued ones. */
const asAnalysisRefusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catch(
      (
        error
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Exclude<E, AnalysesBusy | TooManyQueued>> => {
        if (error instanceof AnalysesBusy)
          return answerLater(
            new Unavailable({
              code: "ANALYSES_BUSY",
              detail: "The analyses cannot be reached now; everything else goes on."
            }),
            RETRY_SECONDS
          )
        if (!(error instanceof TooManyQueued))
          // the two classes are said otherwise
          return Effect.fail(error as Exclude<E, AnalysesBusy | TooManyQueued>)
        const { queued } = error
        return answerLater(
          new TooMany({
            code: "TOO_MANY_QUEUED",
            detail:
              `${queued} runs are queued in this project, and ${MAX_QUEUED} may be. Wait for one to ` +
              `begin.`,
            queued
          }),
          RETRY_SECONDS
        )
      }
    )
  )

export const AnalysisModulesLive = HttpApiBuilder.group(
  Api,
  "analysisModules",
  Effect.fnUntraced(function* (handlers) {
    const { modules } = yield* AnalysisPolicy
    const all = enabledModules(modules, {}).map((key) => catalogue[key])
    return handlers.handleAll({
      list: ({ query, request }) =>
        page(
          request,
          query,
          ({ after, limit }) => {
            // in the order of the catalogue, which has no times: a module's place is its key
            const from = after === null ? 0 : all.findIndex(({ key }) => key === after.id) + 1
            const items = all.slice(from, from + limit),
              last = items.at(-1)
            return Effect.succeed({
              items,
              next: last !== undefined && from + limit < all.length ? { time: NO_TIME, id: last.key } : null
            })
          },
          "text"
        )
    })
  })
)

export const AnalysesLive = HttpApiBuilder.group(
  Api,
  "analyses",
  Effect.fnUntraced(function* (handlers) {
    const runs = yield* Runs
    const policy = yield* AnalysisPolicy

    /** The modules that the project offers; where there is none, there are no analyses. */
    const offered = Effect.fnUntraced(function* (projectId: string) {
      const modules = enabledModules(policy.modules, yield* runs.settings(projectId))
      return modules.length === 0 ? yield* notFound() : modules
    })

    /** A module by its key: one that is switched off is not there, one that nobody knows is a mistake. */
    const moduleOf = Effect.fnUntraced(function* (projectId: string, key: string) {
      const modules = yield* offered(projectId)
      if (!isModuleKey(key))
        return yield* Invalid.at(
          "/module",
          "MODULE_UNKNOWN",
          `There is no such module; there are ${modules.join(" and ")}.`
        )
      return modules.includes(key) ? key : yield* notFound()
    })

    /** A run of a module that is on offer, seen by the caller. */
    const find = Effect.fnUntraced(function* (projectId: string, id: string) {
      const { visibility } = yield* CurrentVisibility
      const run = yield* runs.find(projectId, visibility, id)
      yield* moduleOf(projectId, run.module)
      return run
    })

    /** One's own run with `analysis:run`, another's with `project:write`. */
    const owned = Effect.fnUntraced(function* (projectId: string, id: string) {
      const run = yield* find(projectId, id)
      const actor = yield* CurrentActor
      const { may } = yield* CurrentVisibility
      const isOwn = run.created_by_user_id === actor.userId
      if (may("project:write") || (isOwn && may("analysis:run"))) return actor
      const permission = isOwn ? "analysis:run" : "project:write"
      return yield* new Forbidden({
        code: "FORBIDDEN",
        detail: isOwn
          ? "This needs the permission analysis:run."
          : "The run is another's: this needs the permission project:write.",
        permission
      })
    })

    const plan = Effect.fnUntraced(function* (
      projectId: string,
      module: ModuleKey,
      given: Readonly<Record<string, unknown>>,
      place: typeof inBody
    ) {
      const { visibility } = yield* CurrentVisibility
      return yield* planRun(runs, projectId, visibility, module, given, policy.maxFixes, place)
    })

    const said = <A, E, R>(effect: Effect.Effect<A, E, R>) => asRefusal(asAnalysisRefusal(effect))

    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.gen(function* () {
          const modules = yield* offered(params.project_id)
          const { module, ...filter } = query
          if (module !== undefined && !modules.includes(module)) return yield* notFound()
          const { visibility } = yield* CurrentVisibility
          return HttpServerResponse.jsonUnsafe(
            yield* page(request, query, (window) =>
              runs.list(
                params.project_id,
                visibility,
                { modules: module === undefined ? modules : [module], ...filter },
                window
              )
            )
          )
        }).pipe(said),
      create: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          const module = yield* moduleOf(params.project_id, payload.module)
          const { run } = yield* plan(params.project_id, module, payload.parameters, inBody)
          const key = {
            route: `POST /projects/${params.project_id}/analyses`,
            key: headers["idempotency-key"] ?? null,
            body: payload
          }
          const made = yield* runs.create(
            yield* CurrentActor,
            params.project_id,
            { ...run, name: payload.name ?? null, sourceRunId: null },
            key
          )
          return HttpServerResponse.jsonUnsafe(made, { status: 201 })
        }).pipe(said),
      estimate: ({ params, query }) =>
        Effect.gen(function* () {
          const { module: key, ...members } = query
          const module = yield* moduleOf(params.project_id, key)
          const given = readQuery(members)
          if (Result.isFailure(given)) return yield* Invalid.of(given.failure)
          return (yield* plan(params.project_id, module, given.success, inQuery)).estimate
        }).pipe(said),
      get: ({ params }) =>
        Effect.gen(function* () {
          yield* find(params.project_id, params.run_id)
          const { visibility } = yield* CurrentVisibility
          return HttpServerResponse.jsonUnsafe(yield* runs.get(params.project_id, visibility, params.run_id))
        }).pipe(said),
      update: ({ params, payload }) =>
        Effect.gen(function* () {
          const actor = yield* owned(params.project_id, params.run_id)
          const { kept, run } = yield* runs.rename(actor, params.project_id, params.run_id, payload.name)
          return HttpServerResponse.jsonUnsafe(
            payload.name === null ? run : { ...run, warnings: keptWarning(kept) }
          )
        }).pipe(said),
      cancel: ({ params }) =>
        Effect.gen(function* () {
          return HttpServerResponse.jsonUnsafe(
            yield* runs.cancel(
              yield* owned(params.project_id, params.run_id),
              params.project_id,
              params.run_id
            )
          )
        }).pipe(said),
      rerun: ({ params }) =>
        Effect.gen(function* () {
          const source = yield* find(params.project_id, params.run_id)
          const { run } = yield* plan(params.project_id, source.module, source.parameters, inBody)
          const made = yield* runs.create(
            yield* CurrentActor,
            params.project_id,
            { ...run, name: null, sourceRunId: source.id },
            { route: "rerun", key: null, body: null }
          )
          return HttpServerResponse.jsonUnsafe(made, { status: 201 })
        }).pipe(
          Effect.catchTag("KeyReused", (unused) => Effect.die(unused)),
          said
        ),
      remove: ({ params }) =>
        Effect.gen(function* () {
          yield* runs.remove(yield* owned(params.project_id, params.run_id), params.project_id, params.run_id)
        }).pipe(said),
      geometries: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* find(params.project_id, params.run_id)
          const limit = query.limit ?? MAX_GEOMETRIES
          // shapes have no time: their place in the list is their number alone
          const { items, next_cursor } = yield* page(
            request,
            { ...query, limit },
            (window) =>
              Effect.map(
                runs.geometries(params.run_id, query, Number(window.after?.id ?? 0), limit + 1),
                (found) => ({
                  items: found.slice(0, limit),
                  next: found.length > limit ? { time: NO_TIME, id: String(found[limit - 1]!.id) } : null
                })
              ),
            "integer"
          )
          return HttpServerResponse.jsonUnsafe({
            type: "FeatureCollection",
            features: items.map(featureOf),
            next_cursor
          })
        }).pipe(said),
      export: ({ params, query }) =>
        Effect.gen(function* () {
          yield* find(params.project_id, params.run_id)
          const { visibility } = yield* CurrentVisibility
          return yield* exportRun(
            runs,
            yield* runs.get(params.project_id, visibility, params.run_id),
            query.what,
            query.format
          )
        }).pipe(said)
    })
  })
)

const NO_TIME = "2000-01-01T00:00:00.000000Z"
