// What makes events of two backtests the same one.
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"

export const identityOf = (e: NewEvent): string => [e.subject.id, e.kind, e.feature?.id ?? "", e.at].join("|")
