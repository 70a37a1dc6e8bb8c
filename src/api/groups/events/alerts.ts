// Handlers of alerts. The domain's table decides which moves are allowed; the store's row lock decides which
// came first.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Conflict, Invalid } from "../../../contract/http/errors.ts"
import type { AlertAction } from "../../../domain/event/alertStatus.ts"
import { Alerts } from "../../../store/events/Alerts.ts"
import type { MoveForbidden } from "../../../store/events/moveAlert.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** Returns 409 for a move that is not allowed, with the status that the alert keeps. */
const moveConflict = ({ code, detail, status }: MoveForbidden) =>
  new Conflict({ code, detail, current_status: status })

/** `AlertsLive` lists alerts, and acknowledges, resolves, reopens and undoes. */
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
            MoveForbidden: (forbidden) => Effect.fail(moveConflict(forbidden)),
            NoteMissing: () =>
              Effect.fail(Invalid.at("/note", "NOTE_REQUIRED", "Say why the alert is opened again."))
          }),
          asRefusal
        )

    return handlers.handleAll({
      list: ({ params, query, request }) =>
        pageOfSpan(request, query, (seen, window) => alerts.list(params.project_id, seen, query, window)),
      summary: ({ params }) => withVisibility((seen) => alerts.summary(params.project_id, seen)),
      get: ({ params }) =>
        withVisibility((seen) => alerts.get(params.project_id, seen, params.alert_id)).pipe(asRefusal),
      acknowledge: move("acknowledge"),
      resolve: move("resolve"),
      reopen: move("reopen"),
      undo: ({ params, payload }) =>
        withActor((actor, seen) =>
          alerts.undo(actor, params.project_id, seen, params.alert_id, payload.step_at)
        ).pipe(
          Effect.catchTag("MoveForbidden", (forbidden) => Effect.fail(moveConflict(forbidden))),
          asRefusal
        )
    })
  })
)
