// Answers for traces.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { notFound } from "../../contract/http/errors.ts"
import { Traces } from "../../store/events/Traces.ts"
import { page } from "../http/paging.ts"
import { withReach, withVisibility } from "../access/withCaller.ts"
import { checkRange } from "../http/timeRange.ts"

export const TracesLive = HttpApiBuilder.group(
  Api,
  "traces",
  Effect.fnUntraced(function* (handlers) {
    const traces = yield* Traces
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          return HttpServerResponse.jsonUnsafe(
            yield* withVisibility((seen) =>
              page(request, query, (window) => traces.list(params.project_id, seen, query, window))
            )
          )
        }),
      get: ({ params, query }) =>
        Effect.flatMap(
          withReach((reach) => traces.page(reach, params.trace_id, { payload: query.include === "payload" })),
          (trace) =>
            trace === null ? Effect.fail(notFound()) : Effect.succeed(HttpServerResponse.jsonUnsafe(trace))
        )
    })
  })
)
