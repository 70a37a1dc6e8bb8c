// Handlers of the roles of a project.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Roles } from "../../../store/access/Roles.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorPermissions } from "../../access/withCaller.ts"

/** `RolesLive` reads and changes roles. */
export const RolesLive = HttpApiBuilder.group(
  Api,
  "roles",
  Effect.fnUntraced(function* (handlers) {
    const roles = yield* Roles
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        page(request, query, (window) => roles.list(params.project_id, window)),
      create: ({ params, payload }) =>
        withActorPermissions((actor, may) => roles.create(actor, may, params.project_id, payload)).pipe(
          asRefusal
        ),
      get: ({ params }) => roles.get(params.project_id, params.role_key).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActorPermissions((actor, may) =>
          roles.update(actor, may, params.project_id, params.role_key, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActorPermissions((actor, may) =>
          roles.remove(actor, may, params.project_id, params.role_key)
        ).pipe(asRefusal)
    })
  })
)
