// Sends a kept report that was refused through intake again, where it is judged like any new one.
import { Clock, Effect, Result } from "effect"
import { Conflict, Invalid, notFound } from "../../contract/http/errors.ts"
import type { Intake, Outcome } from "../../intake/ports.ts"
import { keptMessage } from "../../intake/keptMessage.ts"
import { readMessage, receive } from "../../intake/receive.ts"
import type { KeptItem } from "../../store/intake/KeptItems.ts"

const conflict = (code: string, detail: string) => Effect.fail(new Conflict({ code, detail }))

/** Statuses by urgency: with several outcomes, the first of these is reported. */
const byUrgency: ReadonlyArray<Outcome["status"]> = ["rejected", "unassigned", "duplicate", "accepted"]

/**
 * Resubmits a refused report, and returns its outcome. Fails with 404 and 409 where there is no such report,
 * its source is gone, or its payload was not kept in full.
 */
export const resubmit = Effect.fnUntraced(function* (intake: Intake["Service"], item: KeptItem | null) {
  if (item === null) return yield* Effect.fail(notFound())
  if (!item.isRefused) return yield* conflict("NOT_REFUSED", "This is no trace of a report that was refused.")
  if (item.source === null) return yield* conflict("SOURCE_GONE", "The data source that it came by is gone.")
  const resubmission = keptMessage(item.source, item.payload)
  if (resubmission === null)
    return yield* conflict(
      "NOT_KEPT",
      "It is not kept, or only its beginning: its sender has to send it again."
    )
  const { message, source } = resubmission
  yield* intake.checkBacklog(source.credential.sourceId)
  const items = readMessage(source, message, yield* Clock.currentTimeMillis)
  if (Result.isFailure(items))
    return yield* Invalid.at(
      "",
      "STILL_UNREADABLE",
      `It still cannot be read: ${items.failure.refusal.detail}`
    )
  const { stored } = yield* receive(intake, [{ source, messages: [message] }])
  const outcomes = stored.flat()
  const mostUrgent = byUrgency.flatMap((status) => outcomes.filter((outcome) => outcome.status === status))[0]
  return {
    status: mostUrgent?.status ?? "accepted",
    code: mostUrgent?.code ?? null,
    detail: mostUrgent?.detail ?? null,
    trace_id: mostUrgent?.traceId ?? null
  }
})
