// A refused report, through intake once more: by the same door, judged as whatever comes now.
import { Clock, Effect, Result } from "effect"
import { Conflict, Invalid, notFound } from "../../contract/http/errors.ts"
import type { Intake, Outcome } from "../../intake/ports.ts"
import { keptMessage } from "../../intake/keptMessage.ts"
import { readMessage, receive } from "../../intake/receive.ts"
import type { KeptItem } from "../../store/intake/KeptItems.ts"

const conflict = (code: string, detail: string) => Effect.fail(new Conflict({ code, detail }))

/** What somebody should know first. */
const order: ReadonlyArray<Outcome["status"]> = ["rejected", "unassigned", "duplicate", "accepted"]

export const sendAgain = Effect.fnUntraced(function* (intake: Intake["Service"], kept: KeptItem | null) {
  if (kept === null) return yield* Effect.fail(notFound())
  if (!kept.isRefused) return yield* conflict("NOT_REFUSED", "This is no trace of a report that was refused.")
  if (kept.source === null) return yield* conflict("SOURCE_GONE", "The data source that it came by is gone.")
  const again = keptMessage(kept.source, kept.payload)
  if (again === null)
    return yield* conflict(
      "NOT_KEPT",
      "It is not kept, or only its beginning: its sender has to send it again."
    )
  const { message, source } = again
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
  const found = order.flatMap((status) => outcomes.filter((outcome) => outcome.status === status))[0]
  return {
    status: found?.status ?? "accepted",
    code: found?.code ?? null,
    detail: found?.detail ?? null,
    trace_id: found?.traceId ?? null
  }
})
