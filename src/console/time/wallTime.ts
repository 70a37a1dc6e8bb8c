// Local times as users type them, in the project's time zone, and their moments: not all browsers have Temporal
// yet.

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment as local time in an IANA time zone, `2026-05-14T14:36`, as form fields have it. */
export const wallTime = (moment: number, timeZone: string): string => {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
    formats.set(timeZone, format)
  }
  return format.format(moment).replace(" ", "T")
}

const DAY = 86_400_000
/** FIRST_YEAR is the smallest year accepted: a half-typed year is one like 0002. */
const FIRST_YEAR = "1970"

/** The local time of a moment (epoch ms), to the minute, read as if it were UTC: epoch ms. */
const shown = (moment: number, timeZone: string): number => Date.parse(`${wallTime(moment, timeZone)}Z`)

/**
 * The moment (epoch ms) of a local time; undefined: the text is no time. Of an hour that occurs twice it is
 * the first; a skipped hour is moved to the next.
 */
export const momentOf = (written: string, timeZone: string): number | undefined => {
  const asUtc = Date.parse(`${written}Z`)
  if (!Number.isFinite(asUtc) || written < FIRST_YEAR) return undefined
  const shift = (at: number) => shown(at, timeZone) - Math.floor(at / 60_000) * 60_000
  const found = [asUtc - shift(asUtc - DAY), asUtc - shift(asUtc + DAY)]
  return found.find((at) => wallTime(at, timeZone) === written) ?? found[0]!
}

/** The next `hour` o'clock in a zone after a moment (epoch ms), at least `days` days later. */
export const clockAfter = (moment: number, timeZone: string, hour: number, days: number): number => {
  const today = Math.floor(shown(moment, timeZone) / DAY) * DAY
  const wanted = new Date(today + days * DAY + hour * 3_600_000).toISOString().slice(0, 16)
  return momentOf(wanted, timeZone) ?? moment
}

/** The day of the week in a zone, Sunday is 0. */
export const weekdayIn = (moment: number, timeZone: string): number =>
  new Date(shown(moment, timeZone)).getUTCDay()
