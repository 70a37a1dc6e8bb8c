// Answers for groups.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../contract/Api.ts"
import { CurrentActor } from "../contract/authorization.ts"
import { Groups } from "../store/Groups.ts"
import { page } from "./paging.ts"
import { asRefusal } from "./refusals.ts"

export const GroupsLive = HttpApiBuilder.group(Api, "groups", Effect.fnUntraced(function*(handlers) {
  const groups = yield* Groups
  return handlers.handleAll({
    list: ({ params, query, request }) => page(request, query, (window) => groups.list(params.project_id, query, window)),
    create: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => groups.create(actor, params.project_id, payload)).pipe(asRefusal),
    get: ({ params }) => groups.get(params.project_id, params.group_id).pipe(asRefusal),
    update: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => groups.update(actor, params.project_id, params.group_id, payload)).pipe(asRefusal),
    remove: ({ params }) => Effect.flatMap(CurrentActor, (actor) => groups.remove(actor, params.project_id, params.group_id)).pipe(asRefusal)
  })
}))
