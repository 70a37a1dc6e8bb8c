// Handlers of assignments of devices to entities.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { EntityAssignments } from "../../../store/tracking/assignments/EntityAssignments.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** `EntityAssignmentsLive` reads and changes which device an entity wears, and when. */
export const EntityAssignmentsLive = HttpApiBuilder.group(
  Api,
  "entityAssignments",
  Effect.fnUntraced(function* (handlers) {
    const assignments = yield* EntityAssignments
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => assignments.list(params.project_id, seen, query, window))
        ).pipe(asRefusal),
      create: ({ params, payload }) =>
        withActor((actor, seen) => assignments.create(actor, params.project_id, seen, payload)).pipe(
          asRefusal
        ),
      preview: ({ params, payload }) =>
        withActor((actor, seen) => assignments.preview(actor, params.project_id, seen, payload.changes)).pipe(
          asRefusal
        ),
      batch: ({ params, payload }) =>
        withActor((actor, seen) => assignments.batch(actor, params.project_id, seen, payload.changes)).pipe(
          asRefusal
        ),
      get: ({ params }) =>
        withVisibility((seen) => assignments.get(params.project_id, seen, params.assignment_id)).pipe(
          asRefusal
        ),
      update: ({ params, payload }) =>
        withActor((actor, seen) =>
          assignments.update(actor, params.project_id, seen, params.assignment_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActor((actor, seen) =>
          assignments.remove(actor, params.project_id, seen, params.assignment_id)
        ).pipe(asRefusal)
    })
  })
)
