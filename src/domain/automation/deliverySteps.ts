// The steps of a delivery's trace: which event, which automation, every attempt, how it ended and what to do
// about it.
import type { TraceStep } from "../event/ProcessingTrace.ts"
import type { ActionType } from "./Action.ts"
import type { PreviousAttempt } from "./ClaimedDelivery.ts"
import { remedies } from "./DeliveryCode.ts"
import type { Outcome } from "./Outcome.ts"

/** TracedDelivery is a delivery that ended, with all that its trace shows. */
export interface TracedDelivery {
  /** null: a test */
  readonly event: { readonly id: string; readonly title: string } | null
  readonly automation: { readonly id: string | null; readonly name: string }
  readonly actionType: ActionType
  readonly target: string
  readonly tries: ReadonlyArray<PreviousAttempt>
  readonly outcome: Outcome
  /** when the last attempt began, RFC 3339 */
  readonly at: string
  readonly durationMs: number
}

const statuses = { Sent: "ok", Skipped: "skipped", Failed: "failed" } as const

/** Returns the steps of its trace. */
export const deliverySteps = ({
  actionType,
  at,
  automation,
  durationMs,
  event,
  outcome,
  target,
  tries
}: TracedDelivery): ReadonlyArray<typeof TraceStep.Type> => [
  event === null
    ? { name: "test", status: "ok", detail: "asked for by a person; there is no event" }
    : { name: "event", status: "ok", detail: { id: event.id, title: event.title } },
  { name: "match", status: "ok", detail: { automation, action: actionType, to: target } },
  ...tries.map(({ at, code, duration_ms, error }) => ({
    name: "attempt",
    status: "failed" as const,
    at,
    duration_ms,
    detail: { code, error }
  })),
  {
    name: "deliver",
    status: statuses[outcome._tag],
    at,
    duration_ms: durationMs,
    detail:
      outcome._tag === "Sent"
        ? { to: target, said: outcome.said }
        : { to: target, code: outcome.code, error: outcome.error, remedy: remedies[outcome.code] }
  }
]
