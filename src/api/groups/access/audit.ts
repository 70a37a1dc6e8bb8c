// Handlers of the audit log.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { AuditLog } from "../../../store/access/AuditLog.ts"
import { page } from "../../http/paging.ts"
import { checkRange } from "../../http/timeRange.ts"

/** `AuditLive` lists the audit log of the server and of a project. */
export const AuditLive = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* AuditLog
    return handlers.handleAll({
      list: ({ query, request }) =>
        Effect.andThen(
          checkRange(query),
          page(request, query, (window) => log.list(null, query, window))
        ),
      listOfProject: ({ params, query, request }) =>
        Effect.andThen(
          checkRange(query),
          page(request, query, (window) => log.list(params.project_id, query, window))
        )
    })
  })
)
