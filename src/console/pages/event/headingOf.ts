// A sentence about an event with its value, below its own title.
import type { Alert } from "../../data/alerts.ts"
import type { Event } from "../../data/events.ts"
import { amountOf, limitOf, unitOf } from "../../design/Figure.tsx"
import { inZone } from "../../time/zoneTime.ts"

const BESIDE: Readonly<Record<string, string>> = {
  "<": "below",
  "<=": "at most",
  ">": "above",
  ">=": "at least",
  "==": "just",
  "!=": "not"
}

/** headingOf returns the sentence of an event. */
export const headingOf = (event: Event, headline: Alert["headline"], zone: string): string => {
  if (headline === null) return `${event.title} at ${inZone(event.time, zone, "clock")}`
  const { label, limit, op, unit, value } = headline
  const figure = `${amountOf(value, unit, limit)} ${unitOf(unit)}`.trim()
  // a duration reads "for", a value "was"
  const what = `${label} ${unit === "s" ? "for" : "was"} ${figure}`
  return `${what}, ${BESIDE[op] ?? op} ${limitOf(headline)} ${unitOf(unit)}`.trim()
}
