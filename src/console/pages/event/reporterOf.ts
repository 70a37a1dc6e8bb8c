// The reporters of events that no rule made.
import type { Event } from "../../data/events.ts"

type Reporter = Exclude<Event["source"]["kind"], "rule">

const REPORTERS: Readonly<Record<Reporter, string>> = {
  ai: "an AI client",
  device: "a device",
  integration: "an integration",
  user: "a person"
}

/** reporterOf names a kind of reporter. */
export const reporterOf = (kind: Reporter): string => REPORTERS[kind]
