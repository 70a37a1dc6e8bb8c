// Why an event has no trace to show.
import { words } from "../../../words/language.ts"
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
    ? words.event.noTrace.reported({ reporter: reporterOf(source.kind) })
    : trace_id === null
      ? words.event.noTrace.notStored
      : mayRead
        ? words.event.noTrace.expired
        : words.event.noTrace.denied
