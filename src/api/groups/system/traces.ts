// Handlers of traces.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { notFound } from "../../../contract/http/errors.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { Intake } from "../../../intake/ports.ts"
import { AuditLog } from "../../../store/access/AuditLog.ts"
import { KeptItems } from "../../../store/intake/KeptItems.ts"
import { Traces } from "../../../store/events/Traces.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withReach } from "../../access/withCaller.ts"
import { answerIntakeRefused } from "../../ingest/authenticateSource.ts"
import { resubmit } from "../../ingest/resubmit.ts"

/** Returns whether the caller sees traces of all data sources: a server admin without a limit to projects. */
const seesEverySource = ({ projectIds, serverAdmin }: Actor): boolean => serverAdmin && projectIds === null

/** `TracesLive` lists and reads traces, and resubmits refused reports. */
export const TracesLive = HttpApiBuilder.group(
  Api,
  "traces",
  Effect.fnUntraced(function* (handlers) {
    const traces = yield* Traces
    const keptItems = yield* KeptItems
    const intake = yield* Intake
    const log = yield* AuditLog
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          pageOfSpan(request, query, (seen, window) =>
            traces.list(params.project_id, seen, query, window, seesEverySource(actor))
          )
        ),
      get: ({ params, query }) =>
        Effect.flatMap(
          withReach((reach) => traces.page(reach, params.trace_id, { payload: query.include === "payload" })),
          (trace) =>
            trace === null ? Effect.fail(notFound()) : Effect.succeed(HttpServerResponse.jsonUnsafe(trace))
        ),
      resend: ({ params }) =>
        Effect.gen(function* () {
          const item = yield* withReach((reach) => keptItems.find(reach, params.trace_id))
          const resent = yield* resubmit(intake, item)
          yield* log.note(yield* CurrentActor, {
            action: "trace.resent",
            objectType: "trace",
            objectId: params.trace_id,
            projectId: item?.projectId ?? null,
            detail: { status: resent.status }
          })
          return HttpServerResponse.jsonUnsafe(resent, { status: 202 })
        }).pipe(answerIntakeRefused)
    })
  })
)
