// Handlers of metrics, of the server and as a project has them.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Metrics } from "../../../store/tracking/measurements/Metrics.ts"
import { ProjectMetrics } from "../../../store/tracking/measurements/ProjectMetrics.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `MetricsLive` reads and changes the metrics of the server. */
export const MetricsLive = HttpApiBuilder.group(
  Api,
  "metrics",
  Effect.fnUntraced(function* (handlers) {
    const metrics = yield* Metrics
    return handlers.handleAll({
      list: ({ query, request }) => page(request, query, (window) => metrics.list(query, window), "text"),
      create: ({ payload }) =>
        Effect.flatMap(CurrentActor, (actor) => metrics.create(actor, payload)).pipe(asRefusal),
      get: ({ params }) => metrics.get(params.metric_key).pipe(asRefusal),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) => metrics.update(actor, params.metric_key, payload)).pipe(
          asRefusal
        ),
      remove: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => metrics.remove(actor, params.metric_key)).pipe(asRefusal)
    })
  })
)

/** `ProjectMetricsLive` reads the metrics of a project, and changes what it sets differently. */
export const ProjectMetricsLive = HttpApiBuilder.group(
  Api,
  "projectMetrics",
  Effect.fnUntraced(function* (handlers) {
    const metrics = yield* ProjectMetrics
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        page(request, query, (window) => metrics.list(params.project_id, query, window), "text"),
      get: ({ params }) => metrics.get(params.project_id, params.metric_key).pipe(asRefusal),
      update: ({ params: { metric_key, project_id }, payload }) =>
        Effect.flatMap(CurrentActor, (actor) => metrics.update(actor, project_id, metric_key, payload)).pipe(
          asRefusal
        ),
      remove: ({ params: { metric_key, project_id } }) =>
        Effect.flatMap(CurrentActor, (actor) => metrics.remove(actor, project_id, metric_key)).pipe(asRefusal)
    })
  })
)
