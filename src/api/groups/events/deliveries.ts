// Handlers of deliveries: messages and webhook calls of automations.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { Conflict } from "../../../contract/http/errors.ts"
import { Deliveries } from "../../../store/delivery/Deliveries.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** `DeliveriesLive` lists, counts and repeats deliveries. */
export const DeliveriesLive = HttpApiBuilder.group(
  Api,
  "deliveries",
  Effect.fnUntraced(function* (handlers) {
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.map(
          withVisibility((seen) =>
            page(request, query, (window) => deliveries.list(params.project_id, seen, query, window))
          ),
          (p) => HttpServerResponse.jsonUnsafe(p)
        ),
      summary: ({ params }) => withVisibility((seen) => deliveries.summarise(params.project_id, seen)),
      get: ({ params }) =>
        withVisibility((seen) => deliveries.get(params.project_id, seen, params.delivery_id)).pipe(asRefusal),
      redeliver: ({ params }) =>
        withActor((actor, seen) =>
          deliveries.redeliver(actor, params.project_id, seen, params.delivery_id)
        ).pipe(
          Effect.catchTag("CannotRedeliver", ({ code, detail, status }) =>
            Effect.fail(new Conflict({ code, detail, current_status: status }))
          ),
          asRefusal
        ),
      redeliverAll: ({ params, payload }) =>
        withActor((actor, seen) => deliveries.redeliverAll(actor, params.project_id, seen, payload)).pipe(
          Effect.map((count) => ({ count })),
          asRefusal
        )
    })
  })
)
