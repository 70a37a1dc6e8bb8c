// Answers for entities.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../contract/Api.ts"
import { Entities } from "../../store/tracking/Entities.ts"
import { page } from "../http/paging.ts"
import { asRefusal } from "../http/refusals.ts"
import { withActor, withVisibility } from "../access/withCaller.ts"

export const EntitiesLive = HttpApiBuilder.group(
  Api,
  "entities",
  Effect.fnUntraced(function* (handlers) {
    const entities = yield* Entities
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => entities.list(params.project_id, seen, query, window))
        ),
      create: ({ params, payload }) =>
        withActor((actor, seen) => entities.create(actor, params.project_id, seen, payload)).pipe(asRefusal),
      get: ({ params }) =>
        withVisibility((seen) => entities.get(params.project_id, seen, params.entity_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActor((actor, seen) =>
          entities.update(actor, params.project_id, seen, params.entity_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActor((actor, seen) => entities.remove(actor, params.project_id, seen, params.entity_id)).pipe(
          asRefusal
        )
    })
  })
)
