// Times as people type them, by the clock on the wall of the project, and the moments they are: browsers cannot
// do that by themselves yet.

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-05-14T14:36` in a time zone of the IANA database, as fields of a form have it. */
export const wallTime = (moment: number, timeZone: string): string => {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
    formats.set(timeZone, format)
  }
  return format.format(moment).replace(" ", "T")
}

const DAY = 86_400_000
/** A year that is half typed is one long ago, like 0002. */
const FIRST_YEAR = "1970"

/**
 * What clock and calendar of a zone show at a moment (epoch ms), to the minute, as if they were UTC: epoch
 * ms.
 */
const shown = (moment: number, timeZone: string): number => Date.parse(`${wallTime(moment, timeZone)}Z`)

/**
 * The moment (epoch ms) of a wall time; undefined: it is none. An hour that comes twice is its first, one
 * that does not come is the one after.
 */
export const momentOf = (written: string, timeZone: string): number | undefined => {
  const asUtc = Date.parse(`${written}Z`)
  if (!Number.isFinite(asUtc) || written < FIRST_YEAR) return undefined
  const shift = (at: number) => shown(at, timeZone) - Math.floor(at / 60_000) * 60_000
  const found = [asUtc - shift(asUtc - DAY), asUtc - shift(asUtc + DAY)]
  return found.find((at) => wallTime(at, timeZone) === written) ?? found[0]!
}

/** The next `hour` o'clock in a zone after a moment (epoch ms), `days` days later at least. */
export const clockAfter = (moment: number, timeZone: string, hour: number, days: number): number => {
  const today = Math.floor(shown(moment, timeZone) / DAY) * DAY
  const wanted = new Date(today + days * DAY + hour * 3_600_000).toISOString().slice(0, 16)
  return momentOf(wanted, timeZone) ?? moment
}

/** Which day of the week it is in a zone, Sunday 0. */
export const weekdayIn = (moment: number, timeZone: string): number =>
  new Date(shown(moment, timeZone)).getUTCDay()
