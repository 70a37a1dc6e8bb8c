// RFC 3339 text, and the offsets of ISO 8601, as epoch milliseconds. Hand-written because it runs for every item,
// and because Date.parse takes 30 February for 2 March and "1" for a year.

const digits = (text: string, from: number, to: number): number => {
  let n = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    n = n * 10 + digit
  }
  return n
}

const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31

const within = (n: number, min: number, max: number): boolean => n >= min && n <= max

/**
 * Minutes east of UTC at the end of a time: `Z`, `+02:00`, and as ISO 8601 and `strftime` also write it
 * `+0200`, `+02` and ` UTC`, with one space before it perhaps; NaN: not a zone.
 */
const zone = (text: string, end: number): number => {
  const from = text.charCodeAt(end) === 32 ? end + 1 : end
  const sign = text.charAt(from),
    length = text.length - from
  if (sign === "Z" || sign === "z") return length === 1 ? 0 : Number.NaN
  if (sign !== "+" && sign !== "-") {
    const name = length === 3 ? text.slice(from).toUpperCase() : ""
    return name === "UTC" || name === "GMT" ? 0 : Number.NaN
  }
  const hasColon = length === 6 && text.charAt(from + 3) === ":"
  if (!hasColon && length !== 5 && length !== 3) return Number.NaN
  const hours = digits(text, from + 1, from + 3),
    minutes = length === 3 ? 0 : digits(text, text.length - 2, text.length)
  if (!within(hours, 0, 23) || !within(minutes, 0, 59)) return Number.NaN
  return (sign === "+" ? 1 : -1) * (hours * 60 + minutes)
}

/**
 * Epoch milliseconds of a date-time with a zone, a space allowed for its T; finer digits are cut. NaN for
 * anything else, a day the calendar does not have and a leap second among it.
 */
export const readDateTime = (text: string): number => {
  const between = text.charCodeAt(10) | 32 // T, t or a space
  if (
    text.charAt(4) !== "-" ||
    text.charAt(7) !== "-" ||
    (between !== 116 && between !== 32) ||
    text.charAt(13) !== ":" ||
    text.charAt(16) !== ":"
  )
    return Number.NaN
  const year = digits(text, 0, 4),
    month = digits(text, 5, 7),
    day = digits(text, 8, 10)
  const hour = digits(text, 11, 13),
    minute = digits(text, 14, 16),
    second = digits(text, 17, 19)
  // Date.UTC reads a year below 100 as of the twentieth century
  if (
    !(year >= 100) ||
    !within(month, 1, 12) ||
    !within(day, 1, daysIn(year, month)) ||
    !within(hour, 0, 23) ||
    !within(minute, 0, 59) ||
    !within(second, 0, 59)
  )
    return Number.NaN
  let end = 19,
    millis = 0
  if (text.charAt(19) === ".") {
    end = 20
    while (within(text.charCodeAt(end), 48, 57)) end++
    if (end === 20) return Number.NaN
    const kept = Math.min(end, 23)
    millis = digits(text, 20, kept) * 10 ** (23 - kept)
  }
  return Date.UTC(year, month - 1, day, hour, minute, second, millis) - zone(text, end) * 60_000
}
