// Whether an event is recent enough to act on (specification 6, rule 3): an upload of history does not notify
// about old data.
import type { Event } from "../event/Event.ts"

/**
 * How long after it was true the service learned of an event, in seconds; negative where a device's clock is
 * ahead.
 */
export const ageOf = ({ created_at, time }: Pick<Event, "time" | "created_at">): number =>
  (Date.parse(created_at) - Date.parse(time)) / 1000

/** The bound itself is fresh. */
export const isFresh = (event: Pick<Event, "time" | "created_at">, maxEventAgeSeconds: number): boolean =>
  ageOf(event) <= maxEventAgeSeconds
