// Handlers of types of entities.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { EntityTypes } from "../../../store/tracking/entities/EntityTypes.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `EntityTypesLive` reads and changes types of entities. */
export const EntityTypesLive = HttpApiBuilder.group(
  Api,
  "entityTypes",
  Effect.fnUntraced(function* (handlers) {
    const entityTypes = yield* EntityTypes
    return handlers.handleAll({
      list: ({ query, request }) => page(request, query, entityTypes.list),
      create: ({ payload }) =>
        Effect.flatMap(CurrentActor, (actor) => entityTypes.create(actor, payload)).pipe(asRefusal),
      get: ({ params }) => entityTypes.get(params.entity_type_id).pipe(asRefusal),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          entityTypes.update(actor, params.entity_type_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => entityTypes.remove(actor, params.entity_type_id)).pipe(
          asRefusal
        )
    })
  })
)
