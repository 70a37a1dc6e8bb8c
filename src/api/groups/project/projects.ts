// Handlers of projects.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Projects } from "../../../store/tracking/projects/Projects.ts"
import { expectedEditions, withEdition } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `ProjectsLive` reads and changes projects, with editions in `ETag`. */
export const ProjectsLive = HttpApiBuilder.group(
  Api,
  "projects",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects
    return handlers.handleAll({
      list: ({ query, request }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          page(request, query, (window) => projects.list(actor, query.slug ?? null, window))
        ),
      create: ({ payload }) =>
        Effect.flatMap(CurrentActor, (actor) => projects.create(actor, payload)).pipe(
          Effect.map((made) => withEdition(made, 201)),
          asRefusal
        ),
      get: ({ params }) =>
        Effect.map(projects.get(params.project_id), (found) => withEdition(found)).pipe(asRefusal),
      update: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          projects.update(actor, params.project_id, expectedEditions(headers["if-match"]), payload)
        ).pipe(
          Effect.map((done) => withEdition(done)),
          asRefusal
        ),
      remove: ({ headers, params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          projects.remove(actor, params.project_id, expectedEditions(headers["if-match"]))
        ).pipe(asRefusal)
    })
  })
)
