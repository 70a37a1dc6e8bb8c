// Handlers of the members of a project.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import { type MemberEdition, Members } from "../../../store/access/Members.ts"
import { expectedEditions } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorPermissions } from "../../access/withCaller.ts"

const answer = ({ etag, member }: MemberEdition, status = 200) =>
  HttpServerResponse.jsonUnsafe(member, { status, headers: { etag: `"${etag}"` } })

/** `MembersLive` reads and changes members, with editions in `ETag`. */
export const MembersLive = HttpApiBuilder.group(
  Api,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        page(request, query, (window) => members.list(params.project_id, window)),
      create: ({ params, payload }) =>
        Effect.gen(function* () {
          if ((payload.user_id === undefined) === (payload.email === undefined))
            return yield* Invalid.at("/user_id", "USER_AMBIGUOUS", "Say who it is: by user_id or by email.")
          return answer(
            yield* withActorPermissions((actor, may) =>
              members.create(actor, may, params.project_id, payload)
            ),
            201
          )
        }).pipe(asRefusal),
      get: ({ params }) =>
        Effect.map(members.get(params.project_id, params.user_id), (found) => answer(found)).pipe(asRefusal),
      update: ({ headers, params, payload }) =>
        withActorPermissions((actor, may) =>
          members.update(
            actor,
            may,
            params.project_id,
            params.user_id,
            expectedEditions(headers["if-match"]),
            payload
          )
        ).pipe(
          Effect.map((done) => answer(done)),
          asRefusal
        ),
      remove: ({ headers, params }) =>
        withActorPermissions((actor, may) =>
          members.remove(actor, may, params.project_id, params.user_id, expectedEditions(headers["if-match"]))
        ).pipe(asRefusal)
    })
  })
)
