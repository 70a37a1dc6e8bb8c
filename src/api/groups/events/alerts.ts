// Answers for alerts: which moves are allowed is the domain's table, who moved first is the store's row lock.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Conflict, Invalid } from "../../../contract/http/errors.ts"
import type { AlertAction } from "../../../domain/event/handle.ts"
import { Alerts } from "../../../store/events/Alerts.ts"
import type { MoveForbidden } from "../../../store/events/moveAlert.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** What stands against a move, and the status that the alert keeps. */
const inTheWay = ({ code, detail, status }: MoveForbidden) =>
  new Conflict({ code, detail, current_status: status })

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
            MoveForbidden: (refused) => Effect.fail(inTheWay(refused)),
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
          Effect.catchTag("MoveForbidden", (refused) => Effect.fail(inTheWay(refused))),
          asRefusal
        )
    })
  })
)
