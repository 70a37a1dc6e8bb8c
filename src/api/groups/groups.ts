// Answers for groups.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../contract/Api.ts"
import { Groups } from "../../store/tracking/Groups.ts"
import { page } from "../http/paging.ts"
import { asRefusal } from "../http/refusals.ts"
import { acting, seeing } from "../access/seeing.ts"

export const GroupsLive = HttpApiBuilder.group(
  Api,
  "groups",
  Effect.fnUntraced(function* (handlers) {
    const groups = yield* Groups
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        seeing((seen) =>
          page(request, query, (window) => groups.list(params.project_id, seen, query, window))
        ),
      create: ({ params, payload }) =>
        acting((actor, seen) => groups.create(actor, params.project_id, seen, payload)).pipe(asRefusal),
      get: ({ params }) =>
        seeing((seen) => groups.get(params.project_id, seen, params.group_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        acting((actor, seen) => groups.update(actor, params.project_id, seen, params.group_id, payload)).pipe(
          asRefusal
        ),
      remove: ({ params }) =>
        acting((actor, seen) => groups.remove(actor, params.project_id, seen, params.group_id)).pipe(
          asRefusal
        )
    })
  })
)
