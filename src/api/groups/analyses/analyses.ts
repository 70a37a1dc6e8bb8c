// Handlers of analyses: they queue, read and export runs; the computing is done by the runner.
import { Array, Clock, Effect, Result } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor, CurrentVisibility } from "../../../contract/http/authorization.ts"
import { Invalid, notFound } from "../../../contract/http/errors.ts"
import type { ModuleKey } from "../../../domain/analysis/catalogue.ts"
import { readSelector } from "../../../domain/analysis/readParameters.ts"
import { readQuery } from "../../../domain/analysis/readQuery.ts"
import { MAX_PAGE_GEOMETRIES } from "../../../domain/analysis/Run.ts"
import { keptWarning, Runs } from "../../../store/analyses/Runs.ts"
import { AnalysisPolicy } from "../../analyses/AnalysisPolicy.ts"
import { asAnalysisRefusal } from "../../analyses/asAnalysisRefusal.ts"
import { inBody, inQuery, planRun } from "../../analyses/planRun.ts"
import { runAccess } from "../../analyses/runAccess.ts"
import { PLACEHOLDER_TIME, page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { exportRun, featureOf } from "../../write/exportRun.ts"

/** `AnalysesLive` estimates, creates, reads, changes and exports runs of analyses. */
export const AnalysesLive = HttpApiBuilder.group(
  Api,
  "analyses",
  Effect.fnUntraced(function* (handlers) {
    const runs = yield* Runs
    const policy = yield* AnalysisPolicy
    const { find, moduleOf, offered, owned } = runAccess(runs, policy.modules)

    const plan = Effect.fnUntraced(function* (
      projectId: string,
      module: ModuleKey,
      parameters: Readonly<Record<string, unknown>>,
      location: typeof inBody
    ) {
      const { visibility } = yield* CurrentVisibility
      return yield* planRun(runs, projectId, visibility, module, parameters, policy.maxFixes, location)
    })

    const withRefusals = <A, E, R>(effect: Effect.Effect<A, E, R>) => asRefusal(asAnalysisRefusal(effect))

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
        }).pipe(withRefusals),
      summary: ({ params }) =>
        Effect.gen(function* () {
          const modules = yield* offered(params.project_id)
          const { visibility } = yield* CurrentVisibility
          return yield* runs.counts(params.project_id, visibility, modules)
        }).pipe(withRefusals),
      create: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          const module = yield* moduleOf(params.project_id, payload.module)
          const { run } = yield* plan(params.project_id, module, payload.parameters, inBody)
          const key = {
            route: `POST /projects/${params.project_id}/analyses`,
            key: headers["idempotency-key"] ?? null,
            body: payload
          }
          const created = yield* runs.create(
            yield* CurrentActor,
            params.project_id,
            { ...run, name: payload.name ?? null, sourceRunId: null },
            key
          )
          return HttpServerResponse.jsonUnsafe(created, { status: 201 })
        }).pipe(withRefusals),
      estimate: ({ params, query }) =>
        Effect.gen(function* () {
          const { module: key, ...members } = query
          const module = yield* moduleOf(params.project_id, key)
          const parameters = readQuery(members)
          if (Result.isFailure(parameters)) return yield* Invalid.of(parameters.failure)
          return (yield* plan(params.project_id, module, parameters.success, inQuery)).estimate
        }).pipe(withRefusals),
      fixesByWeek: ({ params, query }) =>
        Effect.gen(function* () {
          yield* offered(params.project_id)
          const { entity_ids, to, ...others } = query
          const selector = readSelector({
            ...others,
            ...(entity_ids === undefined ? {} : { entity_ids: Array.ensure(entity_ids) })
          })
          if (Result.isFailure(selector)) return yield* Invalid.of(selector.failure)
          const { visibility } = yield* CurrentVisibility
          const subjects = yield* runs.subjects(params.project_id, visibility, selector.success)
          return yield* runs.weeks(
            params.project_id,
            subjects.map(({ id }) => id),
            to ?? (yield* Clock.currentTimeMillis)
          )
        }).pipe(withRefusals),
      get: ({ params }) =>
        Effect.gen(function* () {
          yield* find(params.project_id, params.run_id)
          const { visibility } = yield* CurrentVisibility
          return HttpServerResponse.jsonUnsafe(yield* runs.get(params.project_id, visibility, params.run_id))
        }).pipe(withRefusals),
      update: ({ params, payload }) =>
        Effect.gen(function* () {
          const actor = yield* owned(params.project_id, params.run_id)
          const { kept, run } = yield* runs.rename(actor, params.project_id, params.run_id, payload.name)
          return HttpServerResponse.jsonUnsafe(
            payload.name === null ? run : { ...run, warnings: keptWarning(kept) }
          )
        }).pipe(withRefusals),
      cancel: ({ params }) =>
        Effect.gen(function* () {
          return HttpServerResponse.jsonUnsafe(
            yield* runs.cancel(
              yield* owned(params.project_id, params.run_id),
              params.project_id,
              params.run_id
            )
          )
        }).pipe(withRefusals),
      rerun: ({ params }) =>
        Effect.gen(function* () {
          const source = yield* find(params.project_id, params.run_id)
          const { run } = yield* plan(params.project_id, source.module, source.parameters, inBody)
          const created = yield* runs.create(
            yield* CurrentActor,
            params.project_id,
            { ...run, name: null, sourceRunId: source.id },
            { route: "rerun", key: null, body: null }
          )
          return HttpServerResponse.jsonUnsafe(created, { status: 201 })
        }).pipe(
          Effect.catchTag("KeyReused", (unused) => Effect.die(unused)),
          withRefusals
        ),
      remove: ({ params }) =>
        Effect.gen(function* () {
          yield* runs.remove(yield* owned(params.project_id, params.run_id), params.project_id, params.run_id)
        }).pipe(withRefusals),
      geometries: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* find(params.project_id, params.run_id)
          const limit = query.limit ?? MAX_PAGE_GEOMETRIES
          // geometries are sorted by their number alone
          const { items, next_cursor } = yield* page(
            request,
            { ...query, limit },
            (window) =>
              Effect.map(
                runs.geometries(params.run_id, query, Number(window.after?.id ?? 0), limit + 1),
                (found) => ({
                  items: found.slice(0, limit),
                  next:
                    found.length > limit ? { time: PLACEHOLDER_TIME, id: String(found[limit - 1]!.id) } : null
                })
              ),
            "integer"
          )
          return HttpServerResponse.jsonUnsafe({
            type: "FeatureCollection",
            features: items.map(featureOf),
            next_cursor
          })
        }).pipe(withRefusals),
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
        }).pipe(withRefusals)
    })
  })
)
