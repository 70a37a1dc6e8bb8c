// Handlers of users, for server admins.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Users } from "../../../store/access/Users.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { answerWaits } from "../../access/answerWaits.ts"

/** `UsersLive` reads and changes users. */
export const UsersLive = HttpApiBuilder.group(
  Api,
  "users",
  Effect.fnUntraced(function* (handlers) {
    const users = yield* Users
    return handlers.handleAll({
      list: ({ query, request }) => page(request, query, (window) => users.list(query, window)),
      create: ({ payload }) =>
        Effect.flatMap(CurrentActor, (actor) => users.create(actor, payload)).pipe(
          Effect.catchTag("Overloaded", answerWaits.Overloaded),
          asRefusal
        ),
      get: ({ params }) => users.get(params.user_id).pipe(asRefusal),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) => users.update(actor, params.user_id, payload)).pipe(
          Effect.catchTag("Overloaded", answerWaits.Overloaded),
          asRefusal
        )
    })
  })
)
