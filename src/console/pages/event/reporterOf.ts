// The reporters of events that no rule made.
import { words } from "../../../words/language.ts"
import type { Event } from "../../data/events.ts"

type Reporter = Exclude<Event["source"]["kind"], "rule">

/** reporterOf names a kind of reporter. */
export const reporterOf = (kind: Reporter): string => words.event.reporters[kind]
