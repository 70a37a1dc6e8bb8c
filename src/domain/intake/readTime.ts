// When a device says something was: RFC 3339 text or unix time, as epoch milliseconds.
import { readDateTime } from "../rfc3339.ts"

/** Below this a unix time is in seconds (until the year 5138), from it on in milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11

/**
 * Epoch milliseconds of RFC 3339 text with a zone, or of a unix time in seconds or milliseconds; finer parts
 * are cut. NaN when it is neither, for a day the calendar does not have, and for a leap second.
 */
export const readTime = (value: string | number): number => {
  if (typeof value === "string") return readDateTime(value)
  // seconds are brought to whole microseconds first: 1700000000.123 is a little less than that in binary
  return Math.floor(Math.abs(value) < FIRST_MILLISECONDS ? Math.round(value * 1e6) / 1e3 : value)
}
