// When a device says something was: text with a zone or unix time, as epoch milliseconds. The one reader of times
// for all adapters; without imports of libraries, because it runs for every item, and in browsers too.
import { readDateTime } from "../rfc3339.ts"

// A unix time tells its unit by its size: seconds until the year 5138, milliseconds from 1973 on, and so forth.
const MIN_UNIX_MILLISECONDS = 1e11
const MIN_UNIX_MICROSECONDS = 1e14
const MIN_UNIX_NANOSECONDS = 1e17

/** Seconds from 1973 to nanoseconds: fewer digits may be a year or a day. */
const unixText = /^\d{9,19}(?:\.\d{1,9})?$/u
const ZERO_CHAR_CODE = 48
const NINE_CHAR_CODE = 57

const fromUnix = (value: number): number => {
  const size = Math.abs(value)
  // seconds are brought to whole microseconds first: 1700000000.123 is a little less than that in binary
  if (size < MIN_UNIX_MILLISECONDS) return Math.floor(Math.round(value * 1e6) / 1e3)
  if (size < MIN_UNIX_MICROSECONDS) return Math.floor(value)
  return Math.floor(size < MIN_UNIX_NANOSECONDS ? value / 1e3 : value / 1e6)
}

/**
 * Epoch milliseconds of RFC 3339 text with a zone, or of a unix time in seconds, milliseconds, microseconds
 * or nanoseconds, as a number or its digits; finer parts are cut. NaN when it is neither, for a day the
 * calendar does not have, and for a leap second.
 */
export const readTime = (value: string | number): number => {
  if (typeof value === "number") return fromUnix(value)
  // a year is followed by a hyphen, the fifth digit of a unix time by more of them
  const fifth = value.charCodeAt(4)
  return fifth >= ZERO_CHAR_CODE && fifth <= NINE_CHAR_CODE && unixText.test(value)
    ? fromUnix(Number(value))
    : readDateTime(value)
}
