// Handler of the contacts of a project.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Contacts } from "../../../store/access/Contacts.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { page } from "../../http/paging.ts"

/** `ContactsLive` lists the members that automations can notify. */
export const ContactsLive = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => contacts.list(params.project_id, seen, window))
        )
    })
  })
)
