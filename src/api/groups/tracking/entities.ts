// Handlers of entities.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { DEFAULT_NEAREST_ENTITIES, nearest } from "../../../domain/tracking/Nearest.ts"
import { Entities } from "../../../store/tracking/entities/Entities.ts"
import { type EntityDetail, EntityList } from "../../../store/tracking/entities/EntityList.ts"
import { LastPlaces } from "../../../store/tracking/map/LastPlaces.ts"
import { expectedEditions, withEdition } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** Returns the known words of `include`, which the contract has checked. */
const extrasOf = (include = ""): ReadonlyArray<EntityDetail> =>
  include.split(",").filter((word): word is EntityDetail => word === "now" || word === "spark")

/** `EntitiesLive` reads and changes entities, and finds the nearest ones. */
export const EntitiesLive = HttpApiBuilder.group(
  Api,
  "entities",
  Effect.fnUntraced(function* (handlers) {
    const entities = yield* Entities
    const entitiesShown = yield* EntityList
    const places = yield* LastPlaces
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) =>
            entitiesShown.list(params.project_id, seen, query, extrasOf(query.include), window)
          )
        ),
      create: ({ params, payload }) =>
        withActor((actor, seen) => entities.create(actor, params.project_id, seen, payload)).pipe(
          Effect.map((created) => withEdition(created, 201)),
          asRefusal
        ),
      get: ({ params, query }) =>
        withVisibility((seen) =>
          entitiesShown.get(params.project_id, seen, params.entity_id, extrasOf(query.include))
        ).pipe(
          Effect.map((found) => withEdition(found)),
          asRefusal
        ),
      nearest: ({ params, query }) =>
        Effect.gen(function* () {
          const at = query.at ?? (yield* Clock.currentTimeMillis)
          const neighbours = yield* withVisibility((seen) =>
            places.around(params.project_id, seen, params.entity_id, at)
          )
          return { items: nearest(neighbours, params.entity_id, at, query.limit ?? DEFAULT_NEAREST_ENTITIES) }
        }).pipe(asRefusal),
      update: ({ headers, params, payload }) =>
        withActor((actor, seen) =>
          entities.update(
            actor,
            params.project_id,
            seen,
            params.entity_id,
            expectedEditions(headers["if-match"]),
            payload
          )
        ).pipe(
          Effect.map((updated) => withEdition(updated)),
          asRefusal
        ),
      remove: ({ headers, params }) =>
        withActor((actor, seen) =>
          entities.remove(
            actor,
            params.project_id,
            seen,
            params.entity_id,
            expectedEditions(headers["if-match"])
          )
        ).pipe(asRefusal)
    })
  })
)
