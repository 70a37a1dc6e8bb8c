// Handlers of groups of entities.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Groups } from "../../../store/tracking/entities/Groups.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** `GroupsLive` reads and changes groups. */
export const GroupsLive = HttpApiBuilder.group(
  Api,
  "groups",
  Effect.fnUntraced(function* (handlers) {
    const groups = yield* Groups
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => groups.list(params.project_id, seen, query, window))
        ),
      create: ({ params, payload }) =>
        withActor((actor, seen) => groups.create(actor, params.project_id, seen, payload)).pipe(asRefusal),
      get: ({ params }) =>
        withVisibility((seen) => groups.get(params.project_id, seen, params.group_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActor((actor, seen) =>
          groups.update(actor, params.project_id, seen, params.group_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActor((actor, seen) => groups.remove(actor, params.project_id, seen, params.group_id)).pipe(
          asRefusal
        )
    })
  })
)
