// The filter of an automation.
import type { Event } from "../event/Event.ts"
import { severities } from "../rule/Document.ts"
import type { Automation } from "./Automation.ts"

/** EventFilter is the members of an automation that decide which events match. */
export type EventFilter = Pick<
  Automation,
  "event_types" | "min_severity" | "require_alert" | "rule_ids" | "entity_ids"
>

const admits = (wanted: ReadonlyArray<string>, value: string | null): boolean =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

/** MatchableEvent has the members of an event that a filter compares. */
export type MatchableEvent = Pick<Event, "event_type" | "severity" | "rule_id" | "entity_id" | "alert">

/** OR inside a list, AND between the members; an empty list admits everything. */
export const matches = (filter: EventFilter, event: MatchableEvent): boolean =>
  admits(filter.event_types, event.event_type) &&
  severities.indexOf(event.severity) >= severities.indexOf(filter.min_severity) &&
  (event.alert !== null || !filter.require_alert) &&
  admits(filter.rule_ids, event.rule_id) &&
  admits(filter.entity_ids, event.entity_id)
