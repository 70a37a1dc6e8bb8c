// Answers for entities.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../contract/Api.ts"
import { CurrentActor } from "../contract/authorization.ts"
import { Entities } from "../store/Entities.ts"
import { page } from "./paging.ts"
import { asRefusal } from "./refusals.ts"

export const EntitiesLive = HttpApiBuilder.group(Api, "entities", Effect.fnUntraced(function*(handlers) {
  const entities = yield* Entities
  return handlers.handleAll({
    list: ({ params, query, request }) => page(request, query, (window) => entities.list(params.project_id, query, window)),
    create: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => entities.create(actor, params.project_id, payload)).pipe(asRefusal),
    get: ({ params }) => entities.get(params.project_id, params.entity_id).pipe(asRefusal),
    update: ({ params, payload }) => Effect.flatMap(CurrentActor, (actor) => entities.update(actor, params.project_id, params.entity_id, payload)).pipe(asRefusal),
    remove: ({ params }) => Effect.flatMap(CurrentActor, (actor) => entities.remove(actor, params.project_id, params.entity_id)).pipe(asRefusal)
  })
}))
