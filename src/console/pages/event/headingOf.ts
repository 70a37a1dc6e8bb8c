// A sentence about an event with its value, below its own title.
import { words } from "../../../words/language.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Event } from "../../data/events.ts"
import { amountOf, limitOf, unitOf } from "../../design/Figure.tsx"
import { inZone } from "../../time/zoneTime.ts"

/** headingOf returns the sentence of an event. */
export const headingOf = (event: Event, headline: Alert["headline"], zone: string): string => {
  if (headline === null)
    return words.event.heading.titleAt({ title: event.title, time: inZone(event.time, zone, "clock") })
  const { label, limit, op, unit, value } = headline
  return words.event.heading[unit === "s" ? "duration" : "value"]({
    label,
    value: `${amountOf(value, unit, limit)} ${unitOf(unit)}`.trim(),
    op,
    limit: `${limitOf(headline)} ${unitOf(unit)}`.trim()
  })
}
