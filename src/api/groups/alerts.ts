// Answers for alerts: which moves are allowed is the domain's table, who moved first is the store's row lock.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { Conflict, Invalid } from "../../contract/http/errors.ts"
import type { AlertAction } from "../../domain/event/handle.ts"
import { Alerts } from "../../store/events/Alerts.ts"
import { page } from "../http/paging.ts"
import { asRefusal } from "../http/refusals.ts"
import { withActor, withVisibility } from "../access/withCaller.ts"
import { checkRange } from "../http/timeRange.ts"

export const AlertsLive = HttpApiBuilder.group(
  Api,
  "alerts",
  Effect.fnUntraced(function* (handlers) {
    const alerts = yield* Alerts

    const move =
      (action: AlertAction) =>
      ({
        params,
        payload
      }: {
        readonly params: { readonly project_id: string; readonly alert_id: string }
        readonly payload: { readonly note?: string | null } | void
      }) =>
        withActor((actor, seen) =>
          alerts.move(actor, params.project_id, seen, params.alert_id, action, payload?.note ?? null)
        ).pipe(
          Effect.catchTags({
            MoveForbidden: ({ detail, status }) =>
              Effect.fail(new Conflict({ code: "ALERT_STATUS", detail, current_status: status })),
            NoteMissing: () =>
              Effect.fail(Invalid.at("/note", "NOTE_REQUIRED", "Say why the alert is opened again."))
          }),
          asRefusal
        )

    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          return HttpServerResponse.jsonUnsafe(
            yield* withVisibility((seen) =>
              page(request, query, (window) => alerts.list(params.project_id, seen, query, window))
            )
          )
        }),
      get: ({ params }) =>
        withVisibility((seen) => alerts.get(params.project_id, seen, params.alert_id)).pipe(asRefusal),
      acknowledge: move("acknowledge"),
      resolve: move("resolve"),
      reopen: move("reopen")
    })
  })
)
