// Answers for projects.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../contract/Api.ts"
import { CurrentActor } from "../../contract/http/authorization.ts"
import { Projects } from "../../store/tracking/Projects.ts"
import { page } from "../http/paging.ts"
import { asRefusal } from "../http/refusals.ts"

export const ProjectsLive = HttpApiBuilder.group(
  Api,
  "projects",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects
    return handlers.handleAll({
      list: ({ query, request }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          page(request, query, (window) => projects.list(actor, window))
        ),
      create: ({ payload }) =>
        Effect.flatMap(CurrentActor, (actor) => projects.create(actor, payload)).pipe(asRefusal),
      get: ({ params }) => projects.get(params.project_id).pipe(asRefusal),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) => projects.update(actor, params.project_id, payload)).pipe(
          asRefusal
        ),
      remove: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => projects.remove(actor, params.project_id)).pipe(asRefusal)
    })
  })
)
