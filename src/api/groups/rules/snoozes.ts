// Handlers of snoozes of a rule for a subject.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import { whyNotUntil } from "../../../domain/event/Snooze.ts"
import { Snoozes } from "../../../store/rules/Snoozes.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"

/** `SnoozesLive` lists, sets and removes snoozes. */
export const SnoozesLive = HttpApiBuilder.group(
  Api,
  "snoozes",
  Effect.fnUntraced(function* (handlers) {
    const snoozes = yield* Snoozes
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => snoozes.list(params.project_id, seen, params.rule_id, window))
        ).pipe(asRefusal),
      put: ({ params, payload }) =>
        Effect.gen(function* () {
          const reason = whyNotUntil(payload.until, yield* Clock.currentTimeMillis)
          if (reason !== null) return yield* Invalid.at("/until", "UNTIL_OUT_OF_RANGE", reason)
          return yield* withActor((actor, seen) =>
            snoozes.put(actor, params.project_id, seen, params.rule_id, params.subject_id, payload)
          )
        }).pipe(asRefusal),
      remove: ({ params }) =>
        withActor((actor, seen) =>
          snoozes.remove(actor, params.project_id, seen, params.rule_id, params.subject_id)
        ).pipe(asRefusal)
    })
  })
)
