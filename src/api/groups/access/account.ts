// Handlers for what callers change of their own account, and for the sessions of their browsers.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { OwnAccount } from "../../../store/access/OwnAccount.ts"
import { hashOfSession } from "../../../store/access/Sessions.ts"
import { makeReadMe, sessionIdOf } from "../../access/readMe.ts"
import { SessionPolicy } from "../../access/SessionPolicy.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `AccountLive` changes the caller's account, and lists and ends their sessions. */
export const AccountLive = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fnUntraced(function* (handlers) {
    const account = yield* OwnAccount,
      policy = yield* SessionPolicy,
      readMe = yield* makeReadMe
    return handlers.handleAll({
      update: ({ payload, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          yield* account.change(actor, payload)
          return yield* readMe(actor, request)
        }),
      sessions: ({ query, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const id = sessionIdOf(policy, actor, request)
          const current = id === null ? null : hashOfSession(id)
          return yield* page(request, query, (window) => account.sessions(actor, current, policy, window))
        }),
      endSession: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => account.endSession(actor, params.session_id)).pipe(asRefusal)
    })
  })
)
