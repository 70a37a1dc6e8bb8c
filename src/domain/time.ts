// Instants. Inside they are epoch milliseconds; on the wire RFC 3339 in UTC with milliseconds.
import * as DateTime from "effect/DateTime"

/** The earliest and the latest instant anyone may name. */
export const EARLIEST = Date.UTC(1990, 0, 1)
export const LATEST = Date.UTC(2100, 0, 1)

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/i

const daysIn = (year: number, month: number): number =>
  (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / 86_400_000

/**
 * The instant of an RFC 3339 date-time with its offset; finer digits are cut to the millisecond. Null for
 * anything else: no offset, a day the calendar has not, a leap second, a year outside 1990..2100.
 */
export const parseInstant = (text: string): number | null => {
  const match = form.exec(text)
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number
  ]
  const [fraction, sign, offsetHours, offsetMinutes] = match.slice(7)
  if (
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    Number(offsetHours ?? 0) > 23 ||
    Number(offsetMinutes ?? 0) > 59
  )
    return null
  // Date.UTC would make 1995 of the year 95
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  const ms = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((fraction ?? "").padEnd(3, "0").slice(0, 3))
  )
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000
  const instant = sign === "-" ? ms + offset : ms - offset
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

/** RFC 3339, UTC, with milliseconds. */
export const formatInstant = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))
