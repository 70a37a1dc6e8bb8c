// Instants. Inside they are epoch milliseconds; on the wire RFC 3339 in UTC with milliseconds.
import { readDateTime } from "./rfc3339.ts"

/** EARLIEST_MS is the earliest instant that requests may name. */
export const EARLIEST_MS = Date.UTC(1990, 0, 1)
/** LATEST_MS is the latest instant that requests may name. */
export const LATEST_MS = Date.UTC(2100, 0, 1)

/** The one form on the wire; what stands in it is read by `readDateTime`. */
const form = /^[\d-]{10}T[\d:]{8}(?:\.\d{1,9})?(?:Z|[+-][\d:]{5})$/i

/**
 * Returns the instant of an RFC 3339 date-time with its offset; finer digits are cut to the millisecond. Null
 * for anything else: no offset, a day the calendar has not, a leap second, a year outside 1990..2100.
 */
export const parseInstant = (text: string): number | null => {
  const instant = form.test(text) ? readDateTime(text) : Number.NaN
  return instant >= EARLIEST_MS && instant <= LATEST_MS ? instant : null
}

// a record, its event and the receipt of both name one instant several times in a row
let last = Number.NaN,
  lastText = ""

/** Writes an instant as RFC 3339, UTC, with milliseconds. */
export const formatInstant = (ms: number): string => {
  if (ms !== last) {
    lastText = new Date(ms).toISOString()
    last = ms
  }
  return lastText
}
