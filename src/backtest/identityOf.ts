// The identity of events over several backtests.
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"

/** Returns subject, kind of firing, feature and event time as one text. */
export const identityOf = (e: NewEvent): string => [e.subject.id, e.kind, e.feature?.id ?? "", e.at].join("|")
