// Why an event has no trace to show.
import type { Event } from "../../data/events.ts"
import { reporterOf } from "./reporterOf.ts"

/**
 * missingTrace returns the reason as a sentence; `mayRead`: whether the user has the permission
 * `traces:read`.
 */
export const missingTrace = (
  { source, trace_id }: Pick<Event, "source" | "trace_id">,
  mayRead: boolean
): string =>
  source.kind !== "rule"
    ? `This event has no trace: ${reporterOf(source.kind)} reported it, and no rule judged it.`
    : trace_id === null
      ? "This event was stored without a trace."
      : mayRead
        ? "The trace of this event has expired and was removed."
        : "You do not have permission to read traces (traces:read). An admin of the project can grant it."
