// Answers for entity assignments.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../contract/Api.ts"
import { CurrentActor } from "../contract/authorization.ts"
import { EntityAssignments } from "../store/Assignments.ts"
import { page } from "./paging.ts"
import { asRefusal } from "./refusals.ts"

export const EntityAssignmentsLive = HttpApiBuilder.group(Api, "entityAssignments", Effect.fnUntraced(function*(handlers) {
  const assignments = yield* EntityAssignments
  return handlers.handleAll({
    list: ({ params, query, request }) => page(request, query, (window) => assignments.list(params.project_id, query, window)).pipe(asRefusal),
    create: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => assignments.create(actor, params.project_id, payload)).pipe(asRefusal),
    get: ({ params }) => assignments.get(params.project_id, params.assignment_id).pipe(asRefusal),
    update: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => assignments.update(actor, params.project_id, params.assignment_id, payload)).pipe(asRefusal),
    remove: ({ params }) => Effect.flatMap(CurrentActor, (actor) => assignments.remove(actor, params.project_id, params.assignment_id)).pipe(asRefusal)
  })
}))
