// Handlers of events.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { Conflict } from "../../../contract/http/errors.ts"
import { Evidence, ports } from "../../../backtest/ports.ts"
import { verifyEvent } from "../../../backtest/verifyEvent.ts"
import { Alerts } from "../../../store/events/Alerts.ts"
import { EventContext } from "../../../store/events/EventContext.ts"
import { Events } from "../../../store/events/Events.ts"
import { Traces } from "../../../store/events/Traces.ts"
import { RuleNames } from "../../../store/rules/RuleNames.ts"
import { MetricSeries } from "../../../store/tracking/measurements/MetricSeries.ts"
import { Positions } from "../../../store/tracking/positions/Positions.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withActor, withActorPermissions, withVisibility } from "../../access/withCaller.ts"
import { eventEvidence } from "../../backtest/eventEvidence.ts"

/** `EventsLive` lists, reports, verifies and explains events. */
export const EventsLive = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    const alerts = yield* Alerts
    const traces = yield* Traces
    const past = yield* ports
    const evidence = yield* Evidence
    const stores = {
      past,
      context: yield* EventContext,
      names: yield* RuleNames,
      positions: yield* Positions,
      series: yield* MetricSeries
    }
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        pageOfSpan(request, query, (seen, window) => events.list(params.project_id, seen, query, window)),
      report: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          const event = yield* withActor((actor, seen) =>
            events.report(actor, params.project_id, seen, payload, headers["idempotency-key"] ?? null)
          )
          return HttpServerResponse.jsonUnsafe(event, { status: 201 })
        }).pipe(asRefusal),
      verify: ({ params }) =>
        Effect.gen(function* () {
          const claim = yield* withVisibility((seen) =>
            events.claim(params.project_id, seen, params.event_id)
          )
          if (claim === null)
            return yield* new Conflict({
              code: "NOT_OF_A_RULE",
              detail: "No rule made this event: there is nothing to judge again."
            })
          return HttpServerResponse.jsonUnsafe(yield* verifyEvent(past, evidence, claim))
        }).pipe(asRefusal),
      evidence: ({ params }) =>
        withActorPermissions((_, may) =>
          withVisibility((visibility) =>
            Effect.gen(function* () {
              const event = yield* events.get(params.project_id, visibility, params.event_id)
              const claim = yield* events.claim(params.project_id, visibility, params.event_id)
              return yield* compressedJson(yield* eventEvidence(stores, { event, claim, visibility, may }))
            })
          )
        ).pipe(asRefusal),
      get: ({ params }) =>
        withActorPermissions((_, may) =>
          Effect.gen(function* () {
            const event = yield* withVisibility((seen) =>
              events.get(params.project_id, seen, params.event_id)
            )
            const alert = yield* alerts.ofEvent(event.id)
            const deliveries = yield* events.deliveries(event.id)
            const trace =
              event.trace_id === null || !may("traces:read") ? null : yield* traces.find(null, event.trace_id)
            return HttpServerResponse.jsonUnsafe({ event, alert, deliveries, trace })
          })
        ).pipe(asRefusal)
    })
  })
)
